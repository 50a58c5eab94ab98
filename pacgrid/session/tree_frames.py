"""Builds the frames of a session that steps through a search."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.diagram import Diagram
from pacgrid.session.frame import Board, Caption, Fact, Frame, KeyHint, Sheet, Timeline
from pacgrid.session.marks import Marks, Trail
from pacgrid.session.overlays import position_of
from pacgrid.session.scene import Scene, Transition, facing, scene
from pacgrid.session.settings import Settings
from pacgrid.session.tree_diagram import TreePainter
from pacgrid.session.tree_figures import TreeFigures
from pacgrid.session.tree_position import TreeCursor
from pacgrid.state import State
from pacgrid.tree.labels import edge_label, layer_label, value_label, worth_label
from pacgrid.tree.search_progress import SearchProgress
from pacgrid.tree.search_tree import SearchTree, Step, StepKind
from pacgrid.tree.whole_tree import is_drawn

TREE_WEIGHT = 2
"""How much more room the tree gets than the board beside it."""


class TreeFrames:
    """Builds the frames of a search, of which `position` is shown."""

    def __init__(self, position: TreeCursor, title: str) -> None:
        self._position = position
        self._title = title
        self._boards = lru_cache(maxsize=4)(self._build_boards)
        self._figures: TreeFigures | None = None  # of the last frame

    def frame(
        self, settings: Settings, sheet: Sheet | None, *, playing: bool, problem: str = ""
    ) -> Frame:
        """What to show now, over which `sheet` may lie; `problem`: why something can't be done."""
        position = self._position
        look = position.folding, position.leaves_first, position.boards
        return Frame(
            boards=self._boards(position.iteration, position.step, *look),
            caption=self._caption(problem or (f"{settings.speed:.3g} steps/s" if playing else "")),
            timeline=Timeline(
                position.step, max(position.last, 1), marks=tuple(position.known_cuts)
            ),
            keys=() if sheet else self._keys(playing=playing),
            sheet=sheet,
            theme=settings.theme,
            playing=playing,
            speed=settings.speed,
            speed_unit="steps/s",
            step="step",
            jump="cut",
            full_screen=settings.full_screen,
            moving=playing and not sheet,
        )

    def _caption(self, status: str) -> Caption:
        position = self._position
        tree, step = position.tree, position.tree.steps[position.step]
        facts = [Fact("step", f"{position.step:,} of {position.last:,}"), *_facts(tree, step)]
        if len(position.trees) > 1:
            facts.append(Fact("iteration", f"{position.iteration} of {len(position.trees)}"))
        nodes = f"{len(tree.nodes):,} nodes"
        if tree.is_whole:
            nodes = f"{SearchProgress(tree, position.step).visited:,} of {nodes}"
        more = f", {tree.left_out:,} more left out" if tree.left_out else ""
        return Caption(
            players=tree.agent,
            game=", ".join(filter(None, (self._title, nodes + more))),
            facts=tuple(facts),
            words=step.words,
            status=status,
        )

    def _build_boards(self, _iteration: int, step: int, *_look: object) -> tuple[Board, ...]:
        position = self._position
        tree, shown, node_boards = position.tree, position.shown, position.node_boards
        figures = self._figures
        if (
            figures is None
            or figures.tree is not tree
            or figures.boards is not node_boards
            or figures.shown != shown
        ):
            figures = self._figures = TreeFigures(tree, shown, node_boards)
        painter = TreePainter(
            SearchProgress(tree, step), figures, text_boards=position.boards is True
        )
        boards = [Board(painter.diagram(), "the search", weight=TREE_WEIGHT)]
        if node_boards:
            return tuple(boards)
        node = tree.nodes[position.current]
        if (drawn := _drawn(tree, node.number)) is not None:
            label = edge_label(tree, node)
            title = f"the position after {label}" if label else "the position"
            boards.append(Board(drawn, title))
        return tuple(boards)

    def _keys(self, *, playing: bool) -> tuple[KeyHint, ...]:
        position = self._position
        play = "pause" if playing else "watch again" if position.at_end else "play"
        hints = [KeyHint("", "← →", "step"), KeyHint(" ", "space", play)]
        has_cuts = position.leaves_first or bool(position.cuts)  # whether there are is a secret
        hints += [KeyHint("n", "N", "next cut")] * has_cuts
        hints += [KeyHint("", "[ ]", "iteration")] * (len(position.trees) > 1)
        hints += [KeyHint("down", "↓", "next action"), KeyHint("?", "?", "help")]
        whole = "what is visited" if position.leaves_first else "leaves first"
        hints += [KeyHint("w", "W", whole), KeyHint("o", "O", "open or close")]
        if not is_drawn(position.tree):
            boards = "one board" if position.node_boards else "boards in nodes"
            hints.append(KeyHint("d", "D", boards))
        return (*hints, KeyHint("q", "Q", "close"))


def _facts(tree: SearchTree, step: Step) -> list[Fact]:
    """What is known of the current node."""
    node = tree.nodes[step.node]
    value = worth_label(step.value, step.payoffs) or "?"
    facts = [Fact("node", layer_label(node.layer, node.state.to_move)), Fact("value", value)]
    if tree.cut_nodes and step.kind is not StepKind.DONE:
        facts += (Fact("alpha", value_label(step.alpha)), Fact("beta", value_label(step.beta)))
    return facts


def _drawn(tree: SearchTree, number: int) -> Scene | Diagram | None:
    """The board of a node; None for a drawn tree, which has no other."""
    state: Any = tree.nodes[number].state
    if isinstance(state, State):
        return _scene([tree.nodes[each].state for each in tree.path(number)])
    if is_drawn(tree):
        return None
    parent = tree.nodes[number].parent
    return board_diagram(state, before=None if parent is None else tree.nodes[parent].state)


def _scene(states: Sequence[State]) -> Scene:
    """The last of some states, with the way that each agent came."""
    trails = []
    for agent in range(states[0].num_agents):
        points = [position_of(state, agent) for state in states]
        moves = [points[0], *(after for before, after in pairwise(points) if after != before)]
        if len(moves) > 1:
            trails.append(Trail(agent, tuple(moves)))
    transition = replace(Transition.standing(states[-1]), facing=facing(states, len(states) - 1))
    return scene(transition, 1, marks=Marks(trails=tuple(reversed(trails))))
