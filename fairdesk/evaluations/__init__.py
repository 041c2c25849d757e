"""Benchmarks and methods: what is asked, how a case is varied, what it can and cannot show.

May import ``domain`` only. To add one: write ``foo.py`` with an ``EVALUATION`` and name it in the tuple below;
``tests/contract/test_evaluations.py`` tries it. Plans are made from ``admissions`` alone as yet: a second member needs
a choice in ``ProjectDetails`` and in ``audit/plan.py``.
"""

from __future__ import annotations

from fairdesk.evaluations import admissions
from fairdesk.evaluations.evaluation import Evaluation

EVALUATIONS: tuple[Evaluation, ...] = (admissions.EVALUATION,)
