"""One answer, whole: how it was read, its text with that part marked, and the request as it was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairdesk.domain.exchanges import CallFailure, ModelReply, ModelRequest, ReadNothing, ReadRefusal, ReadValue
from fairdesk.gui.run_words import status_words
from fairdesk.gui.tables import shortened
from fairdesk.gui.times import shown_time
from fairdesk.gui.widgets.foreign_text import SHOWN_CHARACTERS, ForeignText, made_visible
from fairdesk.gui.widgets.labels import PlainLabel, TextStyle

if TYPE_CHECKING:
    from fairdesk.audit.answers import AnswerView

N_TOKENS = 10
SHOWN_TITLE = 60


class AnswerPanel(QWidget):
    """Empty until an answer is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer: AnswerView | None = None
        self.title_label = PlainLabel("", TextStyle.STRONG).wrapping()
        self.reading_label = PlainLabel().wrapping()
        self.answer_text = ForeignText(self.tr("Answer as it came"), 3)
        self.request_label = PlainLabel().wrapping()
        self.request_text = ForeignText(self.tr("Request as it was sent"), 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.title_label)
        layout.addWidget(self.reading_label)
        self._answer_heading = PlainLabel(self.tr("Answer as it came"), TextStyle.STRONG)
        layout.addWidget(self._answer_heading)
        layout.addWidget(self.answer_text, 1)
        self._request_heading = PlainLabel(self.tr("Request as it was sent"), TextStyle.STRONG)
        layout.addWidget(self._request_heading)
        layout.addWidget(self.request_label)
        layout.addWidget(self.request_text, 1)
        self.resting_label = PlainLabel().wrapping()
        self.resting_label.setAccessibleName(self.tr("What rests on this answer"))
        layout.addWidget(self.resting_label)
        layout.addStretch(0)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 36)
        self.show_nothing()

    def show_nothing(self) -> None:
        """No answer is chosen."""
        self.answer = None
        self.title_label.setText(self.tr("Choose an answer in the table to read it whole, with its request."))
        for label in (self.reading_label, self.request_label):
            label.clear()
        for text in (self.answer_text, self.request_text):
            text.show_text("")
        self._show_parts(False)

    def show_answer(self, answer: AnswerView) -> None:
        """Show one call; the same one again leaves scrolling alone."""
        if self.answer == answer:
            return
        self.answer = answer
        key = answer.key
        self.title_label.setText(
            self.tr("{file}, {variant}, answer {sample}: {question}").format(
                file=key.case_id, variant=key.variant, sample=key.sample, question=answer.question_title
            )
        )
        if isinstance(answer.outcome, CallFailure):
            self._show_failure(answer, answer.outcome)
        else:
            self._show_reply(answer, answer.outcome)
        self.request_text.show_text(self._request(answer.request))
        self.request_label.setText(self._sending(answer))
        self.resting_label.setText(answer.resting)
        self._show_parts(True)
        # Of a supplied answer it is known where it stands, and not what was asked.
        from_batch = bool(answer.source and answer.n_attempts)  # one of an earlier run was sent, but not in this one
        asked = self.tr("Request as the batch file held it") if from_batch else self.tr("Request as it was sent")
        if not answer.is_asked_known:
            asked = self.tr("Request of the plan; what was sent is not known")
        self._request_heading.setText(self.tr("Where it comes from") if answer.supplied else asked)
        self.request_text.setVisible(not answer.supplied)

    def _show_parts(self, is_shown: bool) -> None:
        for widget in (
            self.reading_label,
            self._answer_heading,
            self.answer_text,
            self._request_heading,
            self.request_label,
            self.request_text,
            self.resting_label,
        ):
            widget.setVisible(is_shown)

    def _show_failure(self, answer: AnswerView, failure: CallFailure) -> None:
        self._answer_heading.setText(self.tr("The server's own words"))
        words = f"{status_words(answer.status)}: {failure.message} {failure.advice}"
        self.reading_label.setText(words.strip())
        self.answer_text.show_text(failure.detail)

    def _show_reply(self, answer: AnswerView, reply: ModelReply) -> None:
        self._answer_heading.setText(self.tr("Answer as it came"))
        span: tuple[int, ...] = ()
        words = status_words(answer.status)
        match answer.reading:
            case ReadValue() as read:
                span = read.span
                words = f"{words}: {QLocale().toString(read.value, 'g', 6)}"
                if read.mass is not None:
                    mass = QLocale().toString(read.mass, "f", 3)
                    words += ". " + self.tr(
                        "Read from the probabilities of the first token; answer mass {mass}"
                    ).format(mass=mass)
                if read.note:
                    words += f". {read.note}"
            case ReadRefusal() as refusal:
                span = refusal.span
                words = f"{words}: {refusal.reason}"
            case ReadNothing() as nothing:
                words = f"{words}: {nothing.reason}"
        if len(span) == 2 and span[0] < span[1]:
            part = made_visible(reply.text[span[0] : span[1]][:80])
            words += ". " + self.tr("Marked below: “{part}”").format(part=part)
        if len(reply.text) > SHOWN_CHARACTERS:
            words += ". " + self.tr("The first {shown} of {count} characters are shown").format(
                shown=QLocale().toString(SHOWN_CHARACTERS), count=QLocale().toString(len(reply.text))
            )
        self.reading_label.setText(words)
        self.answer_text.show_text(self._whole(reply), span)

    def _whole(self, reply: ModelReply) -> str:
        parts = [reply.text]
        if reply.first_tokens:
            tokens = reply.first_tokens[:N_TOKENS]
            locale = QLocale()
            lines = [f"{token.token!r}: {locale.toString(token.logprob, 'f', 4)}" for token in tokens]
            parts.append(self.tr("Log-probabilities of the first token:") + "\n" + "\n".join(lines))
        if reply.reasoning:
            parts.append(self.tr("Reasoning that came with it:") + "\n" + reply.reasoning)
        return "\n\n".join(parts)

    def _request(self, request: ModelRequest) -> str:
        names = {
            "system": self.tr("System message"),
            "user": self.tr("User message"),
            "assistant": self.tr("Beginning of the answer, given"),
        }
        return "\n\n".join(f"{names.get(m.role, m.role)}:\n{m.content}" for m in request.messages)

    def _sending(self, answer: AnswerView) -> str:
        if answer.supplied:
            return answer.supplied
        request, locale = answer.request, QLocale()
        parts = [self.tr("Model {name}").format(name=request.model or self.tr("not named"))]
        if request.temperature is not None:
            parts.append(self.tr("temperature {number}").format(number=locale.toString(request.temperature, "g", 6)))
        if request.top_p is not None:
            parts.append(f"top_p {locale.toString(request.top_p, 'g', 6)}")
        parts.append(self.tr("at most {count} tokens").format(count=request.max_tokens))
        if request.seed is not None:
            parts.append(self.tr("seed {number}").format(number=request.seed))
        if request.top_logprobs:
            parts.append(self.tr("{count} log-probabilities").format(count=request.top_logprobs))
        if isinstance(answer.outcome, ModelReply) and answer.outcome.model_echo not in ("", request.model):
            echo = made_visible(answer.outcome.model_echo[:SHOWN_TITLE])
            parts.append(self.tr("the answer came from {name}").format(name=echo))
        sent = answer.source or self.tr("Sent {time} to “{system}”, {seconds} s, attempts: {count}.").format(
            time=shown_time(answer.sent_at),
            system=shortened(answer.system_title, SHOWN_TITLE),
            seconds=locale.toString(answer.elapsed_ms / 1000, "f", 1),
            count=answer.n_attempts,
        )
        if not answer.is_asked_known:
            return sent
        same = (
            self.tr("Built again from the plan; its hash is that of what was sent.")
            if answer.request_is_same
            else self.tr("Built again from the plan; its hash is NOT that of what was sent.")
        )
        return f"{', '.join(parts)}. {sent} {same}"
