"""What a run asks, before it does: files, variants, questions, calls per system, and the plan's hash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFormLayout, QWidget

from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

if TYPE_CHECKING:
    from fairdesk.audit.gathering import Gathering, Outline


class OutlinePanel(QWidget):
    """A short list of names and numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QFormLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._layout.setLabelAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self.files_label = self._add_row(self.tr("Files"))
        self.systems_label = self._add_row(self.tr("Systems"))
        self.variants_label = self._add_row(self.tr("Variants"))
        self.benchmarks_label = self._add_row(self.tr("Benchmarks"))
        self.questions_label = self._add_row(self.tr("Questions"))
        self.calls_label = self._add_row(self.tr("Calls"))
        self.plan_label = self._add_row(self.tr("Plan"))

    def show_gathering(self, gathering: Gathering) -> None:
        """Show the outline of one project."""
        outline = gathering.outline
        is_alone = bool(outline.benchmarks) and not outline.variants
        nothing = self.tr("none: benchmarks alone are asked")
        self.files_label.setText(nothing if is_alone else _number(outline.n_cases))
        self.benchmarks_label.setText("\n".join(outline.benchmarks) or self.tr("none"))
        self.systems_label.setText(", ".join(part.title for part in outline.systems) or self.tr("none"))
        self.variants_label.setText(nothing if is_alone else self._variants(outline, bool(gathering.supplier)))
        self.questions_label.setText("\n".join(part.title for part in outline.questions) or self.tr("none"))
        self.calls_label.setText(gathering.supplier or self._calls(outline))
        self.plan_label.setText(
            self.tr("fixed, SHA-256 {hash}").format(hash=_in_groups(gathering.plan_sha256))
            if gathering.plan_sha256
            else self.tr("not fixed yet; it is fixed and hashed before the first call")
        )

    def _add_row(self, title: str) -> PlainLabel:
        label = PlainLabel().wrapping()
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setAccessibleName(title)
        self._layout.addRow(PlainLabel(title, TextStyle.STRONG), label)
        return label

    def _variants(self, outline: Outline, is_supplied: bool) -> str:
        names = ", ".join(part.label for part in outline.variants)
        words = f"{_number(len(outline.variants))}: {names}"
        if outline.n_samples > 1 and outline.repeated:
            repeats = (
                self.tr("up to {count} answers are recorded to one prompt of: {names}")
                if is_supplied
                else self.tr("{names} is asked {count} times, for the noise floor")
            )
            words += "\n" + repeats.format(names=", ".join(outline.repeated), count=_number(outline.n_samples))
        return words

    def _calls(self, outline: Outline) -> str:
        words = self.tr("{calls} per system, {total} in all").format(
            calls=_number(outline.n_calls), total=_number(outline.n_calls * outline.n_systems)
        )
        if outline.is_upper_bound:
            words += ". " + self.tr(
                "At most: questions that the endpoint cannot answer and variants that a file lacks are not asked."
            )
        return words


def _number(number: int) -> str:
    return QLocale().toString(number)


def _in_groups(sha256: str) -> str:
    """Blanks let a long hash break its line."""
    return " ".join(sha256[start : start + 8] for start in range(0, len(sha256), 8))
