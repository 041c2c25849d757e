"""Wire formats: pure build and parse, one file each.

May import ``domain``, ``endpoints.wire_format`` and ``endpoints.failures``, and nothing else. To add one, write
``foo.py`` with a ``WIRE_FORMAT`` and name it in the tuple below; ``tests/contract/test_wire_formats.py`` tries it. The
client speaks ``openai_chat`` alone as yet: a second member needs a choice by the endpoint's ``kind`` there.
"""

from __future__ import annotations

from fairdesk.endpoints.formats import openai_chat
from fairdesk.endpoints.wire_format import WireFormat

WIRE_FORMATS: tuple[WireFormat, ...] = (openai_chat.WIRE_FORMAT,)
