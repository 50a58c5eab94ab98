"""What is shown of a board game."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pacgrid.game import Game
from pacgrid.games.board_state import BoardState
from pacgrid.games.drawn_tree import TreeState, number_text
from pacgrid.games.ending import Ending
from pacgrid.records.description import display_name
from pacgrid.records.record import Move
from pacgrid.search import CHANCE
from pacgrid.session.amounts import cost, duration
from pacgrid.session.board_diagram import board_diagram
from pacgrid.session.board_insight import BOARD_OVERLAYS, board_insight
from pacgrid.session.board_source import BoardSource
from pacgrid.session.choosing import selected
from pacgrid.session.diagram import Diagram
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Banner, Board, Caption, Card, Fact
from pacgrid.session.marks import Ink
from pacgrid.session.overlays import Overlay
from pacgrid.session.playback import Playback
from pacgrid.session.tree_board import tree_board
from pacgrid.session.view_state import ViewState

TREE_SYMBOLS = {"MAX": "+", "MIN": "-"}


class BoardPicture:
    """A board game in a session."""

    speed_unit, step, jump = "moves/s", "move", "decision"
    overlays: tuple[Overlay, ...] = BOARD_OVERLAYS

    def __init__(self, source: BoardSource, playback: Playback) -> None:
        self._source = source
        self._game = source.game
        self._playback = playback

    def board(self, view: ViewState) -> Board:
        """What is shown of this game alone."""
        game, playback = self._game, self._playback
        ply, overlays = playback.after, playback.settings.overlays
        state, at_end = game.states[ply], playback.at_end
        move = game.moves[ply] if ply < playback.last else None
        thought = move.thought if move and Overlay.VALUES in overlays else None
        values = thought.values if thought else {}
        return Board(
            _diagram(
                state,
                game.states[ply - 1] if ply else None,
                selected(view, playback),
                tuple(state.legal_actions()) if playback.awaits_choice else (),
                tuple(values.items()),
            ),
            verdict=result_words(game) if at_end else "",
            good=at_end and not game.forfeit and state.score >= 0,
            cards=tuple(_card(game, agent, ply) for agent in range(state.num_agents)),
            insight=board_insight(game, ply, overlays) if overlays else None,
            symbols=tuple(_symbol(player) for player in state.players),
        )

    def caption(self, view: ViewState) -> Caption:  # noqa: ARG002
        """The words about this game."""
        game, ply = self._game, self._playback.after
        score = Fact("score", number_text(game.states[ply].score))
        return Caption(
            players=players_words(game),
            game=f"{self._source.setup.title}, seed {game.seed}",
            ply=ply,
            facts=(score,) if self._playback.at_end else (),
            last_move=_move_words(game, game.states[ply - 1], game.moves[ply - 1]) if ply else "",
        )

    def status(self, view: ViewState) -> str:
        """What was drawn, and what a person has selected."""
        game, ply = self._game, self._playback.after
        words = []
        if ply and game.states[ply - 1].to_move == CHANCE:
            words.append(_move_words(game, game.states[ply - 1], game.moves[ply - 1]))
        if self._playback.awaits_choice:
            action = game.states[ply].action_name(selected(view, self._playback))
            words.append(f"your move: {action}")
        return "; ".join(words)

    def end_banner(self) -> Banner:
        """How the game ended, in large letters."""
        game = self._game
        lines = [players_words(game), f"{len(game.moves)} plies"]
        if game.forfeit:
            lines.insert(0, game.forfeit.failure.message)
        people = [agent for agent in game.agents if agent is None]
        winner = 0 if game.state.score > 0 else 1
        lost = len(people) == 1 and game.state.score and game.agents[winner] is not None
        ink = Ink.BAD if lost or game.forfeit else Ink.GOOD
        return Banner(result_words(game), tuple(lines), ink)

    def timeline_row(self) -> None:
        """A plain line."""

    def line(self) -> Sequence[Any]:
        """There is no analysis of board games."""
        return ()

    def new_sounds(self) -> Sequence[EventKind]:
        """There are no sounds."""
        return ()


def result_words(game: Game) -> str:
    """How the game ended: `X wins`, `A draw`; of a drawn tree, the value of the leaf."""
    forfeit = game.forfeit.agent if game.forfeit else None
    return game.setup.verdict(game.state, game.ending or Ending.QUIT, forfeit)


def players_words(game: Game) -> str:
    """Who plays: `X: you, O: alpha_beta`."""
    seats = zip(game.state.players, map(display_name, game.names), strict=True)
    return ", ".join(f"{seat}: {name}" for seat, name in seats)


@lru_cache(maxsize=16)
def _diagram(
    state: BoardState,
    before: BoardState | None,
    selected: Any,
    targets: tuple[Any, ...],
    values: tuple[tuple[Any, float], ...],
) -> Diagram:
    if isinstance(state, TreeState):
        return tree_board(state, selected, targets, dict(values))
    return board_diagram(
        state, selected=selected, targets=targets, before=before, values=dict(values)
    )


def _symbol(player: str) -> str:
    """A letter that stands for a player: `X`, `1` for `player 1`."""
    if player in TREE_SYMBOLS:
        return TREE_SYMBOLS[player]
    return player[-1] if player[-1].isdecimal() else player[0].upper()


def _card(game: Game, agent: int, ply: int) -> Card:
    """What an agent did in the first `ply` plies."""
    own = [number for number in range(ply) if game.states[number].to_move == agent]
    seat, name = game.state.players[agent], display_name(game.names[agent])
    if not own:
        return Card(agent, seat, name, "", "", "", moved_last=False)
    last = game.moves[own[-1]]
    seconds = sum(game.moves[number].seconds for number in own)
    return Card(
        agent,
        seat,
        name,
        game.states[own[-1]].action_name(last.action),
        cost(last.seconds, last.nodes or 0),
        duration(seconds),
        moved_last=own[-1] == ply - 1,
    )


def _move_words(game: Game, state: BoardState, move: Move) -> str:
    """`X, alpha_beta: b2 in 12 ms, 4,500 nodes`."""
    action = state.action_name(move.action)
    if state.to_move == CHANCE:
        return f"chance: {action}"
    spent = cost(move.seconds, move.nodes or 0)
    mover = f"{state.players[state.to_move]}, {display_name(game.names[state.to_move])}"
    return f"{mover}: {action}{f' in {spent}' if spent else ''}"
