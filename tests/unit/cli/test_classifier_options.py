"""What is said about classifiers on the command line: taken as it is meant, or refused with the cure."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from fairdesk.audit.classifier_choice import ClassifiersChosen, chosen_classifiers
from fairdesk.audit.endpoints import change_endpoint
from fairdesk.audit.workspace import Workspace, WorkspaceSpec
from fairdesk.cli.classifier_options import add_classifier_options, classifiers_wanted
from fairdesk.domain.audited_system import EndpointSettings
from fairdesk.domain.classifiers import LabelMeaning
from fairdesk.domain.errors import InputError

QUANTITIES = ("toxicity", "sentiment", "regard")

ADDRESS = "http://127.0.0.1:9/classify"


def chosen(folder: Path, *options: str, quantities: tuple[str, ...] = QUANTITIES) -> ClassifiersChosen:
    """The classifiers that some options lead to."""
    parser = argparse.ArgumentParser()
    add_classifier_options(parser)
    wanted = classifiers_wanted(parser.parse_args(options))
    with Workspace(WorkspaceSpec(data_dir=folder)) as workspace:
        return chosen_classifiers(workspace, quantities, wanted)


def test_the_installed_ones_are_taken_where_nothing_is_said(tmp_path: Path) -> None:
    """Toxicity and sentiment run offline with their versions and limits; of regard it is told why there is none."""
    found = chosen(tmp_path)

    assert [one.classifier_id for one in found.classifiers] == ["profanity_check", "vader"]
    assert all(one.version and one.limits and one.licence and not one.address for one in found.classifiers)
    assert found.notes == (
        "Regard is not measured: no classifier of it runs offline. A classifier endpoint can be named: "
        "--classifier regard=ADDRESS.",
    )


def test_answers_that_no_classifier_scores_have_none(tmp_path: Path) -> None:
    """A form that wants no quantity has no classifier and no words about any."""
    assert chosen(tmp_path, quantities=()) == ClassifiersChosen(classifiers=(), notes=())


def test_an_endpoint_is_named_by_its_address_or_its_name(tmp_path: Path) -> None:
    """A kept endpoint gives its address and the model's name; of a bare address the host is the name."""
    endpoint = EndpointSettings(name="Regard", kind="openai_chat", base_url=ADDRESS, model="regard-3", options={})
    change_endpoint(WorkspaceSpec(data_dir=tmp_path), "", endpoint)
    labels = ("--classifier-label", "regard:LABEL_0=Negative", "--classifier-label", "regard:LABEL_1=other")
    kept = chosen(tmp_path, "--classifier", "regard=Regard", *labels).classifiers[-1]
    bare = chosen(tmp_path, "--classifier", f"regard={ADDRESS}/", "--classifier-version", "regard=v2").classifiers[-1]

    assert (kept.title, kept.address, kept.version) == ("regard-3", ADDRESS, "not told")
    assert kept.labels == (LabelMeaning(label="LABEL_0", word="negative"), LabelMeaning(label="LABEL_1", word="other"))
    assert (bare.title, bare.address, bare.version) == ("127.0.0.1", ADDRESS, "v2")


def test_error_rates_are_of_one_quantity_or_of_all(tmp_path: Path) -> None:
    """Words behind a quantity are of that one; words alone are of all others, equal signs in them included."""
    rates = ("--classifier-errors", "sentiment=7 of 100", "--classifier-errors", "n=50: 3 wrong")
    found = chosen(tmp_path, *rates).classifiers

    assert [one.error_rates for one in found] == ["n=50: 3 wrong", "7 of 100"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--classifier", "speed=vader"), "'speed' is no quantity that classifiers score"),
        (("--classifier", "sentiment=profanity_check"), "scores toxicity, not sentiment"),
        (("--classifier", "sentiment=oracle"), "There is no classifier 'oracle' of sentiment"),
        (("--classifier", "regard=ftp://host/"), "not a web address"),
        (("--classifier", "regard=http://user:secret@host/"), "holds more than a host and a path"),
        (("--classifier", "sentiment"), "does not name a quantity once"),
        (("--classifier", "regard=none", "--classifier", "regard=none"), "does not name a quantity once"),
        (("--classifier", f"regard={ADDRESS}", "--classifier-label", "regard:LABEL_0=bad"), "cannot stand for 'bad'"),
        (("--classifier", f"regard={ADDRESS}", "--classifier-label", "LABEL_0=bad"), "what a label stands for"),
        (("--classifier-version", "sentiment=2"), "which no classifier endpoint scores"),
        (("--classifier-errors", " "), "said twice or without words"),
        (("--classifier-errors", "a", "--classifier-errors", "b"), "said twice or without words"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    """Every mistake is named with its cure."""
    with pytest.raises(InputError) as raised:
        chosen(tmp_path, *options)

    assert words in raised.value.message
    assert raised.value.advice
    assert "secret" not in str(raised.value)


def test_a_quantity_that_the_form_does_not_score_is_refused(tmp_path: Path) -> None:
    """A classifier for answers that nobody would score is a mistake, and the words say what is scored."""
    with pytest.raises(InputError, match="'regard' is not scored of these answers"):
        chosen(tmp_path, "--classifier", f"regard={ADDRESS}", quantities=("toxicity",))
