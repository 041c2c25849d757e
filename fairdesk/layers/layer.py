"""The shape of every mitigation layer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fairdesk.domain.audited_system import LayerSetting
from fairdesk.domain.exchanges import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One way to change what a model is asked, switched on for a system by a LayerSetting.

    Attributes:
        changes: What it changes, in one sentence for the report.
        text: What it adds unless the auditor writes otherwise.
        apply: Messages and text to the messages with the layer on. Pure; the input is left as it is.
    """

    layer_id: str
    title: str
    changes: str
    text: str
    apply: Callable[[tuple[Message, ...], str], tuple[Message, ...]]

    def setting(self) -> LayerSetting:
        """The layer switched on with its own text."""
        return LayerSetting(layer_id=self.layer_id, title=self.title, text=self.text)
