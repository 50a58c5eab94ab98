"""The picture of a board game, or of a game in a drawn tree."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Any

from pacgrid.games.drawn_tree import DrawnTree, TreeNode, number_text
from pacgrid.games.game_setup import BoardState
from pacgrid.records.record import KEYBOARD, forfeit_reason, players_words, verdict
from pacgrid.search import CHANCE, is_general_sum
from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.frame import (
    Banner,
    Board,
    Caption,
    Diagram,
    Fact,
    Overlay,
    Polygon,
    TextLine,
    rectangle,
)
from pacgrid.session.game_frame import GamePicture
from pacgrid.session.playback import ViewState
from pacgrid.session.themes import Ink
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, Step, StepKind
from pacgrid.tree.tree_text import tree_rows
from pacgrid.tree.tree_view import SearchProgress, folded
from pacgrid.tree.whole_tree import game_tree
from pacgrid.tree.wording import worth_label

TREE_SYMBOLS = {"MAX": "+", "MIN": "-"}


class BoardPicture(GamePicture):
    speed_unit, step, jump = "moves/s", "move", "decision"

    def __init__(self, view: ViewState, number: int) -> None:
        super().__init__(view, number)
        self.symbols = tuple(map(_symbol, self.game.setup.players))

    @property
    def title(self) -> str:
        return players_words(self.game.setup, self.game.agents)

    @property
    def _awaits_choice(self) -> bool:
        return self.playback.person_game is self.game and self.playback.awaits_choice

    def board(self) -> Board:
        board, game = super().board(), self.game
        good = board.verdict and game.record.forfeit is None and game.states[self.ply].score >= 0
        return replace(board, good=bool(good))

    def scene(self, overlays: frozenset[Overlay]) -> Diagram:
        game, ply = self.game, self.ply
        state, awaits_choice = game.states[ply], self._awaits_choice
        thought = game.thought(ply)
        return position_diagram(
            state,
            game.states[ply - 1] if ply else None,
            self.view.selected if awaits_choice else None,
            tuple(state.legal_actions()) if awaits_choice else (),
            tuple(thought.values.items()) if thought and Overlay.VALUES in overlays else (),
        )

    def caption(self) -> Caption:
        caption = super().caption()
        if not self.playback.at_end:
            return caption
        state = self.game.states[self.ply]
        result = Fact("score", number_text(state.score))
        if is_general_sum(state):
            result = Fact("payoffs", worth_label(None, state.payoffs()))
        return replace(caption, facts=(result,))

    def status(self) -> str:
        """What was drawn, and what a person has selected."""
        game, ply = self.game, self.ply
        words = []
        if ply and game.states[ply - 1].to_move == CHANCE:
            words.append(self.last_move())
        if self._awaits_choice:
            action = game.setup.action_name(game.states[ply], self.view.selected)
            words.append(f"your move: {action}")
        return "; ".join(words)

    def end_banner(self) -> Banner:
        record, game = self.game.record, self.game
        score = game.states[-1].score
        people = [agent == KEYBOARD for agent in record.agents]
        is_lost = score and not people[0 if score > 0 else -1]
        lost = sum(people) == 1 and is_lost and not is_general_sum(game.states[-1])
        ink = Ink.BAD if lost or record.forfeit is not None else Ink.GOOD
        lines = (forfeit_reason(record), self.title, f"{len(game.moves)} plies")
        return Banner(verdict(record), tuple(filter(None, lines)), ink)


@lru_cache(maxsize=16)
def position_diagram(
    state: BoardState,
    before: BoardState | None = None,
    selected: Any = None,
    targets: tuple[Any, ...] = (),
    values: tuple[tuple[Any, float], ...] = (),
) -> Diagram:
    """A position of a board game, or of a drawn tree. The arguments are those of `board_diagram`,
    but for `values`, the pairs of which are a mapping there."""
    if isinstance(state, DrawnTree):
        return tree_board(state, selected, targets, dict(values))
    return board_diagram(
        state, selected=selected, targets=targets, before=before, values=dict(values)
    )


def _symbol(player: str) -> str:
    """A letter that stands for a player: `X`, `1` for `player 1`."""
    if player in TREE_SYMBOLS:
        return TREE_SYMBOLS[player]
    return player[-1] if player[-1].isdecimal() else player[0].upper()


RIM = 0.08


def tree_board(
    state: DrawnTree, selected: Any, targets: Sequence[Any], values: Mapping[Any, float]
) -> Diagram:
    """The tree of `state`, with the path that was played; the arguments are those of
    `board_diagram`."""
    nodes = tree_nodes(state.root)
    current = next(node for node in nodes if node.state.path == state.path)
    children = {nodes[number].action: number for number in current.children}
    known = {children[action]: value for action, value in values.items()}
    steps = [_step(node, known.get(node.number, node.value)) for node in nodes]
    steps += [_step(current, current.value), Step(StepKind.DONE, 0)]
    tree = SearchTree(nodes, steps, (), None, "")
    shown = folded(tree, current.number, opened=[current.number])
    progress = SearchProgress(tree, len(steps) - 2)
    diagram = tree_diagram(tree, progress.step, shown)
    chosen = children.get(selected) if targets else None
    areas = {target.number: target for target in diagram.targets}
    changed = {chosen, current.number} if chosen is not None else ()
    text = tuple(
        _marked(line, is_selected=row.node == chosen) if row.node in changed else line
        for row, line in zip(tree_rows(progress, shown), diagram.text, strict=True)
    )
    parts = diagram.parts
    if chosen is not None:
        (x, y), (width, height) = areas[chosen].corner, areas[chosen].size
        corners = rectangle(x, y, x + width, y + height, RIM)
        parts = (Polygon(corners, Ink.BEST, Ink.BEST, opacity=0.15), *parts)
    return replace(
        diagram,
        parts=parts,
        text=text,
        targets=tuple(
            replace(areas[children[action]], number=number) for number, action in enumerate(targets)
        ),
        description=str(state),
    )


@lru_cache(maxsize=2)
def tree_nodes(root: TreeNode) -> Sequence[SearchNode]:
    """The nodes of a drawn tree in the order of its text; only leaves have values."""
    return game_tree(DrawnTree.initial(root), most_nodes=inf).nodes


def _step(node: SearchNode, value: float | None) -> Step:
    kind = StepKind.LEAF if node.layer is Layer.LEAF else StepKind.ENTER
    return Step(kind, node.number, value, payoffs=node.payoffs)


def _marked(line: TextLine, *, is_selected: bool) -> TextLine:
    """A line of the text, highlighted if its node is selected."""
    branch, words, *rest = line
    return (branch, replace(words, inverse=is_selected), *rest)
