"""The analysis of a game: what each move cost, and what should have been played."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pacgrid.analysis.move_mark import Mark, Unit


@dataclass(frozen=True)
class AnalysedMove:
    """One ply of a game, judged."""

    ply: int
    """Its number, from 0."""
    agent: int
    action: Any
    values: Mapping[Any, float]
    """What each legal action is worth to Pac-Man, or to who plays first."""
    best: Any
    """The best action; the one that was played if it is among the best."""
    regret: float
    """How much less the action is worth to its agent than the best one; 0 or more."""
    mark: Mark | None = None
    line: tuple[Any, ...] = ()
    """For a marked move: the play that proves it, `best` first, all agents in turn. If ghosts leave
    their moves to chance, it is an example: each makes its likeliest move."""
    plies: int | None = None
    """How far ahead the judge looked; None: to the end of the game."""

    @property
    def value(self) -> float:
        """What the position before the move is worth to Pac-Man, or to who plays first."""
        return self.values[self.best]


@dataclass(frozen=True, repr=False)
class GameAnalysis:
    """All judged moves of a game, in order; ghosts' moves only if the judge can judge them."""

    judge: str
    """Who says so: `exact, against directional_ghost`; `alpha-beta, 8 rounds deep`."""
    unit: Unit
    moves: tuple[AnalysedMove, ...]
    has_chance: bool = False
    """Whether ghosts are taken to leave their moves to chance; if not, to play their best."""
    luck: float | None = None
    """How much more the ghosts' chance moves gave Pac-Man than was to be expected: the value of the
    start, less all regrets, plus luck is the result. None unless values are exact."""
    main_agent: int | None = 0
    """Whose moves are looked at first: Pac-Man's; None: those of all agents, in another game."""

    def __str__(self) -> str:
        """Who judged, and the moves that have a mark."""
        marked = [move for move in self.moves if move.mark]
        lines = [f"{self.judge}: {len(marked)} of {len(self.moves)} moves are bad"]
        for move in marked:
            cost = f"{move.regret:.0f} points"
            if self.unit != "points":
                is_score = self.unit == "score"
                cost = f"{move.regret:.3g}" if is_score else f"{move.regret:.0%} of winning"
            played = f"{move.action}{move.mark}"
            lines.append(
                f"ply {move.ply}, agent {move.agent}: {played} cost {cost}; {move.best} was better"
            )
        return "\n".join(lines)

    __repr__ = __str__

    def of(self, agent: int | None = None) -> tuple[AnalysedMove, ...]:
        """The moves of one agent; None: of the main one, or of all."""
        agent = self.main_agent if agent is None else agent
        return self.moves if agent is None else self._by_agent.get(agent, ())

    @cached_property
    def _by_agent(self) -> Mapping[int, tuple[AnalysedMove, ...]]:
        """The moves of each agent: pages ask for them at every ply."""
        agents = {move.agent for move in self.moves}
        return {
            agent: tuple(move for move in self.moves if move.agent == agent) for agent in agents
        }

    def mean_regret(self, agent: int | None = None) -> float:
        """The mean regret of a move of that agent, as in `of`; 0 if it made none."""
        moves = self.of(agent)
        return sum(move.regret for move in moves) / len(moves) if moves else 0.0

    def marked(
        self, mark: Mark | None = None, agent: int | None = None
    ) -> tuple[AnalysedMove, ...]:
        """The moves of that agent, as in `of`, with that mark; None: with any mark."""
        return tuple(move for move in self.of(agent) if move.mark and mark in (None, move.mark))

    def turning_point(self, agent: int | None = None) -> AnalysedMove | None:
        """The move that cost the agent most: where it lost the game, if it did. The first of equal
        ones; None if no move has a mark."""
        marked = self.marked(agent=agent)
        return max(marked, key=lambda move: move.regret, default=None)
