"""What is known of the object behind an endpoint: how surely it is identified, what was learnt, what is unknown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.abilities import ability_words
from fairdesk.domain.audited_system import AuditedSystem
from fairdesk.domain.object_words import has_learnt_facts, identity_words, unknown_parts
from fairdesk.domain.supplied_words import is_supplied
from fairdesk.gui.tables import shortened
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

SHOWN_CHARACTERS = 400
"""Facts are foreign text; a server may declare any amount of it."""


class IdentityPanel(QWidget):
    """Three short lists in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.identity_label = PlainLabel().wrapping()
        self.facts_label = PlainLabel().wrapping()
        self.unknown_label = PlainLabel().wrapping()
        for heading, label in (
            (self.tr("Identity"), self.identity_label),
            (self.tr("Learnt of it"), self.facts_label),
            (self.tr("Unknown"), self.unknown_label),
        ):
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(PlainLabel(heading, TextStyle.STRONG))
            layout.addWidget(label)
            layout.addSpacing(6)

    def show_system(self, system: AuditedSystem | None) -> None:
        """Show what is known; None shows that there is no system."""
        if system is None:
            self.identity_label.setText(self.tr("The project has no system."))
            self.facts_label.clear()
            self.unknown_label.clear()
            return
        self.identity_label.setText(
            identity_words(system)
            if has_learnt_facts(system)
            else self.tr("not known yet: nothing was learnt of this endpoint; test it on the page Endpoints")
        )
        self.facts_label.setText("\n".join(self._facts(system)) or self.tr("nothing yet"))
        self.unknown_label.setText("\n".join(unknown_parts(system)))

    def _facts(self, system: AuditedSystem) -> list[str]:
        facts = system.facts
        if not has_learnt_facts(system):
            return []
        if is_supplied(system):
            # Nobody looked whether there are log-probabilities, so nothing is said of them.
            return [shortened(words, SHOWN_CHARACTERS) for words in facts.facts.values()]
        lines = [self.tr("Model named in the answers: {name}").format(name=facts.model_echo or self.tr("none"))]
        if not facts.abilities:
            lines += [
                self.tr("Log-probabilities: {yes}").format(yes=self._yes(facts.has_logprobs)),
                self.tr("Continues an answer that was begun: {yes}").format(yes=self._yes(facts.continues_prefix)),
            ]
        lines += [ability_words(ability) for ability in facts.abilities]
        if facts.fingerprint:
            lines.append(self.tr("Fingerprint: {text}").format(text=facts.fingerprint))
        if facts.is_rehearsal:
            lines.append(self.tr("Rehearsal, not evidence: the answers come from FairDesk's own calibration model."))
        lines += [f"{name}: {value}" for name, value in sorted(facts.facts.items())]
        return [shortened(line, SHOWN_CHARACTERS) for line in lines]

    def _yes(self, is_so: bool) -> str:
        return self.tr("yes") if is_so else self.tr("no")
