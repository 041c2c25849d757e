"""Mitigation layers: what each changes in a request, and nothing else.

Imports nothing of its own layer of the house (``evaluations``, ``endpoints``, ``store``, ...).
To add one: write ``foo.py`` with a ``LAYER`` and name it in the tuple below. ``requests.py`` applies them.
"""

from __future__ import annotations

from fairdesk.layers import fairness_directive
from fairdesk.layers.layer import Layer

LAYERS: tuple[Layer, ...] = (fairness_directive.LAYER,)
