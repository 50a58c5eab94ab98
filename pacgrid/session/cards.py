"""What each agent did last, and what its moves cost so far, at any ply of a game."""

from functools import lru_cache

from pacgrid.records.description import display_name, seat_name
from pacgrid.session.amounts import cost, duration
from pacgrid.session.frame import Card
from pacgrid.session.game_source import GameSource


class Cards:
    """Adds up the moves of a game in progress; looks only at new ones."""

    def __init__(self, game: GameSource) -> None:
        self._game = game
        self._totals: list[tuple[float, int | None]] = []  # by ply, of the agent that moved
        self.at = lru_cache(maxsize=4)(self._at)
        """The cards of all agents at a ply."""

    def _at(self, ply: int) -> tuple[Card, ...]:
        self._add_up(ply)
        return tuple(self._card(agent, ply) for agent in range(len(self._game.agents)))

    def _add_up(self, ply: int) -> None:
        agents = len(self._game.agents)
        for number in range(len(self._totals), ply):
            move = self._game.moves[number]
            before = number - agents
            seconds, nodes = self._totals[before] if before >= self._first(number) else (0.0, None)
            if move.nodes is not None:
                nodes = (nodes or 0) + move.nodes
            self._totals.append((seconds + move.seconds, nodes))

    def _first(self, ply: int) -> int:
        """The first ply of the agents that play at `ply`: they may have taken over."""
        return self._game.taken_over if ply >= self._game.taken_over else 0

    def _card(self, agent: int, ply: int) -> Card:
        agents, first = len(self._game.agents), self._first(ply)
        last = (ply - 1 - agent) // agents * agents + agent  # agents move in turn
        # Nothing says which agents played before a takeover.
        name = display_name(self._game.agents[agent]) if first == self._game.taken_over else ""
        seat = seat_name(agent)
        if last < first:
            return Card(agent, seat, name, "", "", "", moved_last=False)
        move = self._game.moves[last]
        seconds, nodes = self._totals[last]
        return Card(
            agent,
            seat,
            name,
            str(move.action),
            cost(move.seconds, move.nodes),
            duration(seconds) or cost(0, nodes),
            moved_last=last == ply - 1,
        )
