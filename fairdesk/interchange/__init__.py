"""Files from outside, read into nouns or refused with their place: one module per format.

May import ``domain`` only. To add a format: a module named after it whose functions return nouns or raise
``ImportProblem`` with file, line, cause and cure; a broken file imports nothing. A kind of table file with evaluation
records is a ``FORMAT``, named in ``TABLE_FORMATS`` of ``record_files``; result files of another tool are the
``FORMATS`` of a module, named in ``FOREIGN_FORMATS`` of ``foreign``.
"""
