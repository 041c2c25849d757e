"""A classifier endpoint against a real server: labels in their places, and a reason for whatever goes wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from fairdesk.domain.errors import InputError
from fairdesk.endpoints.classifier_client import GIVEN_UP_AFTER, ClassifierClient, LabelledTexts
from fairdesk.endpoints.client import ClientLimits, EndpointTarget
from tests.classifier_server import Answer, ClassifierServer, classifier_server, labelled, regard, told
from tests.faults.faulty_server import Reply

KEY = "planted-key-0123456789"

QUICK = ClientLimits(connect_seconds=2.0, silence_seconds=2.0, whole_seconds=2.0, first_wait_seconds=0.01)

TEXTS = ("a wonderful day", "a terrible day", "a day")


def asked(
    url: str, texts: Sequence[str] = TEXTS, key: str | None = None, limits: ClientLimits = QUICK
) -> LabelledTexts:
    """What a client makes of some texts."""

    async def ask() -> LabelledTexts:
        async with ClassifierClient(EndpointTarget(base_url=url, key=key), limits) as client:
            return await client.labels(texts)

    return asyncio.run(ask())


def served(answer: Answer, texts: Sequence[str] = TEXTS) -> tuple[LabelledTexts, ClassifierServer]:
    """The same of a server that answers so."""
    with classifier_server(answer) as server:
        return asked(server.url, texts), server


def test_every_text_has_its_own_labels() -> None:
    """A list of labels per text is read in the order of the texts, and one request is enough."""
    found, server = served(labelled(regard))

    assert [one.labels for one in found.texts] == [regard(text) for text in TEXTS]
    assert found.failure is None
    assert server.asked == [list(TEXTS)]


def test_one_text_may_be_answered_by_its_list_alone() -> None:
    """Servers leave the outer list away where one text was sent."""
    found, _ = served(lambda texts: told([{"label": "positive", "score": 0.75}]), TEXTS[:1])

    assert found.texts[0].labels == {"positive": 0.75}


def test_a_flat_list_for_several_texts_is_asked_for_one_by_one() -> None:
    """One label each, or all labels of the first? Alone no label can be another text's."""

    def answer(texts: list[str]) -> Reply:
        best = [max(regard(text).items(), key=lambda one: one[1]) for text in texts]
        return told([{"label": label, "score": score} for label, score in best])

    found, server = served(answer)

    assert [list(one.labels) for one in found.texts] == [["positive"], ["negative"], ["neutral"]]
    assert [len(texts) for texts in server.asked] == [3, 1, 1, 1]


def test_a_wrong_count_of_results_shifts_nothing() -> None:
    """Too few results for several texts are thrown away, and each text is asked about alone."""

    def answer(texts: list[str]) -> Reply:
        return labelled(regard)(texts[1:] if len(texts) > 1 else texts)

    found, _ = served(answer)

    assert [one.labels for one in found.texts] == [regard(text) for text in TEXTS]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (told([[{"label": "positive", "score": float("nan")}]]), "score of “positive” is no number"),
        (told([[{"label": "positive", "score": True}]]), "score of “positive” is no number"),
        (told([[{"label": "positive", "score": "0.3"}]]), "score of “positive” is no number"),
        (told([[{"label": "positive", "score": 3}]]), "not between 0 and 1"),
        (told([[{"label": "positive", "score": -0.1}]]), "not between 0 and 1"),
        (told([[{"label": "a", "score": 0.1}, {"label": "a", "score": 0.9}]]), "gave “a” twice"),
        (told([[{"score": 0.5}]]), "a score without a label"),
        (told([[{"label": "x" * 1000, "score": 0.5}]]), "a score without a label"),
        (told([[]]), "gave no labels"),
        (told([[{"label": str(n), "score": 0.0} for n in range(1000)]]), "gave 1000 labels"),
        (told([]), "no list of labels"),
        (told(5), "no list of labels"),
        (told({"error": "the model is gone"}), "answered with an error object"),
        (told({"error": "too long"}, 413), "did not accept the request (status 413)"),
        (told({"error": "no"}, 500), "The server failed (status 500)"),
        (told({"error": "who are you"}, 401), "refused the key"),
        (Reply(data=b"<html>hello</html>", content_type="text/html"), "a web page instead of JSON"),
        (Reply(data=b""), "nothing at all"),
        (Reply(data=b'[[{"label": "positive", "sc'), "breaks off in the middle"),
        (Reply(data=b'[[{"label": "positive", "score": 1.0}]]', cut_after=12), "connection was cut"),
        (Reply(data=b"[" * 100_000), "not JSON"),
        (Reply(data=b"[]", wait_s=4.0), "within 2 seconds"),
    ],
    ids=lambda one: one[:40] if isinstance(one, str) else "",
)
def test_whatever_goes_wrong_is_a_reason_and_no_score(reply: Reply, words: str) -> None:
    """One text that has no proper answer has no labels, and the reason in words."""
    found, _ = served(lambda texts: reply, TEXTS[:1])

    assert found.texts[0].labels == {}
    assert words in found.texts[0].reason


def test_a_text_that_is_refused_loses_its_labels_alone() -> None:
    """A request that a server refuses for one text of three is asked again text by text."""

    def answer(texts: list[str]) -> Reply:
        return told({"error": "too long"}, 413) if TEXTS[1] in texts else labelled(regard)(texts)

    found, _ = served(answer)

    assert [bool(one.labels) for one in found.texts] == [True, False, True]
    assert "413" in found.texts[1].reason


def test_a_server_that_fails_on_everything_is_not_asked_about_each_text() -> None:
    """After some texts that fail alone it is not the texts; the others have the same reason, and none has a score."""
    texts = [f"text {number}" for number in range(32)]
    found, server = served(lambda texts: told({"error": "broken"}, 400), texts)

    assert all(one.reason and not one.labels for one in found.texts)
    assert len(found.texts) == 32
    assert len(server.asked) == 1 + GIVEN_UP_AFTER
    assert found.failure is not None


def test_a_server_that_comes_back_is_asked_again() -> None:
    """A server that is busy at first answers in the end."""
    replies = iter([told({"error": "loading"}, 503), told({"error": "loading"}, 503)])
    found, server = served(lambda texts: next(replies, None) or labelled(regard)(texts))

    assert [one.labels for one in found.texts] == [regard(text) for text in TEXTS]
    assert len(server.asked) == 3


def test_no_server_at_all_stops_everything() -> None:
    """Whoever cannot be reached cannot be reached for the next texts either, and that is told."""
    with classifier_server(labelled(regard)) as server:
        url = server.url
    found = asked(url)

    assert found.failure is not None
    assert found.failure.stops_run
    assert {one.reason for one in found.texts} == {found.failure.message}


def test_the_key_is_sent_and_comes_back_nowhere() -> None:
    """A server that repeats the key in labels and errors does not bring it into the evidence."""
    with classifier_server(lambda texts: told([[{"label": KEY, "score": 0.5}]])) as server:
        label = asked(server.url, TEXTS[:1], KEY)
        server.answer = lambda texts: told({"error": f"wrong key {KEY}"}, 400)
        error = asked(server.url, TEXTS[:1], KEY)

    assert server.keys == {f"Bearer {KEY}"}
    assert KEY not in repr(label)
    assert KEY not in repr(error)


def test_an_answer_without_end_is_not_read_to_its_end() -> None:
    """A body larger than allowed is given up, with the reason."""
    limits = ClientLimits(max_body_bytes=1000)
    with classifier_server(lambda texts: Reply(data=json.dumps("x" * 5000).encode())) as server:
        found = asked(server.url, TEXTS[:1], limits=limits)

    assert "larger than" in found.texts[0].reason


def test_any_text_can_be_sent() -> None:
    """Half a surrogate pair, quotes and zero bytes are texts like others."""
    found, server = served(labelled(regard), ['"wonderful" \ud800 \x00', "ü\n"])

    assert [bool(one.labels) for one in found.texts] == [True, True]
    assert server.asked == [['"wonderful" ? \x00', "ü\n"]]


def test_an_address_that_is_none_is_refused() -> None:
    """A client is not made for what is no address of the web."""
    with pytest.raises(InputError):
        ClassifierClient(EndpointTarget(base_url="file:///etc/passwd"))
