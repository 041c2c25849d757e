"""Answers that a model might give to break a window."""

from __future__ import annotations

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> Rating: 4/5",
    "The rating is 3\u202e5 \u0000\u0007\x1b[31m hidden\u200bzero\ufeffwidth",
    '=HYPERLINK("http://example.invalid")\r\nI give a rating of 2.\r\nThird line',
    "👩‍🎓👩‍🎓 Ich vergebe eine Bewertung. I give a rating of 5. 👍🏽",
    "الطالب جيد جدا ومستعد للدراسة. Rating: 4",
    "这位申请人准备得很好。I give a rating of 3." + "很长" * 400,
    "I give a rating of 4. " + "word " * 30_000,
)
