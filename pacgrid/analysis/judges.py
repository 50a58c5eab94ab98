"""Judges: what says how good each action in a position is.

`SearchJudge` looks ahead with a compiled search, `ExactJudge` knows all positions of a small game,
and `SolutionJudge` reads an exact solution of a board.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from pacgrid.action import Action
from pacgrid.agent import AgentSpec, ChanceAgent
from pacgrid.agent_loader import TEAMS, load_agent
from pacgrid.agents.arcade_ghost import ArcadeGhost
from pacgrid.analysis.game_analysis import Unit
from pacgrid.errors import AgentError, PacgridError
from pacgrid.layers import compiled_model
from pacgrid.maze import Maze
from pacgrid.records.record import Record
from pacgrid.search import CHANCE, best, is_general_sum
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.kernel.search.compiled_search import CompiledSearch, SearchResult
    from pacgrid.solutions.solution import Solution


class AnalysisError(PacgridError):
    """A game can't be analysed."""


@dataclass(frozen=True)
class Judgement:
    """What a judge says about the actions in a position."""

    values: Mapping[Any, float]
    """What each legal action is worth to Pac-Man, or to who plays first; all are exact to the same
    horizon."""
    plies: int
    """How many plies away the horizon is."""
    complete: bool
    """Whether the game ends there, whatever is played: looking further changes nothing."""


class Judge(Protocol):
    """Says how good each action in a position is, if all agents go on as it expects."""

    name: str
    """The name says how it knows: `alpha-beta`; `exact, against random_ghost`."""
    unit: Unit
    judges_all: bool
    """Whether it expects all agents to play their best, so that all moves can be judged; if not,
    only Pac-Man's."""
    has_chance: bool
    """Whether some agents, or dice, are taken to leave their moves to chance."""
    span: float
    """How much a regret of 1 in the thresholds of marks is; in a game with a score of its own, the
    difference between its best and its worst end."""

    def judge(self, state: Any, ply: int, plies_left: int | None) -> Judgement:
        """The values of all legal actions in `state`, which is reached after `ply` plies, if the
        game ends after `plies_left` more; None if no such limit is known."""

    def line(self, state: Any, ply: int, action: Any, judgement: Judgement) -> tuple[Any, ...]:
        """The play that it expects after `action`, which comes first, as far as it looked. Where
        chance moves, the likeliest."""


def _played_on(
    state: Any, action: Any, plies: int, expected: Callable[[Any], Any]
) -> tuple[Any, ...]:
    """At most `plies` moves from `state`: `action`, then what is `expected` in each position."""
    line, state = [action], state.successor(action)
    while len(line) < plies and not state.is_terminal:
        line.append(expected(state))
        state = state.successor(line[-1])
    return tuple(line)


NODES = 100_000
"""How many positions are searched for a move."""

FEWEST_NODES = 10
"""With fewer positions, a search may not get through one ply."""

MOST_ROUNDS = 40
"""How far ahead the deepest search looks, at most `MOST_PLIES`."""
MOST_PLIES = 250

KNOWN = ("random_ghost", "directional_ghost", "arcade_ghost")
"""The shipped ghosts whose chances are known."""


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
        evaluation: the weights that estimate the positions at the horizon.
    """

    unit: Unit = "points"
    span = 1.0

    def __init__(
        self,
        maze: Maze,
        ghosts: Sequence[ChanceAgent] = (),
        *,
        first: int = 0,
        nodes: int = NODES,
        evaluation: str | Mapping[str, float] = "linear",
    ) -> None:
        self.maze = maze
        self.nodes = nodes
        self.evaluation = evaluation
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
        return self._search_with(self.evaluation)

    @cached_property
    def _search_to_the_end(self) -> "CompiledSearch":
        """Where the game ends at the horizon, by the rules or by a limit on rounds, a position
        there is worth its score."""
        return self._search_with("score")

    def _search_with(self, evaluation: str | Mapping[str, float]) -> "CompiledSearch":
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


MOST_POSITIONS = 200_000
"""A game with more positions isn't analysed."""
LINE_PLIES = 40
"""How many plies the longest line in a small game has."""
EXACT = 1e-12
"""Values that change by less in a sweep have converged."""


class ExactJudge:
    """Values actions of any game by the end that they lead to if all agents play their best: the
    first maximises the score, the others minimise it, and chance averages.

    Value iteration (AIMA 4e, 16.2.1) over the positions that can be reached from `first_state`;
    positions may repeat. A game that goes on forever is worth 0.

    Raises AnalysisError: there are more than `MOST_POSITIONS`, a position can't be hashed, or the
    game is general-sum.
    """

    unit: Unit = "score"
    judges_all = True
    name = "exact"

    def __init__(self, first_state: Any, title: str) -> None:
        try:
            hash(first_state)
        except TypeError as error:
            raise AnalysisError(
                f"{title}: its positions can't be hashed ({error}); make them frozen dataclasses"
            ) from None
        if is_general_sum(first_state):
            raise AnalysisError(
                f"{title}: each player has payoffs of its own, so no move costs all of them; only"
                " games with one value can be analysed"
            )
        self._values = _values(first_state, title)
        ends = [state.score for state in self._values if state.is_terminal]
        self.span = float(max(ends, default=1) - min(ends, default=0)) or 1.0
        self.has_chance = any(
            state.to_move == CHANCE for state in self._values if not state.is_terminal
        )

    def judge(self, state: Any, ply: int, plies_left: int | None) -> Judgement:  # noqa: ARG002
        values = {a: self._values[state.successor(a)] for a in state.legal_actions()}
        return Judgement(values, LINE_PLIES, complete=True)

    def line(
        self,
        state: Any,
        ply: int,
        action: Any,
        judgement: Judgement,
    ) -> tuple[Any, ...]:
        def expected(state: Any) -> Any:
            if state.to_move == CHANCE:
                chances: Mapping[Any, float] = state.distribution()
                return max(chances, key=chances.__getitem__)
            return best(state, self.judge(state, ply, None).values)

        return _played_on(state, action, judgement.plies, expected)


@lru_cache(maxsize=2)  # the games of a series begin alike
def _values(first_state: Any, title: str) -> dict[Any, float]:
    """The value of each position that can be reached."""
    successors = _successors(first_state, title)
    values = {state: float(state.score) if state.is_terminal else 0.0 for state in successors}
    inner = [state for state in reversed(successors) if not state.is_terminal]
    change = 1.0
    while change > EXACT:
        change = 0.0
        for state in inner:
            following = successors[state]
            if state.to_move == CHANCE:
                value = sum(chance * values[after] for after, chance in following)
            else:
                choose = max if state.to_move == 0 else min
                value = choose(values[after] for after, _ in following)
            change = max(change, abs(value - values[state]))
            values[state] = value
    return values


def _successors(first_state: Any, title: str) -> dict[Any, list[tuple[Any, float]]]:
    """The positions in breadth-first order, each with those that follow and, where chance
    moves, their probabilities."""
    found: dict[Any, list[tuple[Any, float]]] = {first_state: []}
    waiting = [first_state]
    for state in waiting:  # it grows meanwhile
        if state.is_terminal:
            continue
        chances = state.distribution() if state.to_move == CHANCE else {}
        for action in state.legal_actions():
            after = state.successor(action)
            if after not in found:
                found[after] = []
                waiting.append(after)
            found[state].append((after, chances.get(action, 0.0)))
        if len(found) > MOST_POSITIONS:
            raise AnalysisError(
                f"{title}: has more than {MOST_POSITIONS:,} positions, too many to be analysed"
                " exactly; choose options that make it smaller"
            )
    return found


LINE_ROUNDS = 20
"""How many rounds the longest line by a solution has."""


class SolutionJudge:
    """Values actions by a `solution`, which has its own limit on rounds and its own ghosts."""

    span = 1.0
    unit: Unit = "points"

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
        def expected(state: State) -> Action:
            if state.to_move and not self.judges_all:
                chances = self.solution.probabilities(state)
                return state.legal_actions()[chances.index(max(chances))]
            return self.solution.optimal_actions(state)[0]

        return _played_on(state, action, judgement.plies, expected)


def _counted(ghosts: int) -> str:
    return f"{ghosts} ghost{'s' * (ghosts != 1)}"
