"""What each agent's moves have cost so far, at any ply of a game."""

from dataclasses import dataclass

from pacgrid.action import Action
from pacgrid.session.game_source import GameSource


@dataclass(frozen=True)
class Account:
    """One agent's moves up to some ply."""

    agent: int
    name: str
    """Empty where others played, before somebody took over."""
    action: Action | None
    """Its last move; None before its first."""
    seconds: float
    """What it thought about that."""
    nodes: int | None
    """The states it looked at for that, where it tells."""
    total_seconds: float
    total_nodes: int | None
    moved_last: bool
    """Whether that was the last move of all."""


class Ledger:
    """Adds up the moves of a game that goes on: looks only at those that are new."""

    def __init__(self, show: GameSource) -> None:
        self._show = show
        self._totals: list[tuple[float, int | None]] = []  # by ply, of the agent that made it

    def accounts(self, ply: int) -> tuple[Account, ...]:
        """The account of every agent at that ply."""
        ply = min(ply, len(self._show.states) - 1)
        self._add_up(ply)
        return tuple(self._account(agent, ply) for agent in range(len(self._show.agents)))

    def _add_up(self, ply: int) -> None:
        seats = len(self._show.agents)
        for number in range(len(self._totals), ply):
            move = self._show.moves[number]
            first = self._first(number)
            before = number - seats
            seconds, nodes = self._totals[before] if before >= first else (0.0, None)
            if move.nodes is not None:
                nodes = (nodes or 0) + move.nodes
            self._totals.append((seconds + move.seconds, nodes))

    def _first(self, ply: int) -> int:
        """The ply from which on those play who have made the last of `ply` plies."""
        return self._show.taken_over if ply >= self._show.taken_over else 0

    def _account(self, agent: int, ply: int) -> Account:
        seats = len(self._show.agents)
        last = (ply - 1 - agent) // seats * seats + agent  # agents move in turn
        first = self._first(ply)
        name = self._show.agents[agent] if first == self._show.taken_over else ""
        if last < first:
            return Account(agent, name, None, 0, None, 0, None, moved_last=False)
        move = self._show.moves[last]
        return Account(
            agent,
            name,
            move.action,
            move.seconds,
            move.nodes,
            *self._totals[last],
            moved_last=last == ply - 1,
        )
