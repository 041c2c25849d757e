"""Whom an encrypted endpoint is trusted by: a file of one's own authority, or the system's store. Never nobody."""

from __future__ import annotations

import functools
import ssl
from pathlib import Path

import certifi

from fairdesk.domain.errors import InputError

CA_ADVICE = "Ask the IT department for the certificate of its authority as a PEM file, and choose that file."


def tls_context(ca_file: str = "") -> ssl.SSLContext:
    """The trust for one endpoint; made once per file and process, since reading a store takes 21 ms.

    Args:
        ca_file: A PEM file with the only certificates to trust; empty for the system's store (or what SSL_CERT_FILE
            names). Where the system has no store that can be found, the list that comes with FairDesk is used.

    Raises:
        InputError: the file is missing, cannot be read, or holds no certificate.
    """
    if not ca_file:
        return _system_trust()
    try:
        stamp = Path(ca_file).stat()
    except (OSError, ValueError) as error:
        raise InputError(f"The certificate file {ca_file} cannot be found.", CA_ADVICE) from error
    return _file_trust(ca_file, stamp.st_mtime_ns, stamp.st_size)


@functools.cache
def _system_trust() -> ssl.SSLContext:
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"] and not _has_folder():
        context.load_verify_locations(certifi.where())
    return context


def _has_folder() -> bool:
    """Certificates of a folder are read when one is needed, so they are not among what a context has already."""
    folder = ssl.get_default_verify_paths().capath
    try:
        return folder is not None and any(Path(folder).iterdir())
    except OSError:
        return False


@functools.lru_cache(maxsize=32)
def _file_trust(ca_file: str, changed_ns: int, n_bytes: int) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=ca_file)
    except ssl.SSLError as error:
        raise InputError(f"The file {ca_file} holds no certificate that can be read.", CA_ADVICE) from error
    except OSError as error:
        raise InputError(f"The certificate file {ca_file} cannot be read.", CA_ADVICE) from error
    if not context.cert_store_stats()["x509"]:
        raise InputError(f"The file {ca_file} holds no certificate.", CA_ADVICE)
    return context
