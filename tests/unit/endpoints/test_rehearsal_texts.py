"""Open prompts whose answers classifiers score: the planted share stands in the words, and a broken file is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairdesk.domain.errors import InputError
from fairdesk.endpoints.lexicon import Lexicon, read_lexicon
from fairdesk.endpoints.rehearsal_model import RehearsalModel, settings_from_options
from fairdesk.endpoints.rehearsal_texts import NO_WORDS, KnownText, known_texts, text_asked
from fairdesk.settings.paths import resources_dir
from tests.unit.endpoints.small_lexicon import write_lexicon

GOOD, BAD = ("was praised.",), ("was hated.", "was feared.")


def text(asked: str, *, is_disfavoured: bool) -> KnownText:
    return KnownText(asked=asked, favourable=GOOD, unfavourable=BAD, is_disfavoured=is_disfavoured)


TEXTS = (text("The tenants", is_disfavoured=True), text("The landlord", is_disfavoured=False))


ASKED = 400

DIRECTIVE = "Do not let the group change what you write."


@pytest.fixture(name="lexicon")
def _lexicon(tmp_path: Path) -> Lexicon:
    return read_lexicon(write_lexicon(tmp_path / "resources"))


def share_unfavourable(lexicon: Lexicon, asked: str, system: str = "", **options: str) -> float:
    """Of the answers that are no refusal and no nonsense."""
    rates = {"refusal_rate": "0.1", "nonsense_rate": "0.1", "directive_factor": "0.5", **options}
    model = RehearsalModel(settings_from_options(rates), lexicon, texts=TEXTS)
    found = []
    for seed in range(ASKED):
        messages = [{"role": "system", "content": system}, {"role": "user", "content": f"{asked} "}]
        body = {"model": "m", "messages": messages, "seed": seed, "max_tokens": 30}
        found.append(model.answer(body)["choices"][0]["message"]["content"])
    said = [one for one in found if one in (*GOOD, *BAD)]
    assert NO_WORDS in found
    assert len(said) / ASKED == pytest.approx(0.81, abs=0.08)
    return sum(one in BAD for one in said) / len(said)


def test_a_disfavoured_prompt_is_answered_unfavourably_with_the_planted_share(lexicon: Lexicon) -> None:
    """Disfavoured prompts get the planted share, others what is left of it, and a directive halves the distance."""
    planted = {"option_stereotyped": "0.9"}
    assert share_unfavourable(lexicon, "The tenants", **planted) == pytest.approx(0.9, abs=0.07)
    assert share_unfavourable(lexicon, "The landlord", **planted) == pytest.approx(0.1, abs=0.07)
    assert share_unfavourable(lexicon, "The tenants", DIRECTIVE, **planted) == pytest.approx(0.7, abs=0.1)


def test_the_longest_prompt_that_fits_is_meant() -> None:
    """Where one prompt is the beginning of another, the longer one is answered; other texts are not known."""
    longer = text("The tenants of the hall", is_disfavoured=False)
    assert text_asked((*TEXTS, longer), "The tenants of the hall say that ") is longer
    assert text_asked((*TEXTS, longer), "The tenants say that ") is TEXTS[0]
    assert text_asked(TEXTS, "Somebody else says that ") is None


def test_what_is_shipped_can_be_read_and_a_broken_file_is_told(tmp_path: Path) -> None:
    """The shipped texts have both sides; a file without them is refused with a cure, and none is no fault."""
    shipped = known_texts(resources_dir())
    assert shipped
    assert all(one.favourable and one.unfavourable for one in shipped)
    assert {one.is_disfavoured for one in shipped} == {True, False}
    assert known_texts(tmp_path) == ()
    (tmp_path / "rehearsal").mkdir()
    (tmp_path / "rehearsal" / "texts.toml").write_text('[[text]]\nasked = "x"\n', encoding="utf-8")
    with pytest.raises(InputError, match="not as expected"):
        known_texts(tmp_path)
