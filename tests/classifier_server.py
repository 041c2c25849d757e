"""A real classifier endpoint on loopback that answers, breaks off or stays silent as a test says; it keeps count."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.loopback import Handler, Reply, serving

Answer = Callable[[list[str]], Reply]
"""Gets the texts of a request."""


def told(results: object, status: int = 200) -> Reply:
    """An answer of JSON; NaN is written as Python writes it."""
    return Reply(status=status, data=json.dumps(results).encode())


def labelled(of_text: Callable[[str], dict[str, float]]) -> Answer:
    """Every text with its labels, in the shape that inference servers share."""

    def answer(texts: list[str]) -> Reply:
        return told([[{"label": name, "score": score} for name, score in of_text(text).items()] for text in texts])

    return answer


def regard(text: str) -> dict[str, float]:
    """Labels of a made-up regard classifier: by two words."""
    if "wonderful" in text:
        return {"positive": 0.9, "negative": 0.02, "neutral": 0.05, "other": 0.03}
    if "terrible" in text:
        return {"positive": 0.1, "negative": 0.8, "neutral": 0.06, "other": 0.04}
    return {"positive": 0.1, "negative": 0.1, "neutral": 0.7, "other": 0.1}


@dataclass
class ClassifierServer:
    """What a test sees of its server.

    Attributes:
        answer: May be replaced while the server runs.
        asked: The texts of every request, in their order.
        keys: Every value of the header that carries the key.
    """

    url: str
    answer: Answer
    asked: list[Sequence[str]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    @property
    def n_texts(self) -> int:
        """Texts that were asked about, those that came again counted again."""
        return sum(map(len, self.asked))


@contextmanager
def classifier_server(answer: Answer, port: int = 0) -> Iterator[ClassifierServer]:
    """Serve until the block ends."""
    served = ClassifierServer(url="", answer=answer)

    class Classifying(Handler):
        def do_POST(self) -> None:
            texts = json.loads(self.received())["inputs"]
            served.asked.append(texts)
            served.keys.add(self.headers.get("Authorization", ""))
            self.send(served.answer(texts))

    with serving(Classifying, port) as address:
        served.url = f"{address}/classify"
        yield served
