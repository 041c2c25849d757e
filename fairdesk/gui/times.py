"""Stored times (UTC, ISO 8601) as people read them: in the local zone, which is named, in the locale's form."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, QTime, QTimeZone


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


def shown_moment(stored: str) -> str:
    """A moment near now, with the zone in words: ``14:05 (Berlin time)``; on another day the date stands before it."""
    try:
        local = datetime.fromisoformat(stored).astimezone()
    except ValueError:
        return stored
    locale = QLocale()
    words = locale.toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)
    if local.date() != datetime.now(local.tzinfo).date():
        day = QDate(local.year, local.month, local.day)
        words = f"{locale.toString(day, QLocale.FormatType.ShortFormat)} {words}"
    return f"{words} ({_zone_words(local.tzname() or '')})"


def _zone_words(abbreviation: str) -> str:
    """The city whose time it is, because many people do not know what CET is; else the abbreviation."""
    zone = QTimeZone.systemTimeZoneId().toStdString()
    area, _, place = zone.rpartition("/")
    if not area or area == "Etc":
        return abbreviation or zone
    return QCoreApplication.translate("Times", "{city} time").format(city=place.replace("_", " "))


def shown_duration(seconds: float) -> str:
    """Time left in the largest two units that matter: ``40 s``, ``3 min``, ``2 h 10 min``."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
