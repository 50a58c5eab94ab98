"""A session in which a person steps through a search."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.diagram import Diagram
from pacgrid.session.frame import Board, Caption, Fact, Frame, KeyHint, Timeline
from pacgrid.session.key_commands import KEYS, Command
from pacgrid.session.overlays import position_of
from pacgrid.session.scene import Marks, Scene, Trail, Transition, facing, scene
from pacgrid.session.session import HelpSheet, NextAction, Session, Settings, Sheets
from pacgrid.session.tree_diagram import TreePainter
from pacgrid.session.tree_figures import NodeBoards, TreeFigures, node_boards
from pacgrid.state import State
from pacgrid.tree.search_tree import SearchTree, Step, StepKind
from pacgrid.tree.tree_view import FoldedTree, SearchProgress, folded, most_shown
from pacgrid.tree.whole_tree import WholeTreeError, is_drawn, whole_tree
from pacgrid.tree.wording import edge_label, layer_label, value_label, worth_label

SPEED = 2.0
"""Steps per second, unless a person wants another speed."""
_FORWARD = {Command.ROUND_FORWARD, Command.PLY_FORWARD}
_BACK = {Command.ROUND_BACK, Command.PLY_BACK}
_REPEATED_KEYS = frozenset({"up", "down", "page_up", "page_down", "n", "b"})
_REPEATED = _FORWARD | _BACK | {Command.SLOWER, Command.FASTER}

HELP = (
    ("← →  , .", "step back or forward"),
    ("↑ ↓", "to where the previous or next action of the root gets its value"),
    ("N  B  > <", "to the next cut, or back to the previous one"),
    ("Home  End", "go to the start or the end"),
    ("space  P", "play or pause"),
    ("+  -", "faster, slower"),
    ("O", "open or close the current node: show or hide what is below it"),
    ("W", "the whole tree: its leaves first, before the search; or what the search visits"),
    ("D", "the position in each node, or one board beside the tree"),
    ("[  ]", "the previous or next iteration of the search"),
    ("click", "a node: the step in which it got its value; again: open or close it"),
    ("C", "colours for the colour-blind"),
    ("L", "light or dark background"),
    ("F", "full screen"),
    ("Enter", "at the end: close"),
    ("?", "this help"),
    ("Q  Esc", "close"),
)
"""What the keys do."""


class TreeSession(Session):
    """Steps through what an agent searched for one decision. Nothing is drawn here.

    Args:
        trees: one for each iteration of the search.
        title: what was searched: `book.tree`.
        iteration: the iteration to start with, from 1; by default, the last.
        step: the step to start with.
        most_nodes: how many nodes are shown at most, until a person opens some; None: fewer with
            boards than without.
        leaves_first: show the whole tree before the search; see `whole_tree`.
        boards: whether each node has its position as a small board; None: if it is small.

    Raises WholeTreeError if there is no whole tree to show.
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
        leaves_first: bool = False,
        boards: bool | None = None,
    ) -> None:
        self.settings = settings or Settings(SPEED)
        self.playing = False
        self.sheets = Sheets()
        self.position = TreeCursor(
            trees,
            iteration=iteration or len(trees),
            step=step,
            most_nodes=most_nodes,
            leaves_first=leaves_first,
            boards=boards,
        )
        self._problem = ""
        self._since_step = 0.0  # in steps
        self._title = title
        self._kept_boards = lru_cache(maxsize=4)(self._boards)
        self._figures: TreeFigures | None = None  # of the last frame

    def frame(self) -> Frame:
        position, settings, sheet = self.position, self.settings, self.sheets.shown
        look = position.folding, position.leaves_first, position.boards
        speed = f"{settings.speed:.3g} steps/s" if self.playing else ""
        return Frame(
            boards=self._kept_boards(position.iteration, position.step, *look),
            caption=self._caption(self._problem or speed),
            timeline=Timeline(
                position.step, max(position.last, 1), marks=tuple(position.known_cuts)
            ),
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
        self.position.go_to(self.position.step + int(steps))
        self.playing = not self.position.at_end

    def press(self, key: str, *, repeated: bool = False) -> None:
        command, self._problem = KEYS.get(key), ""
        if repeated and command not in _REPEATED and key not in _REPEATED_KEYS:
            return
        if self.sheets.press(key):
            return
        if not self._press_in_tree(key) and command:
            self._run(command)

    def seek(self, ply: int) -> None:
        if not self.sheets.open:
            self.playing = False
            self.position.go_to(ply)

    def choose_target(self, number: int) -> None:
        """A node was clicked, or what is folded up below one. It may be gone by now."""
        position = self.position
        nodes = len(position.tree.nodes)
        if self.sheets.open or not 0 <= number < 2 * nodes:
            return
        if number >= nodes:
            position.open(number - nodes)
        elif number == position.current:
            position.open_or_close(number)
        else:
            self.playing = False
            position.go_to_node(number)

    def _press_in_tree(self, key: str) -> bool:
        """Handle a key that has its own meaning here; return whether it has one."""
        position = self.position
        match key:
            case "down":
                position.next_of(position.finished_children)
            case "up":
                position.previous_of(position.finished_children)
            case "n" | ">":
                position.next_of(position.cuts)
            case "b" | "<":
                position.previous_of(position.cuts)
            case "]" | "page_down":
                position.go_to_iteration(position.iteration + 1)
            case "[" | "page_up":
                position.go_to_iteration(position.iteration - 1)
            case "o":
                position.open_or_close(position.current)
                return True
            case "w":
                self._switch_leaves_first()
                return True
            case "d":
                position.boards = position.node_boards is None
                return True
            case _:
                return False
        self.playing = False
        return True

    def _switch_leaves_first(self) -> None:
        """Show the whole tree, or what the search visits."""
        if self.position.leaves_first:
            self.position.show_visited()
            return
        try:
            self.position.show_leaves_first()
        except WholeTreeError as error:
            self._problem = str(error)

    def _run(self, command: Command) -> None:
        if self.settings.change(command):
            return
        position = self.position
        if command in _FORWARD | _BACK | {Command.START, Command.END}:
            self.playing = False
        match command:
            case Command.PAUSE:
                if self.position.at_end:
                    position.go_to(0)
                self.playing, self._since_step = not self.playing, 0
            case Command.ROUND_FORWARD | Command.PLY_FORWARD:
                position.go_to(position.step + 1)
            case Command.ROUND_BACK | Command.PLY_BACK:
                position.go_to(position.step - 1)
            case Command.START:
                position.go_to(0)
            case Command.END:
                position.go_to(position.last)
            case Command.HELP:
                self.sheets.open = HelpSheet(HELP)
            case Command.NEXT_GAME if self.position.at_end:
                self.next_action = NextAction.NEXT_GAME
            case Command.QUIT:
                self.next_action = NextAction.QUIT

    def _caption(self, status: str) -> Caption:
        position = self.position
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

    def _boards(self, _iteration: int, step: int, *_look: object) -> tuple[Board, ...]:
        position = self.position
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

    def _keys(self) -> tuple[KeyHint, ...]:
        position = self.position
        play = "pause" if self.playing else "watch again" if position.at_end else "play"
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


class TreeCursor:
    """A step of one of several trees, and which nodes are open.

    Args:
        trees: one for each iteration.
        most_nodes: how many nodes are shown, besides those that were opened; None: fewer with
            boards than without.
        leaves_first: show whole trees. Raises WholeTreeError where there is none.
        boards: as in `node_boards`.
    """

    def __init__(
        self,
        trees: Sequence[SearchTree],
        *,
        iteration: int,
        step: int = 0,
        most_nodes: int | None = None,
        leaves_first: bool = False,
        boards: bool | None = None,
    ) -> None:
        self.trees = trees
        self.boards = boards
        self._most_nodes = most_nodes
        self._node_boards = lru_cache(maxsize=2)(self._build_node_boards)
        self.leaves_first = False
        """Whether whole trees are shown, so that the leaves are there before the search."""
        self._whole: Sequence[SearchTree] = ()
        self.iteration = 0
        self.go_to_iteration(iteration)
        self.go_to(step)
        if leaves_first:
            self.show_leaves_first()

    @property
    def tree(self) -> SearchTree:
        number = self.iteration - 1
        return self._whole[number] if self.leaves_first else self.trees[number]

    @property
    def node_boards(self) -> NodeBoards | None:
        """The boards in the nodes, if they are shown."""
        return self._node_boards(self.iteration, self.leaves_first, self.boards)

    def _build_node_boards(
        self, _iteration: int, _leaves_first: object, boards: bool | None
    ) -> NodeBoards | None:
        return node_boards(self.tree, boards)

    @property
    def known_cuts(self) -> Sequence[int]:
        """The steps that are cuts; where the leaves come first, those that were shown."""
        if not self.leaves_first:
            return self.cuts
        return self.cuts[: bisect_right(self.cuts, self.step)]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.tree.steps) - 1

    @property
    def at_end(self) -> bool:
        """Whether the last step is shown."""
        return self.step == self.last

    @property
    def current(self) -> int:
        """The number of the node that the step is about."""
        return self.tree.steps[self.step].node

    @property
    def shown(self) -> FoldedTree:
        """The nodes that are shown."""
        return folded(
            self.tree,
            self.current,
            most_nodes=self._most_nodes or most_shown(self.tree, boards=bool(self.node_boards)),
            opened=self._opened,
            closed=self._closed,
        )

    @property
    def folding(self) -> tuple[frozenset[int], frozenset[int]]:
        """Which nodes were opened and closed."""
        return frozenset(self._opened), frozenset(self._closed)

    def show_leaves_first(self) -> None:
        """Show whole trees. Raises WholeTreeError where there is none."""
        if not self._whole:
            self._whole = [*map(whole_tree, self.trees)]
        self.leaves_first = True

    def show_visited(self) -> None:
        """Show only what the search visits."""
        self.leaves_first = False
        visited = range(len(self.tree.nodes))
        self._opened.intersection_update(visited)
        self._closed.intersection_update(visited)

    def go_to(self, step: int) -> None:
        """Go to that step, or to the nearest one there is."""
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
        done = (n for n in self.tree.steps_of[0] if steps[n].kind is StepKind.BACK_UP)
        self.finished_children = tuple(done)
        """The steps after which one more child of the root is done."""

    def next_of(self, steps: Sequence[int]) -> None:
        """Go to the next one of some steps; after the last one, to the end."""
        self.go_to((*steps, self.last)[bisect_right(steps, self.step)])

    def previous_of(self, steps: Sequence[int]) -> None:
        """Go to the previous one of some steps; before the first one, to the start."""
        self.go_to((0, *steps)[bisect_left(steps, self.step)])

    def go_to_node(self, number: int) -> None:
        """Go to the step in which a node got its value."""
        if steps := self.tree.steps_of[number]:
            self.go_to(steps[-1])

    def open(self, number: int) -> None:
        """Show the children of a node."""
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
