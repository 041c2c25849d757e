"""Headless commands: thin, the same ``audit`` functions as the window. Names, options, exit codes and JSON keys stay.

To add a command: write ``add_parser`` and ``run`` in a file here and name it in ``COMMANDS`` (commands.py).
"""
