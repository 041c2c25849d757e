"""On which terms an endpoint is asked: certificates, limits, time-outs and prices; none of them changes an answer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from fairdesk.domain.endpoint_terms import EndpointTerms
from fairdesk.gui.run_words import money_words
from fairdesk.gui.widgets.fields import CountBox, NumberBox
from fairdesk.gui.widgets.forms import FieldText, Form, describe
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

NO_PRICE = -0.01
"""One step below 0: no price was entered, which is not the price 0."""

LONGEST_SECONDS = 86_400.0


class TermsForm(Form):
    """``edited`` carries the terms as they are now."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._terms = EndpointTerms()
        self._is_filling = False
        self.ca_edit, self.currency_edit, self.as_of_edit = QLineEdit(), QLineEdit(), QLineEdit()
        self.choose_button = QPushButton(self.tr("Choose…"))
        self.choose_button.setAccessibleName(self.tr("Choose a certificate file"))
        self.counts: dict[str, CountBox] = {}
        self.seconds: dict[str, NumberBox] = {}
        self.prices: dict[str, NumberBox] = {}
        self.add_widget(
            PlainLabel(
                self.tr(
                    "Nothing here changes an answer, and nothing of it belongs to what is evaluated: it may be changed "
                    "at any time, and counts from the next start or resume of a run."
                )
            ).wrapping()
        )
        self._add_certificate()
        self._add_limits()
        self._add_seconds()
        self._add_prices()

    def show_terms(self, terms: EndpointTerms) -> None:
        """Show the terms of another endpoint than before."""
        self._terms = terms
        self._is_filling = True
        for edit, text in (
            (self.ca_edit, terms.ca_file),
            (self.currency_edit, terms.currency),
            (self.as_of_edit, terms.prices_as_of),
        ):
            edit.setText(text)
        for name, count in self.counts.items():
            count.show_value(getattr(terms, name))
        for name, box in self.seconds.items():
            box.show_value(getattr(terms, name))
        for name, box in self.prices.items():
            price = getattr(terms, name)
            box.show_value(NO_PRICE if price is None else price)
        self._is_filling = False

    def summary(self) -> str:
        """The terms in a few words, for a form that is closed."""
        terms = self._terms
        parts = [self.tr("Own certificates") if terms.ca_file else self.tr("The system's certificates")]
        if terms.requests_per_minute or terms.tokens_per_minute or terms.max_in_flight:
            parts.append(self.tr("limits entered"))
        else:
            parts.append(self.tr("the pace is found out from the server"))
        entered = [
            self.tr("{price} a million {kind}").format(price=money_words(price, terms.currency), kind=kind)
            for price, kind in (
                (terms.price_prompt, self.tr("prompt tokens")),
                (terms.price_answer, self.tr("answer tokens")),
            )
            if price is not None
        ]
        if terms.price_call is not None:
            entered.append(self.tr("{price} a call").format(price=money_words(terms.price_call, terms.currency)))
        parts += entered or [self.tr("no prices entered, so no cost can be told")]
        return f"{', '.join(parts)}."

    def _add_certificate(self) -> None:
        text = FieldText(
            label=self.tr("Certificate file"),
            help=self.tr(
                "For a server with a certificate of your own institution: the PEM file of who issued it. Empty: what "
                "this computer trusts. Certificates are always checked."
            ),
        )
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.ca_edit, 1)
        line.addWidget(self.choose_button)
        self.add_field(text, row)
        describe(self.ca_edit, text)
        self.ca_edit.textEdited.connect(partial(self._on_text_edited, "ca_file"))
        self.choose_button.clicked.connect(self._on_choose_clicked)

    def _add_limits(self) -> None:
        self.add_widget(PlainLabel(self.tr("Limits of your account"), TextStyle.STRONG))
        for name, text, unknown in (
            (
                "max_in_flight",
                FieldText(
                    label=self.tr("Calls under way at once, at most"),
                    help=self.tr("0: FairDesk begins with few, and takes more as long as the server answers."),
                ),
                self.tr("found out"),
            ),
            (
                "requests_per_minute",
                FieldText(label=self.tr("Requests a minute"), help=self.tr("As your contract says; 0: not known.")),
                self.tr("not known"),
            ),
            (
                "tokens_per_minute",
                FieldText(
                    label=self.tr("Tokens a minute"), help=self.tr("Questions and answers together; 0: not known.")
                ),
                self.tr("not known"),
            ),
        ):
            box = self.counts[name] = CountBox()
            box.setRange(0, 1_000 if name == "max_in_flight" else 2**31 - 1)
            box.setGroupSeparatorShown(True)
            box.setSpecialValueText(unknown)
            box.valueChanged.connect(partial(self._on_number_edited, name))
            self.add_field(text, box)

    def _add_seconds(self) -> None:
        self.add_widget(PlainLabel(self.tr("How long is waited, in seconds"), TextStyle.STRONG))
        for name, text in (
            ("connect_seconds", FieldText(label=self.tr("For a connection"))),
            (
                "first_byte_seconds",
                FieldText(
                    label=self.tr("For the first sign of an answer"),
                    help=self.tr("A model that thinks long, or begins by loading itself, needs minutes."),
                ),
            ),
            ("whole_seconds", FieldText(label=self.tr("For the whole answer"))),
        ):
            box = self.seconds[name] = NumberBox()
            box.setRange(1.0, LONGEST_SECONDS)
            box.setDecimals(0)
            box.valueChanged.connect(partial(self._on_number_edited, name))
            self.add_field(text, box)

    def _add_prices(self) -> None:
        self.add_widget(PlainLabel(self.tr("Prices"), TextStyle.STRONG))
        for name, label in (
            ("price_prompt", self.tr("Of a million prompt tokens")),
            ("price_answer", self.tr("Of a million answer tokens")),
            ("price_call", self.tr("Of a call, whatever its length")),
        ):
            box = self.prices[name] = NumberBox()
            box.setRange(NO_PRICE, 1_000_000.0)
            box.setDecimals(4)
            box.setSingleStep(0.01)
            box.setSpecialValueText(self.tr("not entered"))
            box.valueChanged.connect(partial(self._on_price_edited, name))
            self.add_field(FieldText(label=label, help=self.tr("One step below 0: not entered.")), box)
        self.add_field(FieldText(label=self.tr("Currency"), help=self.tr("For example EUR.")), self.currency_edit)
        self.add_field(
            FieldText(
                label=self.tr("Prices as of"),
                help=self.tr("Where and when you read them; FairDesk knows no prices of its own."),
            ),
            self.as_of_edit,
        )
        self.currency_edit.textEdited.connect(partial(self._on_text_edited, "currency"))
        self.as_of_edit.textEdited.connect(partial(self._on_text_edited, "prices_as_of"))

    def _change(self, **values: Any) -> None:
        if not self._is_filling:
            self._terms = replace(self._terms, **values)
            self.edited.emit(self._terms)

    def _on_text_edited(self, name: str, text: str) -> None:
        self._change(**{name: text.strip()})

    def _on_number_edited(self, name: str, value: float) -> None:
        self._change(**{name: value})

    def _on_price_edited(self, name: str, value: float) -> None:
        self._change(**{name: None if value < 0 else round(value, 4)})

    def _on_choose_clicked(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(
            self,
            self.tr("Choose a certificate file"),
            self.ca_edit.text(),
            self.tr("Certificates (*.pem *.crt *.cer);;All files (*)"),
        )
        if path:
            self.ca_edit.setText(path)
            self._on_text_edited("ca_file", path)
