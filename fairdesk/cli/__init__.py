"""Headless commands: thin, the same ``audit`` functions as the window. Names, options, exit codes and JSON keys stay.

May import ``audit`` and ``domain`` only, and ``audit`` when a command runs, so that help and wrong use answer at once.
To add a command: write ``foo_command.py`` with ``add_parsers``, which names the function that runs it, and name the
file in ``COMMANDS`` (commands.py); ``tests/contract/test_commands.py`` tries it.
"""
