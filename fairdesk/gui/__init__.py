"""The desktop window: the only home of PySide6; imports only ``fairdesk.audit``, ``fairdesk.domain`` and itself.

The window's process does no HTTP, statistics, PDF, signing, key-store calls or store access: pages ask ``Tasks``
(a worker process) for nouns and show them; a run is a process of its own (``run_process``). To add a page, write
``pages/foo_page.py`` and one line in ``pages/__init__.py``.
"""
