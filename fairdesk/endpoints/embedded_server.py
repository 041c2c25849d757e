"""The embedded model behind HTTP on loopback; run as ``python -m fairdesk.endpoints.embedded_server``.

The engine serves HTTP itself; this process starts it and lives as long as its parent. Measured with SmolLM2 and one
slot: with flash attention off, an answer after other prompts, in any order, equals the answer of a fresh engine bit
for bit (log-probabilities included), so the engine may keep what it has read. Other files need not behave so; each is
tried at the start, and the cache is switched off where it changes an answer.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from fairdesk.domain.errors import EndpointError, FairDeskError
from fairdesk.endpoints.embedded import (
    GET_ENGINE,
    EngineSettings,
    Weights,
    declared,
    engine_settings,
    find_weights,
    require_engine,
)
from fairdesk.endpoints.loopback_child import announce, announce_failure, read_options, wait_for_the_end

COMMON_START = (
    "This is a note about an applicant. The school file is complete, the marks in two subjects are good, the third is "
    "open. The reference calls the applicant patient and exact. "
)
TRIED = ("The essay is long.", "The essay is short, and the last page is missing.")


def start_engine(weights: Weights, settings: EngineSettings) -> Any:
    """A server of the engine, which listens on a free loopback port.

    Raises:
        EndpointError: the engine cannot be loaded or refuses the file.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # read when the engine's library is loaded
    try:
        import xllamacpp
    except (ImportError, OSError) as error:
        raise EndpointError(f"The engine of the embedded model cannot be loaded: {error}.", GET_ENGINE) from error
    params = xllamacpp.CommonParams()
    params.model.path = str(weights.path)
    params.model_alias = {weights.alias}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel = 1
    params.n_ctx = settings.n_ctx
    params.cpuparams.n_threads = settings.n_threads
    params.cpuparams_batch.n_threads = settings.n_threads
    params.n_gpu_layers = 0
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.cache_prompt = settings.keep_prompt
    params.cache_ram_mib = 0
    params.sampling.seed = settings.seed
    params.ui = False
    params.endpoint_slots = False
    params.verbosity = 0
    try:
        return xllamacpp.Server(params)
    except Exception as error:  # whatever the engine raises for a file that it cannot use
        advice = "Choose another GGUF file, or close other programs if memory is short."
        reason = str(error).rstrip(". ")
        raise EndpointError(f"The engine cannot use {weights.path.name}: {reason}.", advice) from error


def repeats_when_warm(server: Any) -> bool:
    """Whether answers after other prompts with the same beginning equal the fresh engine's, bit for bit.

    The first question meets an empty cache; asked again, it finds all or a part of its words in the cache.
    """
    first = _tried_answer(server, TRIED[0])
    _tried_answer(server, TRIED[1])
    after_another = _tried_answer(server, TRIED[0])
    at_once = _tried_answer(server, TRIED[0])
    return first == after_another == at_once


def _tried_answer(server: Any, ending: str) -> str:
    messages = [{"role": "user", "content": COMMON_START + ending}]
    body = {"messages": messages, "max_tokens": 2, "temperature": 0.0, "seed": 1, "logprobs": True, "top_logprobs": 20}
    answer = server.handle_chat_completions(body)
    if isinstance(answer, str | bytes):
        answer = json.loads(answer)
    return json.dumps(answer["choices"][0], sort_keys=True)


def serve(options: dict[str, Any]) -> None:
    """Serves until the parent is gone.

    Args:
        options: ``model``: empty or the path of a GGUF file; ``options``: see ``engine_settings``.
    """
    settings = engine_settings(options["options"])
    version = require_engine()
    weights = find_weights(options["model"])
    server = start_engine(weights, settings)
    if not repeats_when_warm(server):
        del server
        settings = replace(settings, keep_prompt=False)
        server = start_engine(weights, settings)
    port = urlsplit(server.listening_address).port
    announce(port or 0, declared(weights, settings, version))
    wait_for_the_end()


def main() -> None:
    """Entry point of the child process."""
    try:
        serve(read_options())
    except FairDeskError as error:
        announce_failure(error)
        return
    sys.stdout.flush()
    os._exit(0)  # the engine's threads need not be asked; nothing of theirs is kept


if __name__ == "__main__":
    main()
