"""Files from outside, read into nouns or refused with their place: one module per format.

Imports nothing of its own layer (``evaluations``, ``layers``, ``endpoints``, ``store``, ``report``, ``settings``).
"""
