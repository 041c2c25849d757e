"""The colours of the window, and that theme and text size reach everything."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QHeaderView, QLabel, QMenu, QPushButton, QTableView, QToolTip

from fairdesk.audit.preferences import Theme
from fairdesk.gui.palettes import TEXT_ON_GROUND, build_palette, contrast_ratio
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import STRIPE_COLOURS

SHOWN_THEMES = (Theme.LIGHT, Theme.DARK, Theme.HIGH_CONTRAST)
GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled)


def test_contrast_is_measured_as_wcag_says() -> None:
    """Black on white is 21 to 1; the grey #767676 on white is the textbook's 4.54."""
    assert contrast_ratio(QColor("black"), QColor("white")) == pytest.approx(21.0)
    assert contrast_ratio(QColor("#767676"), QColor("white")) == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("theme", SHOWN_THEMES)
def test_every_text_has_a_contrast_of_4_5(theme: Theme) -> None:
    """Selected, disabled, link, visited, placeholder and tip text included, in every state of a control."""
    palette = build_palette(theme)
    weak = {
        f"{group.name} {text.name} on {ground.name}": round(ratio, 2)
        for group in GROUPS
        for text, ground in TEXT_ON_GROUND
        if (ratio := contrast_ratio(palette.color(group, text), palette.color(group, ground))) < 4.5
    }

    assert weak == {}


@pytest.mark.parametrize("theme", SHOWN_THEMES)
def test_what_carries_a_shape_has_a_contrast_of_3(theme: Theme) -> None:
    """Marks of charts and the focus ring stand out from the page (WCAG 2.2, 1.4.11)."""
    palette = build_palette(theme)
    for ground in (QPalette.ColorRole.Base, QPalette.ColorRole.Window):
        assert contrast_ratio(palette.color(QPalette.ColorRole.Accent), palette.color(ground)) >= 3.0


@pytest.mark.parametrize("theme", SHOWN_THEMES)
def test_the_stripes_of_messages_stand_out(theme: Theme) -> None:
    """The stripe is only decoration beside the word, and still visible in every theme."""
    base = build_palette(theme).color(QPalette.ColorRole.Base)
    for colour in STRIPE_COLOURS.values():
        assert contrast_ratio(QColor(colour), base) >= 3.0


@pytest.mark.parametrize("theme", SHOWN_THEMES)
def test_a_theme_reaches_what_is_shown_already(qtbot, appearance, theme: Theme) -> None:
    """Windows, buttons and tips change at once, without a new start."""
    button = QPushButton("x")
    qtbot.addWidget(button)
    button.show()
    appearance.apply(theme, 1.0)

    wanted = build_palette(theme)
    assert appearance.shown_theme() is theme
    qtbot.waitUntil(
        lambda: button.palette().color(QPalette.ColorRole.Button) == wanted.color(QPalette.ColorRole.Button)
    )
    assert QToolTip.palette().color(QPalette.ColorRole.ToolTipBase) == wanted.color(QPalette.ColorRole.ToolTipBase)


def test_following_the_system_gives_light_where_it_does_not_say(appearance) -> None:
    """A desktop that tells neither scheme nor contrast gets the light palette."""
    appearance.apply(Theme.SYSTEM, 1.0)

    hints = QApplication.styleHints()
    assert hints.colorScheme() == Qt.ColorScheme.Unknown
    assert appearance.shown_theme() is Theme.LIGHT


def test_text_size_reaches_everything(qtbot, appearance) -> None:
    """Labels, titles, menus, tables with their headings, and tips grow alike."""
    widgets = [QLabel("x"), PlainLabel("x", TextStyle.TITLE), QMenu(), QTableView()]
    for widget in widgets:
        qtbot.addWidget(widget)
    headings = widgets[3].findChild(QHeaderView)

    def sizes() -> list[float]:
        fonts = [widget.font() for widget in (*widgets, headings)] + [QToolTip.font()]
        return [round(font.pointSizeF(), 2) for font in fonts]

    for theme, scale in ((Theme.HIGH_CONTRAST, 1.0), (Theme.LIGHT, 2.0), (Theme.DARK, 1.5), (Theme.LIGHT, 1.0)):
        appearance.apply(theme, scale)
        wanted = [10.0 * scale, 14.5 * scale, *[10.0 * scale] * 4]
        qtbot.waitUntil(lambda wanted=wanted: sizes() == pytest.approx(wanted))
