"""How a model is reached: wire formats, one HTTP client, and the two endpoints that come built in.

May import ``domain``. Only home of httpx, aiohttp and xllamacpp. ``client`` sends one call, ``pace`` decides
when, ``asker`` asks until a question is answered or has failed for good; ``capabilities`` finds out what an endpoint
supports, ``server_facts`` reads what a local server says of itself, ``serving`` starts a built-in endpoint as a process
of its own; both built-in ones are used through the same client as any other endpoint. To add a wire format see
``formats``.
"""
