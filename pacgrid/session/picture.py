"""What is shown of one game, whichever it is, and what its agents' moves cost so far."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from pacgrid.records.description import display_name
from pacgrid.records.thought import Move
from pacgrid.search import CHANCE
from pacgrid.session.amounts import cost, duration
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Banner, Board, Caption, Card, Overlay, TimelineRow
from pacgrid.session.game_source import GameSource
from pacgrid.session.playback import ViewState


class Picture(Protocol):
    """Draws a game, and finds the words for what happens in it."""

    speed_unit: str
    """`rounds/s`."""
    step: str
    """What the keys `,` and `.` go back and forth by."""
    jump: str
    """What the keys `<` and `>` go back and forth by."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """As in `Board`."""

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays that the game has."""

    def board(self, view: ViewState) -> Board:
        """What is shown of this game alone."""

    def caption(self, view: ViewState) -> Caption:
        """The words about this game, if it is shown alone, without status and banner."""

    def status(self, view: ViewState) -> str:
        """What happens in the position that is shown, if there is something to say."""

    def end_banner(self) -> Banner:
        """How the game ended, in large letters."""

    def timeline_row(self) -> TimelineRow | None:
        """The game in the timeline; None: a plain line."""

    def line(self) -> Sequence[Any]:
        """The positions of a line that was better than what was played, by round."""

    def new_sounds(self) -> Sequence[EventKind]:
        """The sounds of what happened since the last call."""


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
