"""Benchmarks and methods: what is asked, how a case is varied, what it can and cannot show.

Imports nothing of its own layer (``layers``, ``endpoints``, ``interchange``, ``store``, ``report``, ``settings``).
To add one: write ``foo.py`` with an ``EVALUATION`` and name it in the tuple below.
"""

from __future__ import annotations

from fairdesk.evaluations import admissions
from fairdesk.evaluations.evaluation import Evaluation

EVALUATIONS: tuple[Evaluation, ...] = (admissions.EVALUATION,)
