"""A page that steps through a search: a file that needs nothing else, no network, no other file."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from pacgrid.render.pictures.svg import tree_svg
from pacgrid.render.web.frame_json import FigureTable
from pacgrid.render.web.page import framed, packed, render, write_text
from pacgrid.render.web.page_data import SAVED_COMMANDS, player_data, saved_frame, stepped_frames
from pacgrid.session.diagram import Diagram
from pacgrid.session.frame import Timeline
from pacgrid.session.themes import THEMES
from pacgrid.session.tree_figures import node_boards
from pacgrid.session.tree_session import HELP, SPEED, TreeSession
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.whole_tree import WholeTreeError, is_drawn, leaves_come_first, whole_tree

MOST_STEPS = 2000
"""Of a longer search, only the steps at its upper nodes are in the page."""
MOST_SWITCHED = 500
"""Of a search with more steps, the page has the frames of one look only."""
LEAVES_FIRST, BOARDS = "LEAVES_FIRST", "BOARDS"
STEP_COMMANDS = SAVED_COMMANDS | {
    "left": "PLY_BACK",
    "right": "PLY_FORWARD",
    "b": "ROUND_BACK",
    "n": "ROUND_FORWARD",
    "up": "ACTION_BACK",
    "down": "ACTION_FORWARD",
    **dict.fromkeys(("[", "page_up"), "ITERATION_BACK"),
    **dict.fromkeys(("]", "page_down"), "ITERATION_FORWARD"),
}
"""What keys do: those of a session, but for what needs Python."""


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
    that step several together. See `templates/tree.js`."""
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


def tree_page_data(
    trees: Sequence[SearchTree],
    title: str = "",
    most_nodes: int | None = None,
    most_steps: int = MOST_STEPS,
    *,
    leaves_first: bool = False,
    boards: bool | None = None,
    switches: bool = True,
) -> dict[str, Any]:
    """All frames of a search as columns, by iteration, with what clicks and keys do in it.

    Args:
        leaves_first, boards: as for a `TreeSession`. Raises WholeTreeError.
        switches: whether keys change them, which needs all the frames once more for each, unless
            there are too many.
    """
    table = FigureTable(list(THEMES.values()))
    shown = {LEAVES_FIRST: leaves_first, BOARDS: node_boards(trees[0], boards) is not None}
    steps = sum(min(len(tree.steps), most_steps) for tree in trees)
    can_switch = switches and steps <= MOST_SWITCHED
    keys = {"w": LEAVES_FIRST} if can_switch and _is_known(trees) else {}
    keys |= {"d": BOARDS} if can_switch and not is_drawn(trees[0]) else {}
    commands = STEP_COMMANDS | keys

    def iterations(look: Mapping[str, bool]) -> list[dict[str, Any]]:
        sessions = (
            TreeSession(
                trees,
                title=title,
                iteration=number,
                most_nodes=most_nodes,
                leaves_first=look[LEAVES_FIRST],
                boards=look[BOARDS],
            )
            for number in range(1, len(trees) + 1)
        )
        return [iteration_data(session, table, commands, most_steps) for session in sessions]

    variants = {}
    for switched in product((False, True), repeat=len(keys)):
        others = dict(zip(keys.values(), switched, strict=True))
        look = {name: is_on != others.get(name, False) for name, is_on in shown.items()}
        variants[_name(look)] = iterations(look)
    rows = [(caps, effect) for caps, effect in HELP if caps != "click"]
    return {
        "variant": _name(shown),
        "iterations": variants.pop(_name(shown)),
        "variants": variants,
        "start": 0,
        **player_data(SPEED, rows, commands),
        **table.lists,
    }


def _name(look: Mapping[str, bool]) -> str:
    """What the page calls a variant: the names of what is switched on, in order."""
    return " ".join(sorted(name for name, is_on in look.items() if is_on))


def _is_known(trees: Sequence[SearchTree]) -> bool:
    """Whether the leaves of all trees are known before the search."""
    with suppress(WholeTreeError):
        return all(whole_tree(tree).is_whole for tree in trees)
    return False


def chosen_steps(tree: SearchTree, most: int = MOST_STEPS) -> Sequence[int]:
    """The numbers of its steps: all, or those at nodes up to as many plies as `most` allows."""
    plies = [tree.nodes[step.node].ply for step in tree.steps]
    for ply in range(max(plies), -1, -1):
        chosen = [number for number, each in enumerate(plies) if each <= ply]
        if len(chosen) <= most:
            return chosen
    return [round(i * (len(plies) - 1) / (most - 1)) for i in range(most)]


def iteration_data(
    session: TreeSession,
    table: FigureTable,
    commands: Mapping[str, str],
    most_steps: int = MOST_STEPS,
) -> dict[str, Any]:
    """The frames of a session's iteration as columns, and what clicks and keys do in it.

    Args:
        commands: what keys do; the frames have hints for these only.
    """
    position = session.position
    steps = chosen_steps(position.tree, most_steps)

    def shown(numbers: Iterable[int]) -> list[int]:
        """Which frames those steps have."""
        found = {bisect_left(steps, each) for each in numbers}
        return sorted(each for each in found if each < len(steps))

    cuts, frames, clicked = shown(position.cuts), [], set[int]()
    for i, step in enumerate(steps):
        session.seek(step)
        marks = tuple(shown(position.known_cuts))
        timeline = Timeline(i, max(len(steps) - 1, 1), marks=marks)
        frame = session.frame()
        frames.append(saved_frame(replace(frame, timeline=timeline), commands, table))
        if isinstance(tree := frame.boards[0].scene, Diagram):
            clicked |= {target.number for target in tree.targets}
    return {
        **stepped_frames(frames),
        "cuts": cuts,
        "actions": shown(position.finished_children),
        "targets": {n: shown(_steps_of(position.tree, n)) for n in sorted(clicked)},
    }


def _steps_of(tree: SearchTree, target: int) -> Sequence[int]:
    """The step that a click leads to: in which a node got its value; or, of what is folded up below
    a node, where its last child begins."""
    nodes = len(tree.nodes)
    if target < nodes:
        return tree.steps_of[target][-1:]
    return tree.steps_of[tree.nodes[target - nodes].children[-1]][:1]
