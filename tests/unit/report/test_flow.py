"""Stacking slabs into pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fairdesk.report.flow import Slab, paginate
from fairdesk.report.tagging import TaggedCanvas

HEIGHT = 100.0


def _draw(canvas: TaggedCanvas, left: float, top: float) -> None:
    """These slabs are never drawn."""


slabs = st.lists(
    st.builds(
        Slab,
        height=st.floats(1, HEIGHT - 12),
        draw=st.just(_draw),
        gap=st.floats(0, 30),
        keep=st.booleans(),
        head=st.sampled_from([None, Slab(height=10, draw=_draw)]),
        opens_page=st.booleans(),
    ),
    max_size=40,
)


@given(slabs)
def test_every_slab_is_placed_once_in_order_and_within_its_page(given_slabs: list[Slab]) -> None:
    """No slab is lost or doubled, none hangs out of the page, and no page is empty."""
    pages = paginate(given_slabs, HEIGHT)

    heads = {id(slab.head) for slab in given_slabs if slab.head}
    placed = [one.slab for page in pages for one in page if id(one.slab) not in heads]
    assert [id(slab) for slab in placed] == [id(slab) for slab in given_slabs]
    assert all(pages) or not given_slabs
    for page in pages:
        bottom = 0.0
        for one in page:
            assert one.offset >= bottom - 1e-9
            bottom = one.offset + one.slab.height
        assert bottom <= HEIGHT + 1e-9


def test_a_kept_slab_moves_with_its_neighbour() -> None:
    """A heading does not stand alone at the foot of a page."""
    filler = Slab(height=70, draw=_draw)
    head = Slab(height=20, draw=_draw, keep=True)
    text = Slab(height=20, draw=_draw)

    pages = paginate([filler, head, text], HEIGHT)

    assert [len(page) for page in pages] == [1, 2]


def test_a_table_head_is_repeated_on_the_next_page_only() -> None:
    """Rows that open a page get the head first."""
    head = Slab(height=10, draw=_draw)
    rows = [Slab(height=30, draw=_draw, head=head) for _ in range(5)]

    pages = paginate([head, *rows], HEIGHT)

    assert [sum(one.slab is head for one in page) for page in pages] == [1, 1]
    assert pages[1][0].slab is head
