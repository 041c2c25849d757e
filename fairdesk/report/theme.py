"""How a report looks: measures of the page, text styles and colours. Lengths are points."""

from __future__ import annotations

from dataclasses import replace

from fairdesk.report.text import Colour, TextStyle

PAGE_WIDTH = 595.28
PAGE_HEIGHT = 841.89
MARGIN_SIDE = 51.0
BODY_WIDTH = PAGE_WIDTH - 2 * MARGIN_SIDE
HEAD_TOP = PAGE_HEIGHT - 34.0
BODY_BOTTOM = 66.0
FOOT_TOP = 46.0

INK: Colour = (0.10, 0.11, 0.13)
QUIET: Colour = (0.33, 0.35, 0.39)
ACCENT: Colour = (0.11, 0.22, 0.37)
ALARM: Colour = (0.55, 0.11, 0.07)
RULE: Colour = (0.77, 0.79, 0.83)
STRONG_RULE: Colour = (0.30, 0.33, 0.39)
TINT: Colour = (0.94, 0.95, 0.97)
ALARM_TINT: Colour = (0.99, 0.95, 0.93)
WHITE: Colour = (1.0, 1.0, 1.0)

BODY = TextStyle(size=10, leading=14.5, colour=INK)
STRONG = replace(BODY, bold=True)
SMALL = TextStyle(size=8.5, leading=12, colour=QUIET)
CAPTION = TextStyle(size=9, leading=12.5, bold=True, colour=INK)
QUOTED = TextStyle(size=9, leading=13, colour=INK)
CELL = TextStyle(size=8.5, leading=11.6, colour=INK)
PAGE_TEXT = TextStyle(size=8, leading=11, colour=QUIET)
STAMP = TextStyle(size=10, leading=14, bold=True, align="centre", colour=ALARM)
CHART_TEXT = TextStyle(size=8, leading=10.8, colour=INK)
CHART_SMALL = TextStyle(size=7.5, leading=10, colour=QUIET)

HEADINGS = (
    TextStyle(size=18, leading=24, bold=True, colour=ACCENT),
    TextStyle(size=13.5, leading=18.5, bold=True, colour=ACCENT),
    TextStyle(size=11, leading=15.5, bold=True, colour=INK),
    TextStyle(size=10, leading=14.5, bold=True, colour=QUIET),
)
"""By level, from 1."""

HEADING_GAPS = (26.0, 20.0, 15.0, 12.0)
AFTER_HEADING = 5.0
BLOCK_GAP = 9.0
