"""How the store's schema came about, step by step; run by Alembic when a store is opened.

A migration stands alone: it never imports today's code, so that it does the same in ten years. It never rebuilds an
append-only table in a batch, which would drop the triggers. To add one: a file ``versions/vNNNN_what.py`` with the
next number, the tables in ``schema``, ``SCHEMA_REVISION``.
"""
