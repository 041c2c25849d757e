"""Settings: how the window looks, where the data is, and where keys are kept."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from fairdesk.audit.preferences import Theme
from fairdesk.gui.page_context import PageContext
from fairdesk.gui.palettes import TEXT_SCALES
from fairdesk.gui.task_worker import plainly
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.message_bar import MessageKind
from fairdesk.gui.widgets.page_layout import lay_out_page


class SettingsPage(QWidget):
    """Each change is in force and kept at once."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        layout, self.messages = lay_out_page(
            self, self.tr("Settings"), self.tr("Changes are in force at once and kept for the next start.")
        )
        self.theme_box = ChoiceBox()
        self.text_box = ChoiceBox()
        self.key_label = PlainLabel(self.tr("being looked up…")).wrapping()
        layout.addWidget(PlainLabel(self.tr("Look"), TextStyle.HEADING))
        layout.addWidget(self._look())
        layout.addWidget(PlainLabel(self.tr("Data"), TextStyle.HEADING))
        layout.addWidget(self._data())
        layout.addWidget(PlainLabel(self.tr("Keys of endpoints"), TextStyle.HEADING))
        layout.addWidget(self.key_label)
        layout.addStretch(1)
        self._ask_for_key_store()

    def _look(self) -> Form:
        names = {
            Theme.SYSTEM: self.tr("as the computer is set"),
            Theme.LIGHT: self.tr("light"),
            Theme.DARK: self.tr("dark"),
            Theme.HIGH_CONTRAST: self.tr("high contrast"),
        }
        for theme, name in names.items():
            self.theme_box.addItem(name, theme)
        for scale in TEXT_SCALES:
            self.text_box.addItem(self.tr("{percent} %").format(percent=round(scale * 100)), scale)
        remembered = self._context.remembered
        self.theme_box.setCurrentIndex(list(names).index(remembered.theme))
        nearest = min(TEXT_SCALES, key=lambda scale: abs(scale - remembered.text_scale))
        self.text_box.setCurrentIndex(TEXT_SCALES.index(nearest))
        form = Form()
        form.add_field(FieldText(label=self.tr("&Colours")), self.theme_box)
        form.add_field(
            FieldText(
                label=self.tr("&Text size"),
                help=self.tr("Reaches everything in the window; printed pages are not changed by it."),
            ),
            self.text_box,
        )
        self.theme_box.activated.connect(self._on_look_changed)
        self.text_box.activated.connect(self._on_look_changed)
        return form

    def _data(self) -> Form:
        folder = str(self._context.spec.data_dir)
        self.folder_edit = QLineEdit(folder)
        self.folder_edit.setReadOnly(True)
        self.folder_button = QPushButton(self.tr("Show the folder"))
        self.folder_button.clicked.connect(self._on_folder_requested)
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.folder_edit, 1)
        line.addWidget(self.folder_button)
        text = FieldText(
            label=self.tr("Where the &data is"),
            help=self.tr("All projects, answers and reports, their copies and the log of faults; on this computer."),
        )
        form = Form()
        form.add_field(text, row)
        describe(self.folder_edit, text)
        return form

    def _ask_for_key_store(self) -> None:
        from fairdesk.audit.endpoints import key_store_words

        self._context.tasks.start(
            work=plainly(key_store_words, self._context.spec),
            done=self._on_key_store_found,
            failed=self.messages.show_failure,
        )

    def _on_key_store_found(self, words: str) -> None:
        self.key_label.setText(words)

    def _on_look_changed(self) -> None:
        theme: Theme = self.theme_box.currentData()
        scale: float = self.text_box.currentData()
        self._context.appearance.apply(theme, scale)
        problem = self._context.remembered.set_appearance(theme, scale)
        if problem:
            self.messages.show_message(MessageKind.WARNING, self.tr("The settings could not be kept."), problem)

    def _on_folder_requested(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._context.spec.data_dir)))
