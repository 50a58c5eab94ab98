"""A session in which a person steps through a search."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.frame import (
    Board,
    Caption,
    Diagram,
    Fact,
    Frame,
    KeyHint,
    Marks,
    Scene,
    Timeline,
    scene,
    standing_after,
)
from pacgrid.session.overlays import trails_of
from pacgrid.session.session import Command, Rows, Session, Settings, Sheets
from pacgrid.session.tree_diagram import NodeBoards, TreeFigures, TreePainter, node_boards
from pacgrid.state import State
from pacgrid.tree.search_tree import SearchTree, Step, StepKind
from pacgrid.tree.tree_view import FoldedTree, SearchProgress, folded, most_shown
from pacgrid.tree.whole_tree import is_drawn
from pacgrid.tree.wording import edge_label, layer_label, value_label, worth_label

SPEED = 2.0
"""Steps per second, unless a person wants another speed."""
_STEPS = {
    **dict.fromkeys((Command.ROUND_FORWARD, Command.PLY_FORWARD), 1),
    **dict.fromkeys((Command.ROUND_BACK, Command.PLY_BACK), -1),
}
_REPEATED_KEYS = frozenset({"up", "down", "page_up", "page_down", *"nb<>"})

HELP = (
    ("← →  , .", "step back or forward"),
    ("↑ ↓", "to where the previous or next action of the root gets its value"),
    ("N  B  > <", "to the next cut, or back to the previous one"),
    ("Home  End", "go to the start or the end"),
    ("space  P", "play or pause"),
    ("+  -", "faster, slower"),
    ("O", "open or close the current node: show or hide what is below it"),
    ("[  ]", "the previous or next iteration of the search"),
    ("click", "a node: the step in which it got its value; again: open or close it"),
    ("C", "colours for the colour-blind"),
    ("L", "light or dark background"),
    ("F", "full screen"),
    ("Enter", "at the end: close"),
    ("?", "this help"),
    ("Q  Esc", "close"),
)


class TreeSession(Session):
    """Steps through what an agent searched for one decision. Nothing is drawn here.

    Args:
        trees: one for each iteration of the search; of whole trees, the leaves are shown before
            the search comes to them.
        title: what was searched: `book.tree`.
        iteration: the iteration to start with, from 1; by default, the last.
        step: the step to start with.
        most_nodes: how many nodes are shown at most, until a person opens some; None: fewer with
            boards than without.
        boards: whether each node has its position as a small board; None: if it is small.
    """

    def __init__(
        self,
        trees: Sequence[SearchTree],
        *,
        title: str = "",
        settings: Settings | None = None,
        iteration: int | None = None,
        step: int = 0,
        most_nodes: int | None = None,
        boards: bool | None = None,
    ) -> None:
        self.settings = settings or Settings(SPEED)
        self.playing = False
        self.sheets = Sheets()
        self.trees = trees
        self._most_nodes = most_nodes
        self._text_boards = boards is True
        self._node_boards = lru_cache(maxsize=2)(lambda number: node_boards(trees[number], boards))
        self.iteration = 0
        self.go_to_iteration(iteration or len(trees))
        self.go_to(step)
        self._since_step = 0.0  # in steps
        self._title = title
        self._kept_boards = lru_cache(maxsize=4)(self._boards)
        self._figures: TreeFigures | None = None  # of the last frame

    def frame(self) -> Frame:
        settings, sheet = self.settings, self.sheets.shown
        speed = f"{settings.speed:.3g} steps/s" if self.playing else ""
        return Frame(
            boards=self._kept_boards(self.iteration, self.step, self.folding),
            caption=self._caption(speed),
            timeline=Timeline(self.step, max(self.last, 1), marks=tuple(self.known_cuts)),
            keys=() if sheet else self._keys(),
            sheet=sheet,
            theme=settings.theme,
            playing=self.playing,
            speed=settings.speed,
            speed_unit="steps/s",
            step="step",
            jump="cut",
            full_screen=settings.full_screen,
            moving=self.playing and not sheet,
        )

    def advance(self, seconds: float) -> None:
        if not self.playing or self.sheets.open:
            return
        self._since_step += seconds * self.settings.speed
        steps, self._since_step = divmod(self._since_step, 1)
        self.go_to(self.step + int(steps))
        self.playing = not self.at_end

    @property
    def at_end(self) -> bool:
        return self.step == self.last

    def help_rows(self) -> Rows:
        return HELP

    def seek(self, ply: int) -> None:
        if not self.sheets.open:
            self.playing = False
            self.go_to(ply)

    def choose_target(self, number: int) -> None:
        """A node was clicked, or what is folded up below one. It may be gone by now."""
        nodes = len(self.tree.nodes)
        if self.sheets.open or not 0 <= number < 2 * nodes:
            return
        if number >= nodes:
            self.open(number - nodes)
        elif number == self.current:
            self.open_or_close(number)
        else:
            self.playing = False
            self.go_to((self.tree.steps_of[number] or (self.step,))[-1])

    def _press_own(self, key: str, repeated: bool) -> bool:
        if repeated and key not in _REPEATED_KEYS:
            return False
        match key:
            case "down":
                self.next_of(self.finished_children)
            case "up":
                self.previous_of(self.finished_children)
            case "n" | ">":
                self.next_of(self.cuts)
            case "b" | "<":
                self.previous_of(self.cuts)
            case "]" | "page_down":
                self.go_to_iteration(self.iteration + 1)
            case "[" | "page_up":
                self.go_to_iteration(self.iteration - 1)
            case "o":
                self.open_or_close(self.current)
                return True
            case _:
                return False
        self.playing = False
        return True

    def _run(self, command: Command) -> None:
        match command:
            case Command.PAUSE:
                if self.at_end:
                    self.go_to(0)
                self.playing, self._since_step = not self.playing, 0
            case _ if command in _STEPS:
                self.seek(self.step + _STEPS[command])
            case Command.START:
                self.seek(0)
            case Command.END:
                self.seek(self.last)
            case _:
                super()._run(command)

    def _caption(self, status: str) -> Caption:
        tree, step = self.tree, self.tree.steps[self.step]
        facts = [Fact("step", f"{self.step:,} of {self.last:,}"), *_facts(tree, step)]
        if len(self.trees) > 1:
            facts.append(Fact("iteration", f"{self.iteration} of {len(self.trees)}"))
        nodes = f"{len(tree.nodes):,} nodes"
        if tree.is_whole:
            nodes = f"{SearchProgress(tree, self.step).visited:,} of {nodes}"
        more = f", {tree.left_out:,} more left out" if tree.left_out else ""
        return Caption(
            players=tree.agent,
            game=", ".join(filter(None, (self._title, nodes + more))),
            facts=tuple(facts),
            words=step.words,
            status=status,
        )

    def _boards(self, _iteration: int, step: int, _folding: object) -> tuple[Board, ...]:
        tree, shown, node_boards = self.tree, self.shown, self.node_boards
        figures = self._figures
        if (
            figures is None
            or figures.tree is not tree
            or figures.boards is not node_boards
            or figures.shown != shown
        ):
            figures = self._figures = TreeFigures(tree, shown, node_boards)
        painter = TreePainter(SearchProgress(tree, step), figures, text_boards=self._text_boards)
        boards = [Board(painter.diagram(), "the search", weight=TREE_WEIGHT)]
        if node_boards:
            return tuple(boards)
        node = tree.nodes[self.current]
        if (drawn := _drawn(tree, node.number)) is not None:
            label = edge_label(tree, node)
            title = f"the position after {label}" if label else "the position"
            boards.append(Board(drawn, title))
        return tuple(boards)

    def _keys(self) -> tuple[KeyHint, ...]:
        play = "pause" if self.playing else "watch again" if self.at_end else "play"
        hints = [KeyHint("", "← →", "step"), KeyHint(" ", "space", play)]
        has_cuts = self.tree.is_whole or bool(self.cuts)  # whether there are is a secret
        hints += [KeyHint("n", "N", "next cut")] * has_cuts
        hints += [KeyHint("", "[ ]", "iteration")] * (len(self.trees) > 1)
        hints += [KeyHint("down", "↓", "next action"), KeyHint("?", "?", "help")]
        hints.append(KeyHint("o", "O", "open or close"))
        return (*hints, KeyHint("q", "Q", "close"))

    # Where it is in the search, and which nodes are open.

    @property
    def tree(self) -> SearchTree:
        return self.trees[self.iteration - 1]

    @property
    def node_boards(self) -> NodeBoards | None:
        return self._node_boards(self.iteration - 1)

    @property
    def known_cuts(self) -> Sequence[int]:
        """The steps that are cuts; where the leaves come first, those that were shown."""
        if not self.tree.is_whole:
            return self.cuts
        return self.cuts[: bisect_right(self.cuts, self.step)]

    @property
    def last(self) -> int:
        return len(self.tree.steps) - 1

    @property
    def current(self) -> int:
        return self.tree.steps[self.step].node

    @property
    def shown(self) -> FoldedTree:
        return folded(
            self.tree,
            self.current,
            most_nodes=self._most_nodes or most_shown(self.tree, boards=bool(self.node_boards)),
            opened=self._opened,
            closed=self._closed,
        )

    @property
    def folding(self) -> tuple[frozenset[int], frozenset[int]]:
        return frozenset(self._opened), frozenset(self._closed)

    def go_to(self, step: int) -> None:
        self.step = min(max(step, 0), self.last)

    def go_to_iteration(self, iteration: int) -> None:
        """Go to the end of that iteration, or of the nearest one there is."""
        iteration = min(max(iteration, 1), len(self.trees))
        if iteration == self.iteration:
            return
        self.iteration = iteration
        self._opened: set[int] = set()
        self._closed: set[int] = set()
        self.step = self.last
        steps = self.tree.steps
        self.cuts = tuple(n for n, step in enumerate(steps) if step.kind is StepKind.CUT)
        self.finished_children = tuple(
            n for n in self.tree.steps_of[0] if steps[n].kind is StepKind.BACK_UP
        )
        """The steps after which one more child of the root is done."""

    def next_of(self, steps: Sequence[int]) -> None:
        """Go to the next one of some steps; after the last one, to the end."""
        self.go_to((*steps, self.last)[bisect_right(steps, self.step)])

    def previous_of(self, steps: Sequence[int]) -> None:
        """Go to the previous one of some steps; before the first one, to the start."""
        self.go_to((0, *steps)[bisect_left(steps, self.step)])

    def open(self, number: int) -> None:
        self._closed -= set(self.tree.path(number))
        self._opened.add(number)

    def open_or_close(self, number: int) -> None:
        """Show the children of a node if some are hidden, or else hide them."""
        if self.shown.hidden.get(number):
            self.open(number)
        else:
            self._opened.discard(number)
            self._closed.add(number)


TREE_WEIGHT = 2
"""How much more room the tree gets than the board beside it."""


def _facts(tree: SearchTree, step: Step) -> list[Fact]:
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
    return scene(standing_after(states), 1, marks=Marks(trails=tuple(trails_of(states))))
