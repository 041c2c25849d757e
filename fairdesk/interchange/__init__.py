"""Files from outside, read into nouns or refused with their place: one module per format.

Three doors: ``record_files`` for evaluation records in any table, ``foreign`` behind it for result files of other
tools, and ``named_rows`` for the small tables that a score reads. ``table_writing`` is the way out.

May import ``domain`` only. To add a format: a module named after it whose functions return nouns or raise
``ImportProblem`` with file, line, cause and cure; a broken file imports nothing. A kind of table file with evaluation
records is a ``FORMAT``, named in ``TABLE_FORMATS`` of ``record_files``; result files of another tool are the
``FORMATS`` of a module, named in ``FOREIGN_FORMATS`` of ``foreign``.
"""
