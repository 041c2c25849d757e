"""The scores of ``fairdesk score``: one file each, thin, like every command.

May import ``audit`` and ``domain`` only, and ``audit`` when a score runs. To add one: write ``foo.py`` with
``add_parser``, which names the function that runs it, and name the file in ``SCORES``; what it computes belongs into
``audit/score/foo.py``. ``tests/contract/test_commands.py`` tries it.
"""

from fairdesk.cli.scores import (
    agreement,
    associations,
    bbq,
    benchmark,
    bold,
    counterfactual,
    crows_pairs,
    discrimination,
    ranking,
    realtoxicityprompts,
    refusals,
    representation,
    stereoset,
    winomt,
)

SCORES = (
    counterfactual,
    bbq,
    agreement,
    associations,
    discrimination,
    ranking,
    refusals,
    representation,
    stereoset,
    crows_pairs,
    winomt,
    realtoxicityprompts,
    bold,
    benchmark,
)
"""In the order in which help lists them."""
