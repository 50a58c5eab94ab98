"""A judge that searches: alpha-beta, or expectimax if the ghosts leave their moves to chance."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Self, cast

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent, Report
from pacgrid.agent_loader import AgentError, AgentSpec, load_agent
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.analysis.game_analysis import Unit
from pacgrid.analysis.judge import Judgement
from pacgrid.records.record import Record
from pacgrid.search import GameState, Searcher, best
from pacgrid.state import State

NODES = 2_000
"""How many states are searched for a move."""

MOST_ROUNDS = 30
"""How far ahead the deepest search looks, and the longest line goes."""

CHANCE_GHOSTS = {"random_ghost", "directional_ghost"}
"""The shipped ghosts whose chances the search knows."""


class SearchJudge:
    """Values actions by a search that looks ahead as many rounds as `nodes` states allow, always
    at least one. All actions of a position are searched equally far with open bounds, so that each
    value is exact to that horizon, not a bound.

    Args:
        ghosts: the models of the ghosts; none: they play their best.
        nodes: how many states are searched for a move.
        evaluation: the weights that estimate the states at the horizon.
    """

    unit: Unit = "points"

    def __init__(
        self,
        ghosts: Sequence[ChanceAgent] = (),
        *,
        nodes: int = NODES,
        evaluation: str | Mapping[str, float] = "linear",
    ) -> None:
        self.nodes = nodes
        self.judges_ghosts = not ghosts
        self.name = "alpha-beta"
        if ghosts:
            self.name = f"expectimax against {' and '.join(dict.fromkeys(g.name for g in ghosts))}"
        self._ghosts = ghosts
        self._searches = [_search(ghosts, evaluation), _search(ghosts, "score")]

    @classmethod
    def of(cls, record: Record, nodes: int = NODES) -> Self:
        """The judge of that game: it knows the chances of the ghosts if they all are random or
        directional ones, and expects the best of them if not."""
        return cls(chance_ghosts(record.agents[1:]) or (), nodes=nodes)

    def judge(self, state: State, plies_left: int | None) -> Judgement:
        found: Judgement | None = None
        left = self.nodes
        with suppress(_OutOfBudgetError):
            for rounds in range(1, MOST_ROUNDS + 1):
                plies = rounds * state.num_agents
                is_last = plies_left is not None and plies >= plies_left
                if plies_left is not None and is_last:
                    plies = plies_left
                search = self._searches[is_last]
                search.begin(left if found else None)
                values = search.open_values(state, plies)
                found = Judgement(values, plies, is_last or not search.is_cut_off)
                left -= search.report.nodes
                if found.complete:
                    break
        assert found
        return found

    def line(self, state: State, action: Action, judgement: Judgement) -> tuple[Action, ...]:
        search, line = self._searches[judgement.complete], [action]
        search.begin(None)
        state = state.successor(action)
        for left in range(judgement.plies - 1, 0, -1):
            if state.is_terminal:
                break
            if state.to_move and self._ghosts:
                chances = self._ghosts[state.to_move - 1].distribution(state)
                line.append(max(chances, key=chances.__getitem__))
            else:
                line.append(best(state, search.open_values(state, left)))
            state = state.successor(line[-1])
        return tuple(line)


class _OutOfBudgetError(Exception):
    """The budget is spent."""


class _Budgeted(Searcher):
    """A search with a budget."""

    def begin(self, nodes: int | None) -> None:
        """Allow that many states; None: as many as it likes."""
        self.report = Report()
        self.nodes_left = nodes
        self.is_cut_off = False

    def open_values(self, state: State, plies: int) -> dict[Action, float]:
        """The exact value of each action, looking `plies` plies ahead."""
        return {a: self.value(state.successor(a), plies - 1) for a in state.legal_actions()}

    def spend(self, state: GameState, plies: int) -> None:
        self.is_cut_off |= plies == 0 and not state.is_terminal
        if self.nodes_left is not None:
            if self.nodes_left <= 0:
                raise _OutOfBudgetError
            self.nodes_left -= 1


class _AlphaBeta(_Budgeted, AlphaBeta):
    def value(self, state: GameState, plies: int, alpha: float = -inf, beta: float = inf) -> float:
        self.spend(state, plies)
        return AlphaBeta.value(self, state, plies, alpha, beta)


class _Expectimax(_Budgeted, Expectimax):
    def value(self, state: GameState, plies: int) -> float:
        self.spend(state, plies)
        return Expectimax.value(self, state, plies)


def chance_ghosts(names: Sequence[str]) -> list[ChanceAgent] | None:
    """Models of the ghosts with these names; None if the chances of one of them aren't known.

    Only shipped ghosts are built: the names are from a file, which anybody may have written.
    """
    try:
        if {AgentSpec.parse(name).source for name in names} <= CHANCE_GHOSTS:
            return [cast("ChanceAgent", load_agent(name)) for name in names]
    except AgentError:
        pass
    return None


def _search(ghosts: Sequence[ChanceAgent], evaluation: str | Mapping[str, float]) -> _Budgeted:
    if ghosts:
        return _Expectimax(evaluation=evaluation, ghosts=ghosts)
    return _AlphaBeta(evaluation=evaluation)
