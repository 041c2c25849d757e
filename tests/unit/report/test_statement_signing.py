"""A sentence is signed with a key file and checked: everything that was changed, and every wrong key, is found."""

from __future__ import annotations

import base64
import hashlib
from datetime import timedelta
from pathlib import Path

import pytest
from asn1crypto import cms
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdesk.audit.workspace import utc_now
from fairdesk.domain.errors import SigningError
from fairdesk.report.identity import DemoIdentity, make_demo_identity
from fairdesk.report.statement_signing import check_statement, sign_statement

WORDS = "I have read the plan with the SHA-256 " + hashlib.sha256(b"plan").hexdigest() + " — einverstanden."


@pytest.fixture(scope="module")
def identity(tmp_path_factory: pytest.TempPathFactory) -> DemoIdentity:
    return make_demo_identity(tmp_path_factory.mktemp("identity"), "Bea Klein", utc_now())


@pytest.fixture(scope="module")
def signature(identity: DemoIdentity) -> str:
    return sign_statement(WORDS, identity.p12, identity.password, utc_now()).signature


def test_a_signature_holds_and_names_its_certificate(identity: DemoIdentity) -> None:
    """Made and checked; holder, kind and fingerprint are said; the sentence is not inside."""
    made = sign_statement(WORDS, identity.p12, identity.password, utc_now())
    found = check_statement(WORDS, made.signature, utc_now())
    assert (found.problem, found.name) == ("", "Bea Klein")
    assert found.certificate == made.certificate
    assert identity.fingerprint in found.certificate
    assert "demonstration only" in found.certificate
    assert WORDS.encode() not in base64.b64decode(made.signature)


def test_another_sentence_is_found(signature: str) -> None:
    """One letter, a blank at the end, another way to write an accent."""
    for words in (WORDS.replace("read", "reed"), WORDS + " ", "", WORDS.replace("—", "-")):
        assert "another sentence" in check_statement(words, signature, None).problem


def test_any_changed_byte_of_the_value_is_found(signature: str) -> None:
    """The signature's own value and the signed attributes hold nothing that could be turned."""
    data = base64.b64decode(signature)
    signer = cms.ContentInfo.load(data)["content"]["signer_infos"][0]
    for part in (signer["signature"].native, signer["signed_attrs"].dump()[2:]):
        start = data.index(part)
        for place in range(start, start + len(part), 7):
            changed = bytearray(data)
            changed[place] ^= 1
            assert check_statement(WORDS, base64.b64encode(bytes(changed)).decode(), None).problem


@settings(max_examples=40)
@given(st.binary(max_size=300))
def test_no_bytes_make_it_fail_otherwise(data: bytes) -> None:
    """Whatever comes from outside ends in a sentence."""
    assert check_statement(WORDS, base64.b64encode(data).decode(), None).problem


@given(st.text(max_size=60))
def test_no_text_makes_it_fail_otherwise(text: str) -> None:
    """The same for text that is no base64."""
    assert check_statement(WORDS, text, None).problem


def test_far_too_much_is_refused_without_reading_it() -> None:
    """Megabytes are no signature."""
    assert "too large" in check_statement(WORDS, "A" * 4_000_000, None).problem


def test_a_truncated_signature_is_found(signature: str) -> None:
    """Cut anywhere."""
    data = base64.b64decode(signature)
    for length in range(1, len(data), 41):
        assert check_statement(WORDS, base64.b64encode(data[:length]).decode(), None).problem


def test_two_signers_exchange_nothing(identity: DemoIdentity, signature: str, tmp_path: Path) -> None:
    """The certificate of somebody else in place of the signer's: the signature does not fit it."""
    other = make_demo_identity(tmp_path, "Bea Klein", utc_now())
    foreign = sign_statement(WORDS, other.p12, other.password, utc_now()).signature
    message = cms.ContentInfo.load(base64.b64decode(signature))
    theirs = cms.ContentInfo.load(base64.b64decode(foreign))
    message["content"]["certificates"] = theirs["content"]["certificates"]
    message["content"]["signer_infos"][0]["sid"] = theirs["content"]["signer_infos"][0]["sid"]
    mixed = base64.b64encode(message.dump(force=True)).decode()
    assert "does not fit" in check_statement(WORDS, mixed, None).problem


def test_a_certificate_is_used_only_while_it_is_valid(identity: DemoIdentity, signature: str) -> None:
    """Signing after its end is refused; a check at another time than its own says so."""
    with pytest.raises(SigningError, match="expired"):
        sign_statement(WORDS, identity.p12, identity.password, utc_now() + timedelta(days=40))
    assert "not valid" in check_statement(WORDS, signature, utc_now() + timedelta(days=40)).problem


def test_a_wrong_password_signs_nothing_and_is_in_no_text(identity: DemoIdentity) -> None:
    """The failure names the file and not the password."""
    with pytest.raises(SigningError) as refused:
        sign_statement(WORDS, identity.p12, "guess-me-not", utc_now())
    assert "guess-me-not" not in str(refused.value)
