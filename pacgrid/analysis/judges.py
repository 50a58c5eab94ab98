"""Judges: what says how good each action in a position is.

`SearchJudge` looks ahead with a compiled search, and `SolutionJudge` reads an exact solution of a
board.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from pacgrid.action import Action
from pacgrid.agent import AgentSpec, ChanceAgent
from pacgrid.agent_loader import TEAMS, load_agent
from pacgrid.agents.arcade_ghost import ArcadeGhost
from pacgrid.errors import AgentError, PacgridError
from pacgrid.layers import compiled_model
from pacgrid.maze import Maze
from pacgrid.records.record import Record
from pacgrid.search import best
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.kernel.search.compiled_search import CompiledSearch, SearchResult
    from pacgrid.solutions.solution import Solution


class AnalysisError(PacgridError):
    """A game can't be analysed."""


@dataclass(frozen=True)
class Judgement:
    """What a judge says about the actions in a position."""

    values: Mapping[Action, float]
    """What each legal action is worth to Pac-Man; all are exact to the same horizon."""
    plies: int
    """How many plies away the horizon is."""
    complete: bool
    """Whether the game ends there, whatever is played: looking further changes nothing."""


class Judge(Protocol):
    """Says how good each action in a position is, if all agents go on as it expects."""

    name: str
    """The name says how it knows: `alpha-beta`; `exact, against random_ghost`."""
    judges_all: bool
    """Whether it expects all agents to play their best, so that all moves can be judged; if not,
    only Pac-Man's."""
    has_chance: bool
    """Whether the ghosts are taken to leave their moves to chance."""

    def judge(self, state: State, ply: int, plies_left: int | None) -> Judgement:
        """The values of all legal actions in `state`, which is reached after `ply` plies, if the
        game ends after `plies_left` more; None if no such limit is known."""

    def line(
        self, state: State, ply: int, action: Action, judgement: Judgement
    ) -> tuple[Action, ...]:
        """The play that it expects after `action`, which comes first, as far as it looked: of
        ghosts that leave their moves to chance, the likeliest moves."""


NODES = 100_000

FEWEST_NODES = 10
"""With fewer positions, a search may not get through one ply."""

MOST_ROUNDS = 40
"""How far ahead the deepest search looks, at most `MOST_PLIES`."""
MOST_PLIES = 250

KNOWN = ("random_ghost", "directional_ghost", "arcade_ghost")


class SearchJudge:
    """Values actions by a compiled search that looks ahead as far as `nodes` positions allow. All
    actions of a position are searched equally far, and each value is exact to that horizon, not a
    bound.

    Args:
        maze: of the positions to judge.
        ghosts: the ghosts, if their chances are known (any that can be compiled); none: they play
            their best.
        first: the ply from which on they play.
        nodes: how many positions are searched for a move, at least `FEWEST_NODES`.
    """

    def __init__(
        self,
        maze: Maze,
        ghosts: Sequence[ChanceAgent] = (),
        *,
        first: int = 0,
        nodes: int = NODES,
    ) -> None:
        self.maze = maze
        self.nodes = nodes
        self.judges_all, self.has_chance = not ghosts, bool(ghosts)
        self.name = "alpha-beta against ghosts that play their best"
        if ghosts:
            self.name = f"expectimax against {_named([ghost.name for ghost in ghosts])}"
        self._ghosts = ghosts
        self._first = first

    @classmethod
    def of(cls, record: Record, nodes: int = NODES) -> Self:
        """The judge of that game: it knows the chances of the ghosts if they all are `KNOWN`, and
        expects the best of them if not."""
        ghosts = chance_ghosts(record.agents[1:])
        return cls(record.first_state.maze, ghosts, first=record.taken_over, nodes=nodes)

    def judge(self, state: State, ply: int, plies_left: int | None) -> Judgement:
        self._count_moves(state, ply)
        farthest = min(MOST_ROUNDS * state.num_agents, MOST_PLIES)
        result = self._result(self._search, state, farthest, self.nodes)
        is_complete = result.is_complete
        if plies_left is not None and result.plies >= plies_left:
            result = self._result(self._search_to_the_end, state, plies_left, None)
            is_complete = True
        return Judgement(result.values, result.plies, is_complete)

    def line(
        self, state: State, ply: int, action: Action, judgement: Judgement
    ) -> tuple[Action, ...]:
        search = self._search_to_the_end if judgement.complete else self._search
        line, state = [action], state.successor(action)
        while (plies := judgement.plies - len(line)) > 0 and not state.is_terminal:
            self._count_moves(state, ply + len(line))
            if state.to_move and self._ghosts:
                chances = self._ghosts[state.to_move - 1].distribution(state)
                line.append(max(chances, key=chances.__getitem__))
            elif self._ghosts:
                values = self._result(search, state, plies, None).values
                line.append(best(state, values))
            else:
                return (*line, *search.alpha_beta(state, plies).principal_variation)
            state = state.successor(line[-1])
        return tuple(line)

    def _result(
        self, search: "CompiledSearch", state: State, plies: int, nodes: int | None
    ) -> "SearchResult":
        if self._ghosts:
            policies = [compiled_model(ghost) for ghost in self._ghosts]
            return search.expectimax(state, plies, policies, nodes=nodes)
        return search.alpha_beta(state, plies, nodes=nodes, exact=True)

    def _count_moves(self, state: State, ply: int) -> None:
        """Let each ghost of the arcade know how many moves it has made before `ply`; new ghosts
        play on from where a game was taken over."""
        since, agents = ply - self._first if ply >= self._first else ply, state.num_agents
        for number, ghost in enumerate(self._ghosts, 1):
            if isinstance(ghost, ArcadeGhost):
                ghost.moves = (since + (number - state.to_move) % agents) // agents

    @cached_property
    def _search(self) -> "CompiledSearch":
        return self._search_with("linear")

    @cached_property
    def _search_to_the_end(self) -> "CompiledSearch":
        """Where the game ends at the horizon, by the rules or by a limit on rounds, a position
        there is worth its score."""
        return self._search_with("score")

    def _search_with(self, evaluation: str) -> "CompiledSearch":
        from pacgrid.kernel.search.compiled_search import CompiledSearch  # needs numba

        return CompiledSearch(self.maze, evaluation)


def _named(ghosts: Sequence[str]) -> str:
    """Ghosts by name, or by that of their team."""
    for name, team in TEAMS.items():
        if [*ghosts] == [*islice(cycle(team.members), len(ghosts))]:
            return f"the team {name}"
    return " and ".join(dict.fromkeys(ghosts))


def chance_ghosts(names: Sequence[str]) -> list[ChanceAgent]:
    """The ghosts with these names, if all their chances are known; none if not.

    Only shipped ghosts are built: the names are from a file, which anybody may have written.
    """
    ghosts = []
    for name in names:
        try:
            if AgentSpec.parse(name).source not in KNOWN:
                return []
            ghost = load_agent(name)
        except AgentError:
            return []
        assert isinstance(ghost, ChanceAgent)
        ghosts.append(ghost)
    return ghosts


LINE_ROUNDS = 20
"""How many rounds the longest line by a solution has."""


class SolutionJudge:
    """Values actions by a `solution`, which has its own limit on rounds and its own ghosts."""

    def __init__(self, solution: "Solution") -> None:
        self.solution = solution
        self.judges_all = solution.ghosts == "minimax"
        self.has_chance = not self.judges_all
        limit = f" for {solution.rounds} rounds"
        ghosts = "ghosts that play their best" if self.judges_all else solution.ghosts
        self.name = f"exact{limit}, against {ghosts}"

    @classmethod
    def load(cls, path: Path, start: State, board: str = "") -> Self:
        """The judge, by the solution in the file `path`, of games that begin in `start` on `board`.

        Raises:
            SolutionError: it can't be read.
            AnalysisError: it is of another board.
        """
        from pacgrid.solutions.solution import Solution  # needs numpy

        solution = Solution.load(path)
        if Maze.of(solution.layout, solution.num_ghosts) != start.maze or start not in solution:
            solved = solution.layout.name or "another board"
            raise AnalysisError(
                f"{path}: solves {solved} with {_counted(solution.num_ghosts)}; this game is on"
                f" {board or 'a layout'} with {_counted(start.num_agents - 1)}"
            )
        return cls(solution)

    def judge(self, state: State, ply: int, plies_left: int | None) -> Judgement:  # noqa: ARG002
        values = self.solution.action_values(state)
        rounds = min(self.solution.rounds, LINE_ROUNDS)
        return Judgement(values, rounds * state.num_agents, complete=True)

    def line(
        self,
        state: State,
        ply: int,  # noqa: ARG002
        action: Action,
        judgement: Judgement,
    ) -> tuple[Action, ...]:
        line, state = [action], state.successor(action)
        while len(line) < judgement.plies and not state.is_terminal:
            if state.to_move and not self.judges_all:
                chances = self.solution.probabilities(state)
                line.append(state.legal_actions()[chances.index(max(chances))])
            else:
                line.append(self.solution.optimal_actions(state)[0])
            state = state.successor(line[-1])
        return tuple(line)


def _counted(ghosts: int) -> str:
    return f"{ghosts} ghost{'s' * (ghosts != 1)}"
