"""What is shown of a board game, or of a game in a drawn tree."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Any

from pacgrid.games.board_state import BoardState
from pacgrid.games.drawn_tree import DrawnTree, TreeNode, number_text
from pacgrid.records.description import (
    KEYBOARD,
    forfeit_reason,
    game_name,
    players_words,
    verdict,
)
from pacgrid.search import CHANCE, is_general_sum
from pacgrid.session.best_move import (
    marked_moves,
    value_curve,
)
from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.diagram import Diagram, Polygon, TextLine, rectangle
from pacgrid.session.frame import (
    BOARD_OVERLAYS,
    Banner,
    Board,
    Caption,
    Fact,
    Insight,
    Overlay,
    TimelineRow,
)
from pacgrid.session.overlays import board_insight
from pacgrid.session.picture import GamePicture
from pacgrid.session.playback import Playback, ViewState
from pacgrid.session.themes import Ink
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.tree.search_tree import Layer, SearchNode, SearchTree, Step, StepKind
from pacgrid.tree.tree_text import tree_rows
from pacgrid.tree.tree_view import SearchProgress, folded
from pacgrid.tree.whole_tree import game_tree
from pacgrid.tree.wording import worth_label

TREE_SYMBOLS = {"MAX": "+", "MIN": "-"}


class BoardPicture(GamePicture):
    """A board game in a session."""

    speed_unit, step, jump = "moves/s", "move", "decision"

    def __init__(self, playback: Playback, number: int) -> None:
        super().__init__(playback, number)
        self.symbols = tuple(map(_symbol, self.game.setup.players))

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays that the game has."""
        return (*BOARD_OVERLAYS, *([Overlay.BEST_MOVE] if self.game.analysis else ()))

    @property
    def _awaits_choice(self) -> bool:
        """Whether a person is to choose an action in this game."""
        return self._playback.persons_game is self.game and self._playback.awaits_choice

    def board(self, view: ViewState) -> Board:
        """What is shown of this game alone."""
        game, playback, ply = self.game, self._playback, self.ply
        overlays = playback.settings.overlays
        state = game.states[ply]
        record = game.record if playback.shows_end(self._number) else None
        if (shown := self.shown_in_line(view.line_rounds)) is not None:
            return Board(position_diagram(shown), symbols=self.symbols, cards=self.cards.at(ply))
        values = self._values(ply)
        return Board(
            _diagram(
                state,
                game.states[ply - 1] if ply else None,
                view.selected(playback) if self._awaits_choice else None,
                tuple(state.legal_actions()) if self._awaits_choice else (),
                tuple(values.items()),
            ),
            title=players_words(game.setup, game.agents),
            verdict=verdict(record) if record else "",
            good=record is not None and record.forfeit is None and state.score >= 0,
            cards=self.cards.at(ply),
            insight=self._insight(ply, overlays) if overlays else None,
            symbols=self.symbols,
        )

    def caption(self, view: ViewState) -> Caption:  # noqa: ARG002
        """The words about this game."""
        game, ply = self.game, self.ply
        scores = [_score_fact(game.states[ply])] * self._playback.at_end
        return Caption(
            players=players_words(game.setup, game.agents),
            game=game_name(game),
            ply=ply,
            facts=(*scores, *self.value_fact()),
            last_move=self.last_move(),
        )

    def status(self, view: ViewState) -> str:
        """What was drawn, and what a person has selected."""
        game, ply = self.game, self.ply
        words = []
        if ply and game.states[ply - 1].to_move == CHANCE:
            words.append(self.last_move())
        if self._awaits_choice:
            action = game.setup.action_name(game.states[ply], view.selected(self._playback))
            words.append(f"your move: {action}")
        return "; ".join(words)

    def end_banner(self) -> Banner:
        """How the game ended, in large letters."""
        record, game = self.game.record, self.game
        score = game.states[-1].score
        people = [agent == KEYBOARD for agent in record.agents]
        is_lost = score and not people[0 if score > 0 else 1]
        lost = sum(people) == 1 and is_lost and not is_general_sum(game.states[-1])
        ink = Ink.BAD if lost or record.forfeit is not None else Ink.GOOD
        lines = (
            forfeit_reason(record),
            players_words(game.setup, game.agents),
            f"{len(game.moves)} plies",
        )
        return Banner(verdict(record), tuple(filter(None, lines)), ink)

    def timeline_row(self) -> TimelineRow | None:
        """The values and the bad moves of an analysed game; else a plain line."""
        game, analysis = self.game, self.game.analysis
        if not analysis:
            return None
        scores = tuple(state.score if state.is_terminal else 0 for state in game.states)
        return TimelineRow(
            scores,
            (),
            game.taken_over,
            value_curve(analysis, game.states),
            marked_moves(analysis, game.setup, game.states),
            least_height=1,
        )

    def _insight(self, ply: int, overlays: Collection[Overlay]) -> Insight | None:
        best = self.best_move(ply) if self.analysed(ply) else ()
        return board_insight(self.game, ply, overlays, best)

    def _values(self, ply: int) -> Mapping[Any, float]:
        """The value of each action, as an overlay shows it."""
        overlays, analysed = self._playback.settings.overlays, self.analysed(ply)
        if analysed and Overlay.BEST_MOVE in overlays:
            return analysed.values
        move = self.game.moves[ply] if ply < len(self.game.moves) else None
        thought = move.thought if move and Overlay.VALUES in overlays else None
        return thought.values if thought else {}


def position_diagram(state: BoardState) -> Diagram:
    """A position, with nothing selected."""
    return _diagram(state, None, None, (), ())


@lru_cache(maxsize=16)
def _diagram(
    state: BoardState,
    before: BoardState | None,
    selected: Any,
    targets: tuple[Any, ...],
    values: tuple[tuple[Any, float], ...],
) -> Diagram:
    if isinstance(state, DrawnTree):
        return tree_board(state, selected, targets, dict(values))
    return board_diagram(
        state, selected=selected, targets=targets, before=before, values=dict(values)
    )


def _score_fact(state: Any) -> Fact:
    """What the game is worth."""
    if is_general_sum(state):
        return Fact("payoffs", worth_label(None, state.payoffs()))
    return Fact("score", number_text(state.score))


def _symbol(player: str) -> str:
    """A letter that stands for a player: `X`, `1` for `player 1`."""
    if player in TREE_SYMBOLS:
        return TREE_SYMBOLS[player]
    return player[-1] if player[-1].isdecimal() else player[0].upper()


RIM = 0.08
"""The width of the rim around what is selected."""


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
