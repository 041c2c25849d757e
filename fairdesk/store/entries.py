"""What goes into the ledger, what comes out, and what a check of a chain found."""

from __future__ import annotations

from dataclasses import dataclass

from fairdesk.domain.exchanges import ItemKey

EXCHANGE = "exchange"
"""The kind whose (chain, case_id, variant, question, sample) may occur only once."""

FAILURE = "failure"
"""The kind of a call that gave no answer; the same item may fail several times."""

CORRECTION = "correction"
"""The kind of a reading that was changed by hand; its key is that of the call, its status the new one."""

CLASSIFIED = "classified"
"""The kind of scores that a classifier gave to answers to one question, under which it is filed."""

NAMES_NOTHING = (EXCHANGE, FAILURE, CLASSIFIED)
"""Kinds whose bodies hold words of others, in which nothing is the name of a document or chain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """One entry to append.

    The chain covers ``body`` and nothing else: the other fields only make it findable, so whatever must be
    proof against tampering stands in the body too.

    Attributes:
        kind: In the chain of a run ``run_started``, ``exchange``, ``failure``, ``correction``, ``classified``,
            ``run_finished``; in that of a project ``plan_fixed``, ``plan_locked``, ``deviation``, ``run_started``,
            ``report_issued``.
        body: The bytes that are hashed and kept as they are.
        sample: 0 where there is none; samples count from 1.
        status: A word of ``domain.exchanges.Status``, or empty.
    """

    kind: str
    body: bytes
    case_id: str = ""
    variant: str = ""
    question: str = ""
    sample: int = 0
    status: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One entry as it is stored.

    Attributes:
        seq: Place in its chain, from 1, without gaps.
        body_sha256: SHA-256 of ``body``, hex.
        link: ``chain_link(link of the entry before, body_sha256)``; GENESIS stands before the first.
        recorded_at: UTC, ISO 8601 with Z.
    """

    chain: str
    seq: int
    kind: str
    body: bytes
    case_id: str
    variant: str
    question: str
    sample: int
    status: str
    body_sha256: str
    link: str
    recorded_at: str

    @property
    def key(self) -> ItemKey:
        """The call under which the entry is filed; its body may say another one in a store that was changed."""
        return ItemKey(case_id=self.case_id, variant=self.variant, question=self.question, sample=self.sample)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainCheck:
    """What a walk over the stored bytes of one chain found.

    Attributes:
        ok: All entries fit together and, when a head was given, the walk came past it.
        n_entries: Entries stored in the chain.
        head_reached: Whether the given head occurs before any problem; None when no head was given.
        n_later: Entries after the given head; 0 when there are none or it was not reached.
        problem: What is wrong, naming the sequence number; empty when ``ok``.
    """

    ok: bool
    n_entries: int
    head_reached: bool | None
    n_later: int
    problem: str


ITEM_COLUMNS = ("case_id", "variant", "question", "sample", "status")
"""Columns by which items can be sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSearch:
    """Which items of a run to find, and in which order.

    Attributes:
        status: Only this word, corrections by hand counted; empty for all.
        question: Only this one; empty for all.
        words: Text that occurs in the answer, in what a failed call says, or in the file's id; empty for all. The
            case of letters does not count in any script, nor whether an accent is a sign of its own; everything else
            does, blanks and punctuation too. No sign has a meaning of its own.
        order: One of ``ITEM_COLUMNS``; empty for the order of arrival. Equal ones stand in the order of arrival.
        after: Only items whose entry stands behind this place in the chain; 0 for all.
    """

    status: str = ""
    question: str = ""
    words: str = ""
    order: str = ""
    descending: bool = False
    after: int = 0
