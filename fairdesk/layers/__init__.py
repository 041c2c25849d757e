"""Mitigation layers: what each changes in a request, and nothing else.

May import ``domain`` only. ``requests.py`` builds the messages of a request and applies the layers in their order.
To add one: write ``foo.py`` with a ``LAYER`` and name it in the tuple below; ``tests/contract/test_layers.py`` tries
it.
"""

from __future__ import annotations

from fairdesk.layers import fairness_directive
from fairdesk.layers.layer import Layer

LAYERS: tuple[Layer, ...] = (fairness_directive.LAYER,)
