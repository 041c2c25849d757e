"""Scores of a file of recorded answers, without a project: what ``fairdesk score`` prints, one file per score.

Each reads its file through ``interchange``, measures with ``measures`` and answers with one object: plain numbers or
None, and beside them ``estimates`` (see ``estimates.py``). Nothing is stored.
"""
