"""A page that steps through a search: a file that needs nothing else, no network, no other file."""

from collections.abc import Sequence
from pathlib import Path

from pacgrid.render.pictures.tree_svg import tree_svg
from pacgrid.render.web.page import framed, packed, render, write_text
from pacgrid.render.web.tree_page_data import MOST_STEPS, tree_page_data
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.whole_tree import leaves_come_first


def tree_page(
    trees: Sequence[SearchTree],
    title: str = "",
    *,
    most_nodes: int | None = None,
    leaves_first: bool | None = None,
    boards: bool | None = None,
) -> str:
    """A page that steps through a search; the same text for the same trees.

    Args:
        trees: one for each iteration of the search.
        title: what was searched: `book.tree`.
        most_nodes: how many nodes are shown at most; None: fewer with boards than without.
        leaves_first: show the whole tree before the search; None: if it was drawn. A key changes
            that.
        boards: whether each node has its position as a small board; None: if it is small. A key
            changes that.

    Raises WholeTreeError if there is no whole tree to show.
    """
    name = f"{trees[-1].agent}: {title or 'a search'}"
    leaves_first = leaves_come_first(trees) if leaves_first is None else leaves_first
    data = tree_page_data(trees, title, most_nodes, leaves_first=leaves_first, boards=boards)
    last = tree_svg(trees[-1], most_nodes=most_nodes, boards=boards)
    return render("steps", title=name, data=packed(data), last=last, details="")


def tree_data(trees: Sequence[SearchTree], title: str = "", *, most_steps: int = MOST_STEPS) -> str:
    """A search for `framed_tree_page`. Of one with more than `most_steps`, only the steps at its
    upper nodes are kept."""
    data = tree_page_data(trees, title, None, most_steps, boards=False, switches=False)
    return packed(data)


def framed_tree_page(data: str) -> str:
    """What steps through a search in a frame, with `data` in place of that of a search: for pages
    that step several together. See `templates/framed_steps.js`."""
    return render("framed", title="a search", data=data, last="", details="")


def tree_frame(trees: Sequence[SearchTree]) -> str:
    """The page of a search in a frame of its own, for notebooks; see `tree_page`."""
    return framed(tree_page(trees), f"the search of {trees[-1].agent}")


def write_tree_page(
    path: str | Path,
    trees: Sequence[SearchTree],
    title: str = "",
    *,
    most_nodes: int | None = None,
    leaves_first: bool | None = None,
    boards: bool | None = None,
) -> None:
    """Write the page of a search to `path`, whole or not at all; see `tree_page`.

    Raises PageError or WholeTreeError.
    """
    text = tree_page(trees, title, most_nodes=most_nodes, leaves_first=leaves_first, boards=boards)
    write_text(path, text)
