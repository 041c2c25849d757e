"""Another model than before is noticed, whatever the endpoint tells of itself."""

from __future__ import annotations

from fairdesk.audit.run_identity import IdentityWatch
from fairdesk.domain.audited_system import EndpointFacts
from fairdesk.domain.exchanges import ModelReply

FACTS = EndpointFacts(model_echo="m-1", fingerprint="fp-1", facts={})
SILENT = EndpointFacts(model_echo="", facts={})


def reply(model: str = "m-1", fingerprint: str = "fp-1") -> ModelReply:
    return ModelReply(text="4", model_echo=model, fingerprint=fingerprint)


def test_another_name_and_another_fingerprint_are_changes() -> None:
    """Each alone is a change; an answer that tells nothing is none."""
    watch = IdentityWatch(FACTS)
    assert not watch.has_changed(reply())
    assert watch.has_changed(reply(model="m-2"))
    assert watch.has_changed(reply(fingerprint="fp-2"))
    assert not watch.has_changed(reply("", ""))
    words = watch.stop_words(reply("m-2", "fp-2"))
    assert all(name in words for name in ("m-1", "fp-1", "m-2", "fp-2", "--accept-change", "new plan"))


def test_the_first_answer_tells_what_the_facts_do_not() -> None:
    """Where the plan knows no name, the first answers of the run do, also after it was resumed."""
    watch = IdentityWatch(SILENT)
    assert not watch.has_changed(reply())
    assert watch.has_changed(reply(model="m-2"))
    resumed = IdentityWatch(SILENT, [reply(), reply(model="m-2")])
    assert resumed.has_changed(reply(model="m-2"))
    assert not resumed.has_changed(reply())


def test_accepted_changes_add_up() -> None:
    """Several machines behind one address: each is accepted once, all stay known, in a resumed run too."""
    watch = IdentityWatch(FACTS)
    bodies = []
    for fingerprint in ("fp-2", "fp-3"):
        assert watch.has_changed(reply(fingerprint=fingerprint))
        bodies.append(watch.accept(reply(fingerprint=fingerprint), "the provider has three", "A. Auditor", "now"))
    assert (bodies[0]["reason"], bodies[0]["by"]) == ("the provider has three", "A. Auditor")
    assert "fp-1" in bodies[1]["old"]
    assert "fp-2" in bodies[1]["old"]
    for known in (watch, IdentityWatch(FACTS, accepted=bodies)):
        assert not any(known.has_changed(reply(fingerprint=name)) for name in ("fp-1", "fp-2", "fp-3"))
        assert known.has_changed(reply(fingerprint="fp-4"))
