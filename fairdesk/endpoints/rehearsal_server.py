"""The rehearsal model behind HTTP on loopback; run as ``python -m fairdesk.endpoints.rehearsal_server``."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aiohttp import web

from fairdesk.domain.canonical import sha256_hex
from fairdesk.domain.errors import FairDeskError, InputError
from fairdesk.endpoints.lexicon import read_lexicon
from fairdesk.endpoints.loopback_child import announce, announce_failure, read_options, wait_for_the_end
from fairdesk.endpoints.rehearsal_model import MODEL_NAME, RehearsalModel, settings_from_options
from fairdesk.endpoints.rehearsal_options import known_options, known_prompts
from fairdesk.endpoints.rehearsal_texts import known_texts

LARGEST_REQUEST = 4_000_000

COMPLETES = "rehearsal_completions"
"""Kind of the endpoint that is asked for plain completions; the server answers both."""


def rehearsal_app(model: RehearsalModel) -> web.Application:
    """The web application: chat and plain completions, ``/v1/models``, ``/health``, ``/fairdesk/requests``.

    The last one counts the bodies received, by their SHA-256, so that anybody can see what was asked twice.
    """
    received: Counter[str] = Counter()

    async def chat(request: web.Request) -> web.Response:
        return await answered(request, model.answer)

    async def complete(request: web.Request) -> web.Response:
        return await answered(request, model.complete)

    async def answered(request: web.Request, answer: Callable[[Mapping[str, Any]], dict[str, Any]]) -> web.Response:
        body = await request.read()
        received[sha256_hex(body)] += 1
        try:
            question = json.loads(body)
            if not isinstance(question, dict):
                raise InputError("The request is no JSON object.")
            return web.json_response(answer(question))
        except (FairDeskError, ValueError, TypeError, RecursionError) as error:
            problem = {"message": str(error), "type": "invalid_request_error", "code": None}
            return web.json_response({"error": problem}, status=400)

    async def models(request: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": MODEL_NAME, "object": "model"}]})

    async def health(request: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def requests(request: web.Request) -> web.Response:
        return web.json_response(dict(received))

    app = web.Application(client_max_size=LARGEST_REQUEST)
    app.router.add_post("/v1/chat/completions", chat)
    app.router.add_post("/v1/completions", complete)
    app.router.add_get("/v1/models", models)
    app.router.add_get("/health", health)
    app.router.add_get("/fairdesk/requests", requests)
    return app


async def serve(options: Mapping[str, Any]) -> None:
    """Serves on a free loopback port until the parent is gone.

    Args:
        options: ``resources``: path of the shipped data; ``kind``: of the endpoint; ``options``: see
            ``settings_from_options``.
    """
    settings = settings_from_options(options["options"])
    resources = Path(options["resources"])
    known = (known_options(resources), known_prompts(resources), known_texts(resources))
    model = RehearsalModel(settings, read_lexicon(resources), *known)
    runner = web.AppRunner(rehearsal_app(model), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    # A thread, because an event loop cannot watch standard input on every system.
    threading.Thread(target=_when_alone, args=(lambda: loop.call_soon_threadsafe(over.set),), daemon=True).start()
    announce(runner.addresses[0][1], model.facts(completes=options["kind"] == COMPLETES))
    await over.wait()
    await runner.cleanup()


def _when_alone(then: Callable[[], object]) -> None:
    wait_for_the_end()
    then()


def main() -> None:
    """Entry point of the child process."""
    try:
        asyncio.run(serve(read_options()))
    except FairDeskError as error:
        announce_failure(error)


if __name__ == "__main__":
    main()
