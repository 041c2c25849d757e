"""The part of a signature that no signature covers: its wrapping must be exactly what the signed parts imply.

A PDF signature leaves a gap for its own value. Inside that value (CMS, RFC 5652) the certificate, the signed attributes
and the signature protect each other; version numbers, the list of digests, the naming of the signer, padding and the
spelling of the hex digits are protected by nothing. None of them can change the meaning of a report, but a file that
differs in them is not the file that was issued.
"""

from __future__ import annotations

import re

from asn1crypto import cms, parser
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature

from fairdesk.report.certificates import is_named_by

GAP = re.compile(rb"<(?:(?:[0-9a-f]{2})+|(?:[0-9A-F]{2})+)>")


def fills_its_gap(signature: EmbeddedPdfSignature, data: bytes) -> bool:
    """Whether the gap in the byte range is this signature's value in one spelling, zeros after it, and nothing else."""
    ranges = [int(number) for number in signature.byte_range]
    if len(ranges) != 4 or ranges[0] != 0 or not 0 < ranges[1] < ranges[2] <= len(data) or ranges[3] < 0:
        return False
    gap = data[ranges[1] : ranges[2]]
    if GAP.fullmatch(gap) is None:
        return False
    value = bytes.fromhex(gap[1:-1].decode("ascii"))
    used = parser.peek(value)
    return value == signature.pkcs7_content and not any(value[used:]) and _is_plainly_wrapped(value[:used])


def _is_plainly_wrapped(value: bytes) -> bool:
    if not _has_shortest_lengths(value):
        return False
    message = cms.ContentInfo.load(value, strict=True)
    signed = message["content"]
    signer = signed["signer_infos"][0]
    own, others = _certificates(signed, signer)
    by_name = signer["sid"].name == "issuer_and_serial_number"
    version = "v1" if by_name else "v3"
    digest = signer["digest_algorithm"]
    return (
        len(signed["signer_infos"]) == 1
        and signed["version"].native == version
        and signer["version"].native == version
        and len(signed["digest_algorithms"]) == 1
        and _is_plain_digest(signed["digest_algorithms"][0])
        and signed["digest_algorithms"][0]["algorithm"].native == digest["algorithm"].native
        and _is_plain_digest(digest)
        and _belong_together([own, *others])
    )


def _has_shortest_lengths(value: bytes) -> bool:
    """Whether every element is one of DER: its length definite and in the fewest bytes, and no padding among them."""
    while value:
        kind, method, tag, header, content, trailer = parser.parse(value)
        element = header + content + trailer
        if (kind, tag) == (0, 0) or parser.emit(kind, method, tag, content) != element:
            return False
        if method == 1 and not _has_shortest_lengths(content):
            return False
        value = value[len(element) :]
    return True


def _certificates(signed: cms.SignedData, signer: cms.SignerInfo) -> tuple[cms.Certificate, list[cms.Certificate]]:
    found = [choice.chosen for choice in signed["certificates"] if choice.name == "certificate"]
    own = next(item for item in found if is_named_by(signer, item))
    return own, [item for item in found if item is not own]


def _is_plain_digest(algorithm: cms.DigestAlgorithm) -> bool:
    """A digest's parameters are NULL or absent (RFC 5754, section 2); both are in use."""
    identifier = algorithm["algorithm"].dump()
    return algorithm.contents in (identifier, identifier + b"\x05\x00")


def _belong_together(certificates: list[cms.Certificate]) -> bool:
    """Whether every certificate whose issuer is there too was really issued by it."""
    opened = [x509.load_der_x509_certificate(item.dump()) for item in certificates]
    for item in opened:
        issuers = [candidate for candidate in opened if candidate.subject == item.issuer]
        if issuers and not any(_issued(item, candidate) for candidate in issuers):
            return False
    return True


def _issued(item: x509.Certificate, issuer: x509.Certificate) -> bool:
    try:
        item.verify_directly_issued_by(issuer)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True
