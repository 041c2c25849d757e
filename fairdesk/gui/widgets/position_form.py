"""The normative position of the audit: which differences count, who approved it, what is an overshoot."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from fairdesk.domain.design import Notion, Position, View
from fairdesk.gui.design_words import VIEWS, said
from fairdesk.gui.widgets.field_note import FieldNote
from fairdesk.gui.widgets.fields import CheckBox, NumberBox, TextArea
from fairdesk.gui.widgets.forms import ChoiceBox, FieldText, Form
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle
from fairdesk.gui.widgets.name_list import NameList

NO_RULE = 0.0
MOST_POINTS = 100.0


class PositionForm(Form):
    """Shows a position; ``edited`` carries the name of the field and the position after it."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._position = Position()
        self._is_filling = False
        self.view_box = ChoiceBox()
        for view, words in VIEWS.items():
            self.view_box.addItem(said(words), view)
        self.reason_area = TextArea(3)
        self.approver_edit, self.approved_edit = QLineEdit(), QLineEdit()
        self.groups_area, self.basis_area = TextArea(2), TextArea(2)
        self.overshoot_box = NumberBox()
        self.overshoot_box.setRange(NO_RULE, MOST_POINTS)
        self.overshoot_box.setDecimals(2)
        self.overshoot_box.setSingleStep(0.1)
        self.overshoot_box.setSpecialValueText(self.tr("no rule"))
        self.missing_note = FieldNote()
        self.notions = NameList(
            FieldText(
                label=self.tr("&Notions of equal treatment that were weighed"),
                help=self.tr("Each with whether it is used and why; a report with none says so."),
            ),
            self.tr("Add a notion"),
        )
        self.notion_edit = QLineEdit()
        self.used_check = CheckBox(self.tr("Used in this audit"))
        self.notion_reason_area = TextArea(2)
        self._groups_part, self._basis_part, self._notion_part = Form(), Form(), Form()
        self._lay_out()
        self._connect()

    def show_position(self, position: Position) -> None:
        """Show a position; a field that shows the right words is left alone."""
        self._is_filling = True
        self._position = position
        self.view_box.setCurrentIndex(list(VIEWS).index(position.view))
        for area, text in (
            (self.reason_area, position.reason),
            (self.groups_area, position.listed_groups),
            (self.basis_area, position.legal_basis),
        ):
            area.show_text(text)
        for edit, text in ((self.approver_edit, position.approver), (self.approved_edit, position.approved_on)):
            if edit.text() != text:
                edit.setText(text)
        self.overshoot_box.show_value(position.overshoot_points or NO_RULE)
        names = [
            (
                str(number),
                self.tr("{notion}: used").format(notion=one.notion)
                if one.is_used
                else self.tr("{notion}: rejected").format(notion=one.notion),
            )
            for number, one in enumerate(position.notions)
        ]
        self.notions.show_names(names)
        self._is_filling = False
        self._show_notion()
        self._show_parts()

    def _lay_out(self) -> None:
        self.add_field(
            FieldText(
                label=self.tr("&Which differences count"),
                help=self.tr("Chosen before any result is seen, and printed with its reason and approver."),
            ),
            self.view_box,
        )
        self._groups_part.add_field(
            FieldText(label=self.tr("Groups against which a shift counts"), help=self.tr("They are printed.")),
            self.groups_area,
        )
        self._basis_part.add_field(FieldText(label=self.tr("Legal basis of the positive action")), self.basis_area)
        self.add_part(self._groups_part)
        self.add_part(self._basis_part)
        self.add_field(FieldText(label=self.tr("Reason of the position")), self.reason_area)
        self.add_field(FieldText(label=self.tr("Approved by")), self.approver_edit)
        self.add_field(
            FieldText(label=self.tr("Approved on"), help=self.tr("As year-month-day, for example 2026-11-30.")),
            self.approved_edit,
        )
        self.add_field(
            FieldText(
                label=self.tr("Favourable shift that is reviewed, in points"),
                help=self.tr("A shift in favour of a group of this size or more is looked at. 0 sets no rule."),
            ),
            self.overshoot_box,
        )
        self.add_widget(self.missing_note)
        self.add_widget(self.notions)
        self.notion_heading = PlainLabel(self.tr("The chosen notion"), TextStyle.STRONG)
        self._notion_part.add_widget(self.notion_heading)
        self._notion_part.add_field(FieldText(label=self.tr("Name of the notion")), self.notion_edit)
        self._notion_part.add_widget(self.used_check)
        self._notion_part.add_field(FieldText(label=self.tr("Why it is used or rejected")), self.notion_reason_area)
        self.add_part(self._notion_part)

    def _connect(self) -> None:
        self.view_box.activated.connect(
            lambda: self._emit(self.tr("which differences count"), view=self.view_box.currentData())
        )
        self.reason_area.textChanged.connect(
            lambda: self._emit(self.tr("reason of the position"), reason=self.reason_area.words())
        )
        self.groups_area.textChanged.connect(
            lambda: self._emit(self.tr("groups that count"), listed_groups=self.groups_area.words())
        )
        self.basis_area.textChanged.connect(
            lambda: self._emit(self.tr("legal basis"), legal_basis=self.basis_area.words())
        )
        self.approver_edit.textEdited.connect(lambda text: self._emit(self.tr("approver"), approver=text))
        self.approved_edit.textEdited.connect(lambda text: self._emit(self.tr("day of approval"), approved_on=text))
        self.overshoot_box.valueChanged.connect(
            lambda value: self._emit(self.tr("overshoot rule"), overshoot_points=round(value, 2) or None)
        )
        self.notions.chosen.connect(lambda _key: self._show_notion())
        self.notions.add_requested.connect(self._on_add_notion)
        self.notions.remove_requested.connect(self._on_remove_notion)
        self.notions.moved.connect(self._on_notion_moved)
        self.notion_edit.textEdited.connect(lambda text: self._change_notion(self.tr("notion"), notion=text))
        self.used_check.toggled.connect(lambda on: self._change_notion(self.tr("use of the notion"), is_used=on))
        self.notion_reason_area.textChanged.connect(
            lambda: self._change_notion(self.tr("reason of the notion"), reason=self.notion_reason_area.words())
        )

    def _emit(self, field: str, **values: object) -> None:
        if self._is_filling:
            return
        position = replace(self._position, **values)  # type: ignore[arg-type]  # the field knows its type
        if position != self._position:
            self._position = position
            self._show_parts()
            self.edited.emit(field, position)

    def _show_parts(self) -> None:
        position = self._position
        self._groups_part.setVisible(position.view is View.ADVERSE_ONLY)
        self._basis_part.setVisible(position.view is View.POSITIVE_ACTION)
        needed = [(position.reason, self.tr("a reason")), (position.approver, self.tr("who approved it"))]
        needed.append((position.approved_on, self.tr("the day of approval")))
        if position.view is View.ADVERSE_ONLY:
            needed.append((position.listed_groups, self.tr("the groups")))
        if position.view is View.POSITIVE_ACTION:
            needed.append((position.legal_basis, self.tr("the legal basis")))
        missing = [words for text, words in needed if not text.strip()]
        if position.view in (View.ADVERSE_ONLY, View.POSITIVE_ACTION) and position.overshoot_points is None:
            missing.append(self.tr("the shift that is reviewed"))
        is_chosen = position.view is not View.NOT_CHOSEN
        self.missing_note.show_problem(
            self.tr("Missing: {what}.").format(what=", ".join(missing)) if is_chosen and missing else ""
        )

    def _place(self) -> int | None:
        key = self.notions.key()
        return int(key) if key and int(key) < len(self._position.notions) else None

    def _show_notion(self) -> None:
        place = self._place()
        self._notion_part.setVisible(place is not None)
        if place is None:
            return
        one = self._position.notions[place]
        was_filling, self._is_filling = self._is_filling, True
        if self.notion_edit.text() != one.notion:
            self.notion_edit.setText(one.notion)
        self.used_check.setChecked(one.is_used)
        self.notion_reason_area.show_text(one.reason)
        self._is_filling = was_filling

    def _change_notion(self, field: str, **values: object) -> None:
        place = self._place()
        if place is None or self._is_filling:
            return
        notions = list(self._position.notions)
        notions[place] = replace(notions[place], **values)  # type: ignore[arg-type]  # the field knows its type
        self._emit(field, notions=tuple(notions))

    def _on_add_notion(self) -> None:
        added = Notion(notion=self.tr("New notion"), is_used=True, reason="")
        position = replace(self._position, notions=(*self._position.notions, added))
        self._emit(self.tr("notion added"), notions=position.notions)
        self.show_position(position)
        self.notions.list.setCurrentRow(len(position.notions) - 1)
        self.notion_edit.setFocus()
        self.notion_edit.selectAll()

    def _on_remove_notion(self, key: str) -> None:
        notions = tuple(one for number, one in enumerate(self._position.notions) if number != int(key))
        self._emit(self.tr("notion removed"), notions=notions)

    def _on_notion_moved(self, key: str, by: int) -> None:
        notions, place = list(self._position.notions), int(key)
        notions[place], notions[place + by] = notions[place + by], notions[place]
        self._emit(self.tr("order of the notions"), notions=tuple(notions))
        self.notions.list.setCurrentRow(place + by)
