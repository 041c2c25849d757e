"""FairDesk's own colours: light, dark and high contrast, each text at least 4.5:1 on its ground (WCAG 2.2, 1.4.3).

The palettes of the platforms do not reach that for selected, disabled and link text, so they are not used.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QToolTip

from fairdesk.audit.preferences import Theme

Role = QPalette.ColorRole
Group = QPalette.ColorGroup

TEXT_SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)
"""Text sizes on offer, as factors on the system's."""

SMALLEST_BODY_POINTS = 10.0
"""A computer without desktop settings reports 9 pt, which is hard to read for many."""

_OWN_FONT_CLASSES = ("QMenu", "QMenuBar", "QMessageBox", "QToolTip", "QTipLabel", "QHeaderView", "QAbstractItemView")
"""Platform themes give these classes fonts of their own, which a plain setFont would not reach."""


_COLOURS: dict[Theme, dict[Role, str]] = {
    Theme.LIGHT: {
        Role.Window: "#f3f3f1",
        Role.WindowText: "#1b1b1f",
        Role.Base: "#ffffff",
        Role.AlternateBase: "#f0f3f7",
        Role.Text: "#1b1b1f",
        Role.PlaceholderText: "#5c5f66",
        Role.Button: "#e6e6e3",
        Role.ButtonText: "#1b1b1f",
        Role.BrightText: "#7a0015",
        Role.Highlight: "#1f4e8c",
        Role.HighlightedText: "#ffffff",
        Role.Accent: "#1f4e8c",
        Role.Link: "#1a4f9c",
        Role.LinkVisited: "#63338f",
        Role.ToolTipBase: "#fffdf0",
        Role.ToolTipText: "#1b1b1f",
        Role.Light: "#ffffff",
        Role.Midlight: "#f0f0ee",
        Role.Mid: "#a9a9a6",
        Role.Dark: "#7f7f7c",
        Role.Shadow: "#4a4a48",
    },
    Theme.DARK: {
        Role.Window: "#232529",
        Role.WindowText: "#ededf0",
        Role.Base: "#1a1b1e",
        Role.AlternateBase: "#24272c",
        Role.Text: "#ededf0",
        Role.PlaceholderText: "#a9acb3",
        Role.Button: "#34373d",
        Role.ButtonText: "#ededf0",
        Role.BrightText: "#ffb3ba",
        Role.Highlight: "#2a5fa8",
        Role.HighlightedText: "#ffffff",
        Role.Accent: "#6ea3ea",
        Role.Link: "#8ebcff",
        Role.LinkVisited: "#cfa8ff",
        Role.ToolTipBase: "#3a3d44",
        Role.ToolTipText: "#f4f4f6",
        Role.Light: "#4a4e56",
        Role.Midlight: "#3d4148",
        Role.Mid: "#5a5e66",
        Role.Dark: "#121316",
        Role.Shadow: "#000000",
    },
    Theme.HIGH_CONTRAST: {
        Role.Window: "#000000",
        Role.WindowText: "#ffffff",
        Role.Base: "#000000",
        Role.AlternateBase: "#000000",
        Role.Text: "#ffffff",
        Role.PlaceholderText: "#e0e0e0",
        Role.Button: "#101010",
        Role.ButtonText: "#ffffff",
        Role.BrightText: "#ffff00",
        Role.Highlight: "#ffe600",
        Role.HighlightedText: "#000000",
        Role.Accent: "#ffe600",
        Role.Link: "#7fd4ff",
        Role.LinkVisited: "#ffb0ff",
        Role.ToolTipBase: "#000000",
        Role.ToolTipText: "#ffffff",
        Role.Light: "#ffffff",
        Role.Midlight: "#c0c0c0",
        Role.Mid: "#ffffff",
        Role.Dark: "#ffffff",
        Role.Shadow: "#ffffff",
    },
}

_DISABLED_TEXT = {Theme.LIGHT: "#5f6168", Theme.DARK: "#a4a7ae", Theme.HIGH_CONTRAST: "#b8b8b8"}
_DISABLED_HIGHLIGHT = {Theme.LIGHT: "#d3d6db", Theme.DARK: "#3a3d43", Theme.HIGH_CONTRAST: "#303030"}
_DISABLED_HIGHLIGHTED_TEXT = {Theme.LIGHT: "#45474d", Theme.DARK: "#c9ccd2", Theme.HIGH_CONTRAST: "#ffffff"}

_FIELD_BORDERS = {Theme.LIGHT: "#76787d", Theme.DARK: "#8b8f97", Theme.HIGH_CONTRAST: "#ffffff"}

_STYLE_SHEET = """
QLineEdit, QPlainTextEdit, QTextEdit {{ border: 1px solid {border}; border-radius: 3px; padding: 2px; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {{ border: 2px solid {focus}; padding: 1px; }}
"""
_HIGH_CONTRAST_SHEET = """
QPushButton { border: 1px solid #ffffff; border-radius: 3px; padding: 4px 10px; background: #101010; }
QPushButton:disabled { border-color: #b8b8b8; }
QPushButton:focus { border: 2px solid #ffe600; padding: 3px 9px; }
QComboBox { border: 1px solid #ffffff; border-radius: 3px; padding: 3px 8px; background: #101010; }
QComboBox:focus { border: 2px solid #ffe600; padding: 2px 7px; }
QProgressBar, QComboBox QAbstractItemView { border: 1px solid #ffffff; }
"""
"""Only what palettes cannot do: Fusion outlines a control in a darker shade of the window, which black has not."""

TEXT_ON_GROUND: tuple[tuple[Role, Role], ...] = (
    (Role.WindowText, Role.Window),
    (Role.Text, Role.Base),
    (Role.Text, Role.AlternateBase),
    (Role.PlaceholderText, Role.Base),
    (Role.ButtonText, Role.Button),
    (Role.HighlightedText, Role.Highlight),
    (Role.Link, Role.Base),
    (Role.Link, Role.Window),
    (Role.LinkVisited, Role.Base),
    (Role.LinkVisited, Role.Window),
    (Role.ToolTipText, Role.ToolTipBase),
    (Role.BrightText, Role.Window),
    (Role.BrightText, Role.Base),
)
"""Every pair of text and ground that a control paints; a test measures each in each state."""


def build_palette(theme: Theme) -> QPalette:
    """The colours of LIGHT, DARK or HIGH_CONTRAST, for active, inactive and disabled controls."""
    palette = QPalette()
    for role, colour in _COLOURS[theme].items():
        palette.setColor(role, QColor(colour))
    disabled = QColor(_DISABLED_TEXT[theme])
    for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.PlaceholderText, Role.ToolTipText):
        palette.setColor(Group.Disabled, role, disabled)
    palette.setColor(Group.Disabled, Role.Highlight, QColor(_DISABLED_HIGHLIGHT[theme]))
    palette.setColor(Group.Disabled, Role.HighlightedText, QColor(_DISABLED_HIGHLIGHTED_TEXT[theme]))
    palette.setColor(Group.Disabled, Role.ToolTipText, palette.color(Group.Active, Role.ToolTipText))
    return palette


def style_sheet(theme: Theme) -> str:
    """Borders of fields (and, in high contrast, of buttons) with at least 3:1 on their ground."""
    borders = _STYLE_SHEET.format(border=_FIELD_BORDERS[theme], focus=_COLOURS[theme][Role.Accent])
    return borders + (_HIGH_CONTRAST_SHEET if theme is Theme.HIGH_CONTRAST else "")


def contrast_ratio(first: QColor, second: QColor) -> float:
    """WCAG 2.2 contrast of two opaque colours: 1 (equal) to 21 (black on white)."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    parts = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


class Appearance(QObject):
    """Colours and text size of the whole application; follows the system while the theme is SYSTEM."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._system_font = QFont(application.font())
        self._theme = Theme.SYSTEM
        self._text_scale = 1.0
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._on_system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._on_system_changed)

    def begin(self, theme: Theme, text_scale: float) -> None:
        """As ``apply`` without the borders of fields: for the frame of the window, which has none, before its page."""
        self._theme = theme
        self._text_scale = text_scale
        self._apply_palette()
        self._apply_font()

    def apply(self, theme: Theme, text_scale: float) -> None:
        """Use a theme and a text size, as a factor on the system's."""
        self._theme = theme
        self._text_scale = text_scale
        self._apply()

    def shown_theme(self) -> Theme:
        """LIGHT, DARK or HIGH_CONTRAST: what is on the screen now."""
        if self._theme is not Theme.SYSTEM:
            return self._theme
        hints = self._application.styleHints()
        if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            return Theme.HIGH_CONTRAST
        return Theme.DARK if hints.colorScheme() == Qt.ColorScheme.Dark else Theme.LIGHT

    def _apply(self) -> None:
        self._apply_palette()
        sheet = style_sheet(self.shown_theme())
        if self._application.styleSheet() != sheet:
            self._application.setStyleSheet(sheet)
        # Fonts last: a new style sheet takes labels back to the font that they had when they were made.
        self._apply_font()

    def _apply_palette(self) -> None:
        palette = build_palette(self.shown_theme())
        self._application.setPalette(palette)
        QToolTip.setPalette(palette)

    def _apply_font(self) -> None:
        font = QFont(self._system_font)
        font.setPointSizeF(max(self._system_font.pointSizeF(), SMALLEST_BODY_POINTS) * self._text_scale)
        self._application.setFont(font)
        for class_name in _OWN_FONT_CLASSES:
            # The binding takes text, whatever its type hints say (PySide6 6.11).
            self._application.setFont(font, class_name)  # type: ignore[arg-type]
        QToolTip.setFont(font)
        # Qt tells only windows of it; labels in a size of their own have to know as well. Posted, not sent: a widget of
        # Qt's own may die of the event, and its place in this list would then lead nowhere.
        for widget in self._application.allWidgets():
            self._application.postEvent(widget, QEvent(QEvent.Type.ApplicationFontChange))

    def _on_system_changed(self) -> None:
        if self._theme is Theme.SYSTEM:
            self._apply()
