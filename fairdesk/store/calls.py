"""Which calls of a run have an answer or a failure, and what they took."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fairdesk.domain.exchanges import PERHAPS_WORKED_ON, ItemKey
from fairdesk.store.database import Database

PAGE = 5_000
"""Keys read at a time; between pages no transaction is open."""

# Answered out of the index that keeps an answer from being stored twice.
ANSWERED = f"""
    SELECT case_id, variant, question, sample FROM ledger
    WHERE chain = ? AND kind = 'exchange' AND (case_id, variant, question, sample) > (?, ?, ?, ?)
    ORDER BY case_id, variant, question, sample LIMIT {PAGE}
"""

FAILED = """
    SELECT DISTINCT case_id, variant, question, sample FROM ledger AS failure
    WHERE chain = ? AND kind = 'failure' AND kind <> 'exchange' AND NOT EXISTS (
        SELECT 1 FROM ledger AS answer
        WHERE answer.chain = failure.chain AND answer.kind = 'exchange' AND answer.case_id = failure.case_id
            AND answer.variant = failure.variant AND answer.question = failure.question
            AND answer.sample = failure.sample
    )
    ORDER BY case_id, variant, question, sample
"""

# A failure tells of no tokens; an answer that tells of only one of the two counts as untold. Sums by total(), since
# sum() fails where absurd counts exceed 64 bits.
SPENT = f"""
    SELECT CAST(total(prompt) AS INTEGER), CAST(total(answer) AS INTEGER),
        CAST(total(is_answer AND (prompt IS NULL OR answer IS NULL)) AS INTEGER), CAST(total(n_attempts) AS INTEGER),
        CAST(total(is_answer AND prompt IS NOT NULL AND answer IS NOT NULL) AS INTEGER),
        CAST(total(NOT is_answer AND cause IN ({", ".join(f"'{cause}'" for cause in PERHAPS_WORKED_ON)})) AS INTEGER)
    FROM (
        SELECT kind = 'exchange' AS is_answer,
            json_extract(plain, '$.outcome.prompt_tokens') AS prompt,
            json_extract(plain, '$.outcome.answer_tokens') AS answer,
            json_extract(plain, '$.n_attempts') AS n_attempts,
            json_extract(plain, '$.outcome.cause') AS cause,
            json_extract(plain, '$.source') AS source
        FROM (
            SELECT kind, CAST(body AS TEXT) AS plain FROM ledger
            WHERE chain = ? AND +kind IN ('exchange', 'failure')
        )
    )
    WHERE source IS NULL OR (source NOT LIKE 'reused %' AND source NOT LIKE 'recorded %')
"""


class TokensSpent(NamedTuple):
    """What the calls of a run took, as far as the endpoint told.

    Attributes:
        prompt: Tokens of prompts.
        answer: Tokens of answers.
        n_untold: Answers that came without both counts.
        n_attempts: Requests that were sent, those that failed too.
        n_told: Answers that came with both counts; one that was taken over from an earlier run took nothing.
        n_unsure: Failed calls for which a model may have written an answer all the same.
    """

    prompt: int
    answer: int
    n_untold: int
    n_attempts: int
    n_told: int
    n_unsure: int


def answered_keys(database: Database, chain: str) -> Iterator[ItemKey]:
    """See ``Ledger.answered_keys``."""
    last: tuple[str, str, str, int] = ("", "", "", -1)
    while True:
        with database.reading() as connection:
            rows = connection.exec_driver_sql(ANSWERED, (chain, *last)).all()
        for case_id, variant, question, sample in rows:
            yield ItemKey(case_id=case_id, variant=variant, question=question, sample=sample)
        if len(rows) < PAGE:
            return
        last = tuple(rows[-1])


def failed_keys(database: Database, chain: str) -> tuple[ItemKey, ...]:
    """See ``Ledger.failed_keys``."""
    with database.reading() as connection:
        rows = connection.exec_driver_sql(FAILED, (chain,)).all()
    return tuple(ItemKey(case_id=row[0], variant=row[1], question=row[2], sample=row[3]) for row in rows)


def tokens_spent(database: Database, chain: str) -> TokensSpent:
    """See ``Ledger.tokens_spent``."""
    with database.reading() as connection:
        return TokensSpent(*connection.exec_driver_sql(SPENT, (chain,)).one())
