"""What an auditor does, one file per step; window and command line call these functions and nothing below them.

Functions take a ``WorkspaceSpec`` (or an open ``Workspace``) first, know no Qt, report progress through a callback and
return nouns. To add a step, write a file with one verb in its name and call it from both doors.
"""
