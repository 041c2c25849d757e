"""Where the password of a key file comes from: a named variable, a prompt or a pipe; never the command line."""

from __future__ import annotations

import getpass
import os
import sys

from fairdesk.domain.errors import InputError


def key_file_password(variable: str | None) -> str:
    """The password of a PKCS#12 file.

    Args:
        variable: Name of an environment variable that holds it; None to ask.

    Raises:
        InputError: the variable is not set, or nobody is there to type.
    """
    if variable is None:
        # Without a terminal a prompt would warn of an echo that is none, and nobody would see it.
        typed = getpass.getpass("Password of the PKCS#12 file: ") if sys.stdin.isatty() else sys.stdin.readline()
        if not typed and not sys.stdin.isatty():
            cure = "Name an environment variable that holds it: --password-variable NAME."
            raise InputError("Nobody is there to type the password of the PKCS#12 file.", cure)
        return typed.rstrip("\r\n")
    if variable not in os.environ:
        raise InputError(f"The environment variable {variable} is not set.", "Set it, or leave the option away.")
    return os.environ[variable]
