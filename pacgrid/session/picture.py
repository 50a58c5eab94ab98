"""What is shown of one game, whichever it is, and what its agents' moves cost so far."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pacgrid.analysis.game_analysis import AnalysedMove
from pacgrid.records.description import display_name
from pacgrid.records.thought import Move
from pacgrid.search import CHANCE
from pacgrid.session.amounts import cost, duration
from pacgrid.session.best_move import best_move_panels, line_positions, value_fact
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Banner, Board, Caption, Card, Fact, Overlay, Panel, TimelineRow
from pacgrid.session.game_source import GameSource
from pacgrid.session.playback import Playback, ViewState


class GamePicture(ABC):
    """Draws a game, and finds the words for what happens in it."""

    speed_unit: str
    """`rounds/s`."""
    step: str
    """What the keys `,` and `.` go back and forth by."""
    jump: str
    """What the keys `<` and `>` go back and forth by."""
    symbols: tuple[str, ...] = ()
    """As in `Board`."""

    def __init__(self, playback: Playback, number: int) -> None:
        self.game = playback.games[number]
        self.cards = Cards(self.game)
        self._playback = playback
        self._number = number
        self._kept_line = lru_cache(maxsize=1)(self._line)

    @property
    @abstractmethod
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays that the game has."""

    @abstractmethod
    def board(self, view: ViewState) -> Board:
        """What is shown of this game alone."""

    @abstractmethod
    def caption(self, view: ViewState) -> Caption:
        """The words about this game, if it is shown alone, without status and banner."""

    @abstractmethod
    def end_banner(self) -> Banner:
        """How the game ended, in large letters."""

    @abstractmethod
    def timeline_row(self) -> TimelineRow | None:
        """The game in the timeline; None: a plain line."""

    def status(self, view: ViewState) -> str:  # noqa: ARG002
        """What happens in the position that is shown, if there is something to say."""
        return ""

    def new_sounds(self) -> Sequence[EventKind]:
        """The sounds of what happened since the last call."""
        return ()

    @property
    def last(self) -> int:
        """The last ply that was played."""
        return len(self.game.states) - 1

    @property
    def ply(self) -> int:
        """The ply that is shown."""
        return min(self._playback.after, self.last)

    def line(self) -> Sequence[Any]:
        """The positions of a line that was better than what was played, by round."""
        return self._kept_line(min(self._playback.before, self.last)) if self.game.analysis else ()

    def shown_in_line(self, rounds: int) -> Any:
        """The position after so many rounds of the better line; None without one, or for 0."""
        line = self.line() if rounds else ()
        return line[min(rounds, len(line)) - 1] if line else None

    def last_move(self) -> str:
        """The move that led to the position: `X, alpha_beta: b2 in 12 ms, 4,500 nodes`."""
        if not self.ply:
            return ""
        game, ply = self.game, self.ply - 1
        state, move = game.states[ply], game.moves[ply]
        action = game.setup.action_name(state, move.action)
        if state.to_move == CHANCE:
            return f"chance: {action}"
        spent = cost(move.seconds, move.nodes)
        return f"{game.mover(ply)}: {action}{f' in {spent}' if spent else ''}"

    def analysed(self, ply: int) -> AnalysedMove | None:
        """What the analysis says of the move at a ply, if it judged it."""
        moves = self.game.analysis.moves if self.game.analysis else ()
        return next((move for move in moves if move.ply == ply), None)

    def best_move(self, ply: int) -> tuple[Panel, ...]:
        """What should have been played at a ply; nothing where the game wasn't analysed."""
        game = self.game
        if not game.analysis:
            return ()
        return best_move_panels(game.setup, game.states[ply], self.analysed(ply), game.analysis)

    def value_fact(self) -> tuple[Fact, ...]:
        """What the position is worth, if that is known."""
        analysis, row = self.game.analysis, self.timeline_row()
        return (value_fact(analysis, row.curve[self.ply]),) if analysis and row else ()

    def _line(self, ply: int) -> Sequence[Any]:
        analysed, game = self.analysed(ply), self.game
        return line_positions(game.setup, game.states[ply], analysed.line) if analysed else ()


class Cards:
    """Adds up the moves of a game in progress; looks only at new ones."""

    def __init__(self, game: GameSource) -> None:
        self._game = game
        self._moves: list[Move] = []
        """The moves that were added up."""
        self._totals: list[tuple[float, int | None]] = []
        """By ply: the seconds and nodes of the agent that moved, up to this move."""
        self._latest: list[tuple[int | None, ...]] = [(None,) * len(game.agents)]
        """By ply and agent: the ply of its last move before."""
        self._kept = lru_cache(maxsize=4)(self._cards)

    def at(self, ply: int) -> tuple[Card, ...]:
        """The cards of all agents at a ply."""
        self._forget_undone()
        for number in range(len(self._moves), ply):
            self._add(number)
        return self._kept(ply)

    def _cards(self, ply: int) -> tuple[Card, ...]:
        return tuple(self._card(agent, ply) for agent in range(len(self._game.agents)))

    def _forget_undone(self) -> None:
        moves, played = self._moves, self._game.moves
        while moves and (len(moves) > len(played) or moves[-1] is not played[len(moves) - 1]):
            moves.pop()
            self._kept.cache_clear()
        del self._totals[len(moves) :], self._latest[len(moves) + 1 :]

    def _add(self, ply: int) -> None:
        move, agent = self._game.moves[ply], self._game.states[ply].to_move
        latest = [*self._latest[ply]]
        before = None if agent == CHANCE else latest[agent]
        seconds: float = 0
        nodes: int | None = None
        if before is not None and before >= self._first(ply):
            seconds, nodes = self._totals[before]
        if move.nodes is not None:
            nodes = (nodes or 0) + move.nodes
        if agent != CHANCE:
            latest[agent] = ply
        self._moves.append(move)
        self._totals.append((seconds + move.seconds, nodes))
        self._latest.append(tuple(latest))

    def _first(self, ply: int) -> int:
        """The first ply of the agents that play at `ply`: they may have taken over."""
        return self._game.taken_over if ply >= self._game.taken_over else 0

    def _card(self, agent: int, ply: int) -> Card:
        first, last = self._first(ply), self._latest[ply][agent]
        name = display_name(self._game.names_at(ply)[agent])
        seat = self._game.setup.players[agent]
        if last is None or last < first:
            return Card(agent, seat, name, "", "", "", moved_last=False)
        move = self._moves[last]
        seconds, nodes = self._totals[last]
        return Card(
            agent,
            seat,
            name,
            self._game.setup.action_name(self._game.states[last], move.action),
            cost(move.seconds, move.nodes),
            duration(seconds) or cost(0, nodes),
            moved_last=last == ply - 1,
        )
