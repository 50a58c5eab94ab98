"""A page that steps through a search: a file that needs nothing else, no network, no other file."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pacgrid.render.svg import tree_svg
from pacgrid.render.web.frame_json import ElementTable
from pacgrid.render.web.page import packed, player
from pacgrid.render.web.page_data import SAVED_COMMANDS, player_data, saved_frame, stepped_frames
from pacgrid.session.frame import Diagram, Timeline
from pacgrid.session.tree_session import HELP, SPEED, TreeSession
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.whole_tree import trees_to_step

MOST_STEPS = 2000
"""Of a longer search, only the steps at its upper nodes are in the page."""
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
    boards: bool | None = None,
) -> str:
    """A page that steps through a search; the same text for the same trees.

    Args:
        trees: one for each iteration of the search.
        title: what was searched: `book.tree`.
        most_nodes: how many nodes are shown at most; None: fewer with boards than without.
        boards: whether each node has its position as a small board; None: if it is small.
    """
    name = f"{trees[-1].agent}: {title or 'a search'}"
    data = tree_page_data(trees_to_step(trees), title, most_nodes, boards=boards)
    last = tree_svg(trees[-1], most_nodes=most_nodes, boards=boards)
    return player("saved", title=name, data=packed(data), last=last, details="")


def tree_page_data(
    trees: Sequence[SearchTree],
    title: str = "",
    most_nodes: int | None = None,
    *,
    boards: bool | None = None,
) -> dict[str, Any]:
    """All frames of a search as columns, by iteration, with what clicks and keys do in it.

    Args:
        boards: as for a `TreeSession`.
    """
    table = ElementTable()
    sessions = (
        TreeSession(trees, title=title, iteration=n + 1, most_nodes=most_nodes, boards=boards)
        for n in range(len(trees))
    )
    rows = [(caps, effect) for caps, effect in HELP if caps != "click"]
    return {
        "iterations": [iteration_data(each, table, STEP_COMMANDS) for each in sessions],
        "start": 0,
        **player_data(SPEED, rows, STEP_COMMANDS),
        "elements": table.elements,
    }


def chosen_steps(tree: SearchTree, most: int = MOST_STEPS) -> Sequence[int]:
    """The numbers of its steps: all, or those at nodes up to as many plies as `most` allows."""
    plies = [tree.nodes[step.node].ply for step in tree.steps]
    for ply in range(max(plies), -1, -1):
        chosen = [number for number, each in enumerate(plies) if each <= ply]
        if len(chosen) <= most:
            return chosen
    return [round(i * (len(plies) - 1) / (most - 1)) for i in range(most)]


def iteration_data(
    session: TreeSession, table: ElementTable, commands: Mapping[str, str]
) -> dict[str, Any]:
    """The frames of a session's iteration as columns, and what clicks and keys do in it.

    Args:
        commands: what keys do; the frames have hints for these only.
    """
    steps = chosen_steps(session.tree)

    def shown(numbers: Iterable[int]) -> list[int]:
        found = {bisect_left(steps, each) for each in numbers}
        return sorted(each for each in found if each < len(steps))

    cuts, frames, clicked = shown(session.cuts), [], set[int]()
    for i, step in enumerate(steps):
        session.seek(step)
        marks = tuple(shown(session.known_cuts))
        timeline = Timeline(i, max(len(steps) - 1, 1), marks=marks)
        frame = session.frame()
        frames.append(saved_frame(replace(frame, timeline=timeline), commands, table))
        if isinstance(tree := frame.boards[0].scene, Diagram):
            clicked |= {target.number for target in tree.targets}
    return {
        **stepped_frames(frames),
        "cuts": cuts,
        "actions": shown(session.finished_children),
        "targets": {n: shown(_steps_of(session.tree, n)) for n in sorted(clicked)},
    }


def _steps_of(tree: SearchTree, target: int) -> Sequence[int]:
    """The step that a click leads to: in which a node got its value; or, of what is folded up below
    a node, where its last child begins."""
    nodes = len(tree.nodes)
    if target < nodes:
        return tree.steps_of[target][-1:]
    return tree.steps_of[tree.nodes[target - nodes].children[-1]][:1]
