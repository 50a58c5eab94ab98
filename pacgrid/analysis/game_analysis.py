"""The analysis of a game: what each move cost, and what should have been played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from pacgrid.action import Action, letter_of


class Mark(StrEnum):
    """How bad a move is, in the signs of chess."""

    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @property
    def label(self) -> str:
        return self.name.lower()


THRESHOLDS = {Mark.BLUNDER: 200, Mark.MISTAKE: 50, Mark.INACCURACY: 20}
"""The points of regret from which a move has a mark, the worst mark first: 200 points is what a
scared ghost is worth, 20 points are two food."""


def mark_of(regret: float) -> Mark | None:
    """The mark of a move with that regret; None if it isn't bad enough for one."""
    return next((mark for mark, threshold in THRESHOLDS.items() if regret >= threshold), None)


@dataclass(frozen=True)
class AnalysedMove:
    ply: int
    """The number of the move, from 0."""
    agent: int
    action: Action
    values: Mapping[Action, float]
    """What each legal action is worth to Pac-Man."""
    best: Action
    """The best action; the one that was played if it is among the best."""
    regret: float
    """How much less the action is worth to its agent than the best one; 0 or more."""
    mark: Mark | None = None
    line: tuple[Action, ...] = ()
    """The play that proves a marked move, `best` first, all agents in turn. If ghosts leave their
    moves to chance, it is an example: each makes its likeliest move."""
    plies: int | None = None
    """How far ahead the judge looked; None: to the end of the game."""

    @property
    def value(self) -> float:
        return self.values[self.best]


@dataclass(frozen=True, repr=False)
class GameAnalysis:
    """All judged moves of a game, in order; ghosts' moves only if the judge can judge them."""

    judge: str
    """The name of the judge: `exact, against directional_ghost`; `alpha-beta, 8 rounds deep`."""
    moves: tuple[AnalysedMove, ...]
    has_chance: bool = False
    """Whether ghosts are taken to leave their moves to chance; if not, to play their best."""
    luck: float | None = None
    """How much more the ghosts' chance moves gave Pac-Man than was to be expected: the value of the
    start, less all regrets, plus luck is the result. None unless values are exact."""

    def __str__(self) -> str:
        marked = [move for move in self.moves if move.mark]
        lines = [f"{self.judge}: {len(marked)} of {len(self.moves)} moves are bad"]
        for move in marked:
            cost = f"{move.regret:.0f} points"
            played = f"{move.action}{move.mark}"
            lines.append(
                f"ply {move.ply}, agent {move.agent}: {played} cost {cost}; {move.best} was better"
            )
        return "\n".join(lines)

    __repr__ = __str__

    def of(self, agent: int = 0) -> tuple[AnalysedMove, ...]:
        return self._by_agent.get(agent, ())

    @cached_property
    def _by_agent(self) -> Mapping[int, tuple[AnalysedMove, ...]]:
        """The moves of each agent: pages ask for them at every ply."""
        agents = {move.agent for move in self.moves}
        return {
            agent: tuple(move for move in self.moves if move.agent == agent) for agent in agents
        }

    def mean_regret(self, agent: int = 0) -> float:
        """The mean regret of a move of that agent; 0 if it made none."""
        moves = self.of(agent)
        return sum(move.regret for move in moves) / len(moves) if moves else 0.0

    def marked(self, mark: Mark | None = None, agent: int = 0) -> tuple[AnalysedMove, ...]:
        """The moves of that agent with that mark; None: with any mark."""
        return tuple(move for move in self.of(agent) if move.mark and mark in (None, move.mark))

    def turning_point(self, agent: int = 0) -> AnalysedMove | None:
        """The move that cost the agent most: where it lost the game, if it did. The first of equal
        ones; None if no move has a mark."""
        marked = self.marked(agent=agent)
        return max(marked, key=lambda move: move.regret, default=None)


LINE_WIDTH = 24
"""The longest text of a line; the rounds after it are left out."""


def line_text(line: Sequence[Action], agent: int, num_agents: int) -> str:
    """A line of play that begins with that agent's move: a word for each round, with a letter for
    each move, Pac-Man's first.

    >>> line_text([Action.WEST, Action.NORTH, Action.STOP], 1, 2)
    'W N-'
    """
    words = [""]
    for action in line:
        if agent == 0 and words[-1]:
            words.append("")
        words[-1] += letter_of(action)
        agent = (agent + 1) % num_agents
    rounds = max((LINE_WIDTH + 1) // (num_agents + 1), 1)
    return " ".join(words[:rounds]) + " …" * (len(words) > rounds)


LINE_LEGEND = "a word is a round, a letter a move, Pac-Man's first; - is stop"


def line_name(*, has_chance: bool) -> str:
    """What a line is: if ghosts leave their moves to chance, others may be played."""
    return "a likely line" if has_chance else "the line that proves it"


def worth_text(move: AnalysedMove) -> str:
    """What a move is worth that wasn't the best, and the best: `east is worth -166, west 47`."""
    worth, most = move.values[move.action], move.value
    return f"{move.action} is worth {worth:.0f}, {move.best} {most:.0f}"
