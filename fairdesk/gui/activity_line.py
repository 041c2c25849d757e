"""The line below every page: what runs, how far it is, how fast, how long still, and the button that stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from fairdesk.gui.widgets.labels import ElidedLabel, PlainLabel

if TYPE_CHECKING:
    from fairdesk.gui.activity import Activity


class ActivityLine(QWidget):
    """Shows one activity; says so when nothing runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._activity: Activity | None = None
        self.words_label = ElidedLabel()
        self.words_label.setAccessibleName(self.tr("What runs"))
        self.progress_bar = QProgressBar(self)
        self.progress_bar.setAccessibleName(self.tr("Progress"))
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setMinimumWidth(120)
        self.count_label = PlainLabel()
        self.count_label.setAccessibleName(self.tr("Count, rate and time left"))
        self.cancel_button = QPushButton(self)
        self.cancel_button.clicked.connect(self._on_cancel_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.setSpacing(12)
        layout.addWidget(self.words_label, 1)
        layout.addWidget(self.progress_bar)
        layout.addWidget(self.count_label)
        layout.addWidget(self.cancel_button)
        self.show_activity(None)

    def show_activity(self, activity: Activity | None) -> None:
        """Show what runs, or that nothing does."""
        self._activity = activity
        is_active = activity is not None
        for widget in (self.progress_bar, self.count_label):
            widget.setVisible(is_active)
        self.cancel_button.setVisible(activity is not None and activity.cancel is not None)
        if activity is None:
            self.words_label.setText(self.tr("Nothing runs"))
            return
        self.words_label.setText(activity.words)
        self.progress_bar.setRange(0, activity.n_total)
        self.progress_bar.setValue(activity.n_done)
        self.count_label.setText(self._numbers(activity))
        self.cancel_button.setText(activity.cancel_words or self.tr("Cancel"))

    def _numbers(self, activity: Activity) -> str:
        from PySide6.QtCore import QLocale

        from fairdesk.gui.times import shown_duration

        locale = QLocale()
        parts = []
        if activity.n_total:
            parts.append(
                self.tr("{done} of {total}").format(
                    done=locale.toString(activity.n_done), total=locale.toString(activity.n_total)
                )
            )
        if activity.rate_per_s > 0:
            parts.append(self.tr("{rate} per second").format(rate=locale.toString(activity.rate_per_s, "f", 1)))
        if activity.seconds_left is not None:
            parts.append(self.tr("about {time} left").format(time=shown_duration(activity.seconds_left)))
        return ", ".join(parts)

    def _on_cancel_clicked(self) -> None:
        if self._activity is not None and self._activity.cancel is not None:
            self._activity.cancel()
