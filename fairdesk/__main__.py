"""Start FairDesk: a command where one is given, the window otherwise.

Worker processes of the window import this module again, so nothing heavy stands at its top.
"""

from __future__ import annotations

import gc
import io
import sys

STOPPED = 5
"""Exit code of a command that was stopped; the enum that names it is not loaded yet when it is needed here."""


def main() -> int:
    """Parse the arguments and open one of the two doors."""
    write_no_core_files()
    if getattr(sys, "frozen", False):
        # The worker processes of a frozen installer start here and go no further.
        import multiprocessing

        multiprocessing.freeze_support()
    if len(sys.argv) == 1:
        # The usual start: the window stands sooner without the commands, and without looking for garbage in what is
        # only just being loaded; the window turns that on again.
        gc.disable()
        from fairdesk.audit.workspace import default_spec
        from fairdesk.gui.application import run_window

        return run_window(default_spec())
    try:
        return _run_command()
    except KeyboardInterrupt:
        # While the program is still being loaded; a command that has begun ends by itself.
        sys.stderr.write("fairdesk: Stopped before anything was done.\n")
        return STOPPED


def write_no_core_files() -> None:
    """Let no crash of this process, or of any that it starts, write its memory to disk: a key may be in it.

    The limit is inherited, so this one place is enough. On Linux 0 would keep the memory from a file alone; 1 keeps it
    from a program that collects crashes too, and is still too small for a file. The process stays readable for its own
    user (no PR_SET_DUMPABLE): portals ask for that before they open a file dialog. Windows has no such limit.
    """
    try:
        import resource
    except ImportError:
        return
    limit = 1 if sys.platform == "linux" else 0
    _soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_CORE, (limit, limit))


def _run_command() -> int:
    from fairdesk.cli.commands import parse, run_command_line, workspace_spec

    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that does not take every letter gets the others escaped; a window may have no streams.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    arguments = parse()
    if arguments.command is not None:
        return run_command_line(arguments)
    from fairdesk.gui.application import run_window

    return run_window(workspace_spec(arguments))


if __name__ == "__main__":
    sys.exit(main())
