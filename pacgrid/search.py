"""What all search agents share: the game they search, their options, and how they choose."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any, ClassVar, Protocol, Self, TypeVar

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.compiled_option import CompiledOption
from pacgrid.kernel import MOST_CELLS

CHANCE = -1
"""`to_move` of a state in which nobody chooses: a die is rolled, a card is drawn."""


class GameState(Protocol):
    """A game that can be searched: Pac-Man, tic-tac-toe, and others.

    Agent 0 is MAX, and every other agent is MIN (or chance). A search asks each state whose turn it
    is, so any number of agents can move in any order. A state with `to_move == CHANCE` also has
    `distribution()`, the probability of each legal action. Methods that a game may have, for
    searches that use them:

    - `evaluate()` estimates the state's value for MAX, if the search isn't given an evaluation;
    - `evaluation_shares()` says what each feature adds to that estimate, by name;
    - `is_quiet()` says whether no capture or the like is about to change that estimate;
    - `is_capture(action)` says whether a legal action captures something;
    - `canonical()` returns one of the states that symmetry makes worth the same, always the same
      one of them;
    - `payoffs()` makes the game general-sum: it returns what each agent gets, in a finished game or
      by an estimate; `score` and `evaluate()` are then what agent 0 gets.
    """

    @property
    def to_move(self) -> int: ...
    @property
    def num_agents(self) -> int: ...
    @property
    def is_terminal(self) -> bool: ...
    @property
    def score(self) -> float: ...
    def legal_actions(self) -> Sequence[Any]: ...
    def successor(self, action: Any) -> Self: ...


Choice = TypeVar("Choice")

PayoffVector = tuple[float, ...]
"""What each agent gets, agent 0 first."""

Evaluate = Callable[[Any], float]
"""An estimate of a state's value for MAX, used where the search is cut off."""


def is_general_sum(state: object) -> bool:
    """Whether each agent has payoffs of its own, so that one value for MAX doesn't say all."""
    return hasattr(state, "payoffs")


def check_payoffs(agent: Agent, state: object) -> None:
    """Raise ValueError if `agent` searches for one value, and the game of `state` has several."""
    if is_general_sum(state) and not agent.plays_general_sum:
        fix = "but here each player has payoffs of its own; use max_n"
        raise ValueError(f"{agent.name} searches for one value, {fix}")


def score(state: GameState) -> float:
    """The simplest evaluation: the game points so far."""
    return state.score


class OwnEvaluation:
    """The game's own evaluation: `state.evaluate()`; for Pac-Man, the `linear` one."""

    def __call__(self, state: Any) -> float:
        own = getattr(state, "evaluate", None)
        value: float = own() if own else self._linear(state)
        return value

    def shares(self, state: Any) -> Mapping[str, float]:
        """What each feature adds to the value of `state`; empty if its game doesn't say it."""
        own = getattr(state, "evaluation_shares", dict) if hasattr(state, "evaluate") else None
        shares: Mapping[str, float] = own() if own else self._linear.shares(state)
        return shares

    @cached_property
    def _linear(self) -> Any:
        return evaluation_named("linear")


def evaluation_named(evaluation: str | Mapping[str, float] | Evaluate | None) -> Evaluate:
    """The evaluation with that name (`score`, or a set of weights in `pacgrid.agents.evaluation`),
    with those weights, or the function itself; None: the game's own.

    Raises ValueError for an unknown name or feature, or where Pacgrid's own agents are missing.
    """
    if evaluation is None:
        return OwnEvaluation()
    if callable(evaluation):
        return evaluation
    if not isinstance(evaluation, str | Mapping):
        raise ValueError(f"an evaluation must be a name, weights or a function, not {evaluation!r}")
    if evaluation == "score":
        return score
    try:
        from pacgrid.agents.evaluation import LinearEvaluation
    except ModuleNotFoundError:  # where submissions run
        raise ValueError(
            "the shipped evaluations can't be used here; write a function that estimates a state's"
            " value, and pass it as evaluation"
        ) from None
    return LinearEvaluation(evaluation)


def best(state: GameState, values: Mapping[Choice, float]) -> Choice:
    """The action with the highest value for Pac-Man, or the lowest for a ghost; the first of equal
    ones."""
    return (max if state.to_move == 0 else min)(values, key=values.__getitem__)


def shares(evaluate: Evaluate, state: GameState) -> Mapping[str, float]:
    """What each feature adds to the value of `state`, if `evaluate` has a method `shares`.

    A finished game is worth its score.
    """
    if state.is_terminal or evaluate is score:
        return {"score": state.score}
    features: Mapping[str, float] = evaluate.shares(state) if hasattr(evaluate, "shares") else {}
    return features


class Searcher(Agent):
    """An agent that gives every action a value and plays the best: the highest for Pac-Man, or the
    lowest for a ghost; the first of equal ones, in the order of `legal_actions()`.

    Args:
        depth: how many rounds it looks ahead; a round is one ply of every agent.
        evaluation: estimates the value of a state where the search is cut off; a name, a mapping of
            weights or a function. Default: the game's own; for Pac-Man, `linear`.
        compiled: search with compiled code: the same moves, a hundred times as fast. Only Pac-Man,
            and only with an evaluation of named features.

    Raises ValueError for a depth below 1, an unknown evaluation, or what can't be compiled.
    """

    plays_any_game = True
    plays_general_sum = False

    compiled_method: ClassVar[str] = ""
    """The method of `pacgrid.kernel.search.compiled_search.CompiledSearch` that searches alike."""

    report: Report

    def __init__(
        self,
        *,
        depth: int = 2,
        evaluation: str | Mapping[str, float] | Evaluate | None = None,
        compiled: bool = False,
    ) -> None:
        if not isinstance(depth, int) or isinstance(depth, bool) or depth < 1:
            raise ValueError(f"depth must be a whole number of rounds from 1, not {depth!r:.40}")
        self.depth = depth
        self.evaluate = evaluation_named(evaluation)
        if not isinstance(compiled, bool):
            raise ValueError(f"compiled must be true or false, not {compiled!r:.40}")
        self.compiled = compiled_option(self) if compiled else None
        self.most_cells = MOST_CELLS if compiled else None

    def act(self, state: GameState) -> Action:
        check_payoffs(self, state)
        self.report = Report()
        self.report.values = self.root_values(state, self.plies(state))
        return best(state, self.report.values)

    def plies(self, state: GameState) -> int:
        """How many plies it looks ahead in `state`."""
        return self.depth * state.num_agents

    def explain(self, state: GameState, action: Any) -> None:
        report, self.report = self.report, Report()  # don't count these nodes
        try:
            report.principal_variation = self.principal_variation(state, action)
            end = reduce(
                lambda state, action: state.successor(action), report.principal_variation, state
            )
            report.features = shares(self.evaluate, end)
        finally:
            self.report = report

    def principal_variation(self, state: GameState, action: Any) -> Sequence[Any]:
        """The line of best play that this search sees after `action`, which comes first. The value
        of `action` is that of the state at its end."""
        line, most = [action], self.plies(state)
        state = state.successor(action)
        for plies in range(most - 1, 0, -1):
            if state.is_terminal:
                break
            line.append(best(state, self.root_values(state, plies)))
            state = state.successor(line[-1])
        return line

    def root_values(self, state: GameState, plies: int) -> dict[Action, float]:
        """The values of `action_values`, by compiled code if the option is on."""
        if not self.compiled:
            return self.action_values(state, plies)
        result = self.compiled.search(state, plies)
        self.report.nodes += result.nodes
        return dict(result.values)

    def action_values(self, state: GameState, plies: int) -> dict[Action, float]:
        """The value of each legal action's successor, looking `plies` plies ahead in all."""
        return {
            action: self.value(state.successor(action), plies - 1)
            for action in state.legal_actions()
        }

    @abstractmethod
    def value(self, state: GameState, plies: int) -> float:
        """Value of `state` for MAX, looking `plies` plies ahead.

        Counts each state it visits in `self.report.nodes`.
        """


def compiled_option(agent: Searcher) -> CompiledOption:
    """The search of `agent`, compiled. Raises ValueError if it can't be."""
    weights = weights_of(agent.evaluate)
    return CompiledOption(type(agent).__name__, agent.compiled_method, weights)


def weights_of(evaluate: Evaluate) -> str | Mapping[str, float] | None:
    """The weights of an evaluation of Pac-Man, as compiled searches take them; None for a function
    of another kind."""
    if isinstance(evaluate, OwnEvaluation):
        return "linear"
    return "score" if evaluate is score else getattr(evaluate, "weights", None)
