"""Benchmarks and methods: what is asked, how a case is varied, what it can and cannot show.

May import ``domain`` and ``measures`` only. To add one: write ``foo.py`` with a function that answers with an
``Evaluation``, and choose it in ``audit/evaluation_choice.py``; ``tests/contract/test_evaluations.py`` tries it.
"""
