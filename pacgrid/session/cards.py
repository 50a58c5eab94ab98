"""What each agent did last, and what its moves cost so far, at any ply of a game."""

from functools import lru_cache

from pacgrid.records.description import display_name
from pacgrid.records.thought import Move
from pacgrid.search import CHANCE
from pacgrid.session.amounts import cost, duration
from pacgrid.session.frame import Card
from pacgrid.session.game_source import GameSource


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
