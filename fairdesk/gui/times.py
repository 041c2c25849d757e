"""Stored times (UTC, ISO 8601) as people read them: in the local zone, which is named, in the locale's form."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime


def shown_time(stored: str) -> str:
    """Date, time and zone; an empty text stays empty, an unreadable one is shown as it is stored."""
    if not stored:
        return ""
    try:
        local = datetime.fromisoformat(stored).astimezone()
    except ValueError:
        return stored
    moment = QDateTime(QDate(local.year, local.month, local.day), QTime(local.hour, local.minute))
    return f"{QLocale().toString(moment, QLocale.FormatType.ShortFormat)} {local.tzname() or ''}".strip()


def shown_duration(seconds: float) -> str:
    """Time left in the largest two units that matter: ``40 s``, ``3 min``, ``2 h 10 min``."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
