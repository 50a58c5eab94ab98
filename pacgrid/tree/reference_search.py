"""The reference searches: what the grader compares an agent with, and what the keys of quizzes say.

They are written in small steps, so that a known mistake can vary one of them.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from operator import methodcaller
from typing import Any, Literal

from pacgrid.agent import Agent, Report
from pacgrid.search import CHANCE, Evaluate, GameState, evaluation_named, score
from pacgrid.tree.recorder import search_trees
from pacgrid.tree.search_tree import SearchTree
from pacgrid.tree.watched_state import ROOT, Path, Recorder, WatchedState

Order = Callable[[Any], Sequence[Any]]
"""The actions of a state in the order to try them."""

MOST_ROUNDS = 10**6
"""How many rounds a search to the end of a game looks ahead."""

ReferenceLayer = Literal["max", "min", "chance"]


def given_order(state: Any) -> Sequence[Any]:
    actions: Sequence[Any] = state.legal_actions()
    return actions


class ReferenceSearch(Agent):
    """A search of a `WatchedState` that asks its states exactly what the textbook's would.

    Its methods are small, so that a mistake can vary one of them. All searches hand down alpha and
    beta; only alpha-beta prunes by them.

    After `act`, `report.values` has the values of the actions at the root, `choices` all that the
    search considers best, `values` what each state that it searched is worth to it, by path, and
    `windows` the alpha and beta that it was searched with.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state at the cut-off; by default, the state does.
        order: in which order it tries actions. A diagnosis passes the order in which the observed
            agent tried them, which its author is free to choose.
    """

    report: Report
    choices: Sequence[Any]
    values: dict[Path, float]
    windows: dict[Path, tuple[float, float]]
    ghosts: ReferenceLayer = "min"
    reports_values = True
    """Whether its values are those that an agent with its mistake would report."""

    def __init__(
        self,
        *,
        depth: int,
        evaluation: Evaluate = methodcaller("evaluate"),
        order: Order = given_order,
    ) -> None:
        self.depth = depth
        self.evaluate = evaluation
        self.order = order

    def act(self, state: Any) -> Any:
        self.report, self.values, self.windows = Report(), {}, {}
        self.report.values = values = self.action_values(state)
        self.values[ROOT] = (max if self.layer(state) == "max" else min)(values.values())
        self.choices = self.best_actions(state, values)
        return self.choices[0]

    def action_values(self, state: Any) -> dict[Any, float]:
        """The value of each action at the root, where alpha and beta start."""
        plies, (alpha, beta) = self.plies(state), self.root_bounds()
        values = {}
        for action in self.actions(state):
            value = values[action] = self.successor_value(state, action, plies, alpha, beta)
            if self.root_prunes(max(values.values()), alpha, beta):
                break
            if self.layer(state) == "max":
                alpha = self.root_raised(alpha, value)
            else:
                beta = min(beta, value)
        return values

    def root_bounds(self) -> tuple[float, float]:
        """Alpha and beta before the first action at the root."""
        return -inf, inf

    def root_raised(self, alpha: float, value: float) -> float:
        """Alpha after an action at the root."""
        return max(alpha, value)

    def root_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        """Whether the root leaves out its other actions."""
        return False

    def best_actions(self, state: Any, values: Mapping[Any, float]) -> Sequence[Any]:
        """All actions with the best value; any of them may be returned."""
        best = (max if self.layer(state) == "max" else min)(values.values())
        return [action for action in values if values[action] == best]

    def plies(self, state: Any) -> int:
        """How many plies it looks ahead from the root."""
        return self.depth * int(state.num_agents)

    def actions(self, state: Any) -> Sequence[Any]:
        return self.order(state)

    def layer(self, state: Any) -> ReferenceLayer:
        return "max" if state.to_move == 0 else self.ghosts

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        """The value of `state` for MAX, looking `plies` plies ahead; a bound of it if it is outside
        of `alpha` and `beta` and the search prunes."""
        if self.is_terminal(state):
            return self.terminal_value(state)
        if self.is_cut_off(plies):
            return self.leaf_value(state)
        match self.layer(state):
            case "max":
                return self.max_value(state, plies, alpha, beta)
            case "min":
                return self.min_value(state, plies, alpha, beta)
            case "chance":
                return self.chance_value(state, plies, alpha, beta)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.is_terminal)

    def terminal_value(self, state: Any) -> float:
        return float(state.score)

    def is_cut_off(self, plies: int) -> bool:
        return plies <= 0

    def leaf_value(self, state: Any) -> float:
        return self.evaluate(state)

    def successor_value(
        self, state: Any, action: Any, plies: int, alpha: float, beta: float
    ) -> float:
        """The value of the successor, if `state` looks `plies` plies ahead."""
        path = state.path.then(action)
        value = self.values[path] = self.value(state.successor(action), plies - 1, alpha, beta)
        self.windows[path] = alpha, beta
        return value

    def max_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        best = self.max_start()
        for action in self.actions(state):
            best = max(best, self.successor_value(state, action, plies, alpha, beta))
            if self.max_prunes(best, alpha, beta):
                return self.max_pruned(best, alpha, beta)
            alpha = self.raised(alpha, best)
        return best

    def min_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        best = self.min_start()
        for action in self.actions(state):
            best = min(best, self.successor_value(state, action, plies, alpha, beta))
            if self.min_prunes(best, alpha, beta):
                return self.min_pruned(best, alpha, beta)
            beta = self.lowered(beta, best)
        return best

    def chance_value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        actions = self.actions(state)
        values = [self.successor_value(state, action, plies, alpha, beta) for action in actions]
        return self.mean(state, values)

    def mean(self, state: Any, values: Sequence[float]) -> float:  # noqa: ARG002
        return sum(values) / len(values)

    def max_start(self) -> float:
        """The best value of a MAX layer before its first action."""
        return -inf

    def min_start(self) -> float:
        return inf

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        """Whether a MAX layer leaves out its other actions."""
        return False

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return False

    def max_pruned(self, best: float, alpha: float, beta: float) -> float:  # noqa: ARG002
        """What a MAX layer returns if it prunes."""
        return best

    def min_pruned(self, best: float, alpha: float, beta: float) -> float:  # noqa: ARG002
        return best

    def raised(self, alpha: float, best: float) -> float:
        """Alpha after an action in a MAX layer below the root."""
        return max(alpha, best)

    def lowered(self, beta: float, best: float) -> float:
        return min(beta, best)


class RightMinimax(ReferenceSearch):
    """Minimax to a depth. Russell and Norvig, 4th edition, section 5.2.1."""


class RightExpectimax(ReferenceSearch):
    """Expectimax with uniform ghosts. Section 5.5."""

    ghosts = "chance"


class RightAlphaBeta(ReferenceSearch):
    """Alpha-beta with strict pruning: on equality it goes on. Section 5.2.3."""

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return best > beta

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return best < alpha


class EqualityPruning(ReferenceSearch):
    """Prunes on equality, as figure 5.7 of the book does."""

    def max_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return best >= beta

    def min_prunes(self, best: float, alpha: float, beta: float) -> bool:  # noqa: ARG002
        return best <= alpha


class BookAlphaBeta(EqualityPruning, RightAlphaBeta):
    """Alpha-beta with the pruning of the book: on equality, too."""


class RightExpectiminimax(ReferenceSearch):
    """Minimax with dice, which have `distribution()`. Section 5.5."""

    def layer(self, state: Any) -> ReferenceLayer:
        return "chance" if state.to_move == CHANCE else super().layer(state)

    def actions(self, state: Any) -> Sequence[Any]:
        if state.to_move != CHANCE:
            return super().actions(state)
        return [action for action, chance in state.distribution().items() if chance > 0]

    def mean(self, state: Any, values: Sequence[float]) -> float:
        chances = [chance for chance in state.distribution().values() if chance > 0]
        total: float = sum(chance * value for chance, value in zip(chances, values, strict=True))
        return total


RIGHT_SEARCHES: Mapping[str, type[ReferenceSearch]] = {
    "minimax": RightMinimax,
    "alpha_beta": RightAlphaBeta,
    "expectimax": RightExpectimax,
}

PRUNINGS: Mapping[str, type[ReferenceSearch]] = {"strict": RightAlphaBeta, "book": BookAlphaBeta}


def reference_tree(search: type[ReferenceSearch], state: GameState, name: str) -> SearchTree:
    """The tree of that search of a game, to its end."""
    log = Recorder(state, score)
    chosen = search(depth=MOST_ROUNDS).act(WatchedState(log))
    (tree,) = search_trees(log, name, chosen, bounds=issubclass(search, RightAlphaBeta))
    return tree


class _StateSearch(ReferenceSearch):
    """A search of states that don't know their paths."""

    def successor_value(
        self, state: Any, action: Any, plies: int, alpha: float, beta: float
    ) -> float:
        return self.value(state.successor(action), plies - 1, alpha, beta)

    def mean(self, state: Any, values: Sequence[float]) -> float:  # noqa: ARG002
        share = 1 / len(values)
        return sum(share * value for value in values)  # rounded as `Expectimax` does


class _Minimax(_StateSearch, RightMinimax): ...


class _AlphaBeta(_StateSearch, RightAlphaBeta): ...


class _Expectimax(_StateSearch, RightExpectimax): ...


_SEARCHES: Mapping[str, type[_StateSearch]] = {
    "minimax": _Minimax,
    "alpha_beta": _AlphaBeta,
    "expectimax": _Expectimax,
}


def state_search(search: str, depth: int, evaluation: str | Evaluate) -> ReferenceSearch:
    """That search, with a shipped evaluation by its name, or a function."""
    return _SEARCHES[search](depth=depth, evaluation=evaluation_named(evaluation))


def exact_values(state: Any, search: str, depth: int) -> Mapping[Any, float]:
    """The value of each action, where the score is the evaluation. A search that prunes at the root
    would give bounds."""
    exact = "expectimax" if search == "expectimax" else "minimax"
    return state_search(exact, depth, "score").action_values(state)
