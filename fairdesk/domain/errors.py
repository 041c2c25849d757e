"""Every failure that a user may see, drawn as one tree.

    FairDeskError                 a message (what happened) and advice (what to do)
    ├── InputError                a file, option or value from outside is wrong
    │   ├── ImportProblem         ... with file, line, column and value
    │   └── NameTaken             ... namely a name that something else has already
    ├── StoreError                the local store cannot be read or written
    │   ├── StoreBusy             another process holds the lock or the lease
    │   │   ├── StoreLocked       ... the lock: it will be gone in a moment
    │   │   └── ChangedElsewhere  ... or saved the project after it was read here
    │   ├── StoreTooNew           written by a later version of FairDesk
    │   ├── NotCarried            an archive left it out, as it was asked to
    │   └── ReadOtherwise         records that another version of the reader read, maybe differently
    ├── PlanError                 the plan does not allow this step
    ├── EndpointError             an endpoint could not be reached or refused
    ├── SecretError               the key store refused or is absent
    ├── ReportError               a report could not be laid out or written
    │   └── SigningError          ... or signed
    └── Cancelled                 the user stopped it; what was done is kept

Anything else that is raised is a fault of ours: it is caught only in the task runner, the exception hook
and the command line, logged with its traceback, and shown as such. Data problems are values, never raised.
"""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command answers to the shell."""

    DONE = 0
    NEGATIVE = 1
    WRONG_USE = 2
    UNDECIDED = 3
    ENDPOINT = 4
    CANCELLED = 5


class FairDeskError(Exception):
    """A failure with a sentence for the user and a sentence of advice; shown as it is."""

    exit_code: ExitCode = ExitCode.WRONG_USE

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice

    def __reduce__(self) -> tuple[type[FairDeskError], tuple[str, str]]:
        return type(self), (self.message, self.advice)

    def __str__(self) -> str:
        return f"{self.message} {self.advice}".strip()


class InputError(FairDeskError):
    """A file, option or value from outside is wrong."""


class ImportProblem(InputError):
    """A line of a file cannot be taken; the message names file, line and value."""


class NameTaken(InputError):
    """Something else has this name; another one makes it right."""


class StoreError(FairDeskError):
    """The local store cannot be read or written."""


class StoreBusy(StoreError):
    """Another process holds the store's lock or the run's lease."""


class StoreLocked(StoreBusy):
    """Another process is writing and did not end within the waiting time; trying again is right."""


class ChangedElsewhere(StoreBusy):
    """Another window saved what was about to be saved here; nothing was overwritten."""


class StoreTooNew(StoreError):
    """The store was written by a later version of FairDesk."""


class ReadOtherwise(StoreError):
    """Stored records were read by another version of the reader; this one may read the same bytes differently."""


class NotCarried(StoreError):
    """An archive left it out, so that it is not in this store; what rests on it can be neither told nor denied."""


class PlanError(FairDeskError):
    """The plan does not allow this step."""


class EndpointError(FairDeskError):
    """An endpoint could not be reached or refused."""

    exit_code = ExitCode.ENDPOINT


class SecretError(FairDeskError):
    """The system key store refused, timed out or is absent."""


class ReportError(FairDeskError):
    """A report could not be laid out or written."""


class SigningError(ReportError):
    """A report could not be signed; no file was left behind."""


class Cancelled(FairDeskError):
    """The user stopped it; what was done is kept."""

    exit_code = ExitCode.CANCELLED
