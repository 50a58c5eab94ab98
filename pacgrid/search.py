"""The search agents: the games that they search, their evaluations, and how they choose."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any, Protocol, Self, TypeVar

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.common.failure import written_at

CHANCE = -1
"""`to_move` of a state in which nobody chooses: a die is rolled, a card is drawn."""


class GameState(Protocol):
    """A game that can be searched: Pac-Man, tic-tac-toe, and others.

    Agent 0 is MAX, and every other agent is MIN (or chance). A search asks each state whose turn it
    is, so any number of agents can move in any order. A state with `to_move == CHANCE` also has
    `distribution()`, the probability of each legal action. Methods that a game may have, for
    searches that use them:

    - `evaluate()` estimates the state's value for MAX, if the search isn't given an evaluation;
    - `evaluation_contributions()` says what each feature adds to that estimate, by name;
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

AnyEvaluation = str | Mapping[str, float] | Evaluate | None
"""What an option may name it by: see `evaluation_named`."""


def is_general_sum(state: object) -> bool:
    """Whether each agent has payoffs of its own, so that one value for MAX doesn't say all."""
    return hasattr(state, "payoffs")


def check_payoffs(agent: Agent, state: object) -> None:
    """Raise ValueError if `agent` searches for one value, and the game of `state` has several."""
    if is_general_sum(state) and not agent.plays_general_sum:
        fix = "but here each player has payoffs of its own; use max_n"
        raise ValueError(f"{agent.name} searches for one value, {fix}")


def chance_ignored(agent: Agent) -> ValueError:
    """What `agent` raises where chance moves, rather than take it for an opponent."""
    fix = "but chance moves in this game; use expectiminimax"
    return ValueError(f"{agent.name} has no CHANCE layers, {fix}")


def score(state: GameState) -> float:
    """The simplest evaluation: the game points so far."""
    return state.score


class OwnEvaluation:
    """The game's own evaluation: `state.evaluate()`; for Pac-Man, the `linear` one."""

    def __call__(self, state: Any) -> float:
        own = getattr(state, "evaluate", None)
        value: float = own() if own else self._linear(state)
        return value

    def contributions(self, state: Any) -> Mapping[str, float]:
        """What each feature adds to the value of `state`; empty if its game doesn't say it."""
        found: Mapping[str, float]
        if hasattr(state, "evaluate"):
            found = getattr(state, "evaluation_contributions", dict)()
        else:
            found = self._linear.contributions(state)
        return found

    @cached_property
    def _linear(self) -> Any:
        return evaluation_named("linear")


def evaluation_named(evaluation: AnyEvaluation) -> Evaluate:
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


def contributions(evaluate: Evaluate, state: GameState) -> Mapping[str, float]:
    """What each feature adds to the value of `state`, if `evaluate` has a method `contributions`.

    A finished game is worth its score.
    """
    if state.is_terminal or evaluate is score:
        return {"score": state.score}
    features: Mapping[str, float] = getattr(evaluate, "contributions", lambda _: {})(state)
    return features


class Searcher(Agent):
    """An agent that gives every action a value and plays the best: the highest for Pac-Man, or the
    lowest for a ghost; the first of equal ones, in the order of `legal_actions()`.

    Args:
        depth: how many rounds it looks ahead; a round is one ply of every agent.
        evaluation: estimates the value of a state where the search is cut off; a name, a mapping of
            weights or a function. Default: the game's own; for Pac-Man, `linear`.

    Raises ValueError for a depth below 1 or an unknown evaluation.
    """

    plays_any_game = True
    plays_general_sum = False
    report: Report

    def __init__(self, *, depth: int = 2, evaluation: AnyEvaluation = None) -> None:
        if not isinstance(depth, int) or isinstance(depth, bool) or depth < 1:
            raise ValueError(f"depth must be a whole number of rounds from 1, not {depth!r:.40}")
        self.depth = depth
        self.evaluate = evaluation_named(evaluation)

    def act(self, state: GameState) -> Action:
        check_payoffs(self, state)
        self.report = Report()
        self.report.values = values = self.root_values(state, self.plies(state))
        if any(isinstance(each, Action) for each in values.values()):  # these are numbers, too
            fix = "return what the state is worth, not an action"
            raise TypeError(f"value returned an action: {fix}{written_at(self.value)}")
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
            report.features = contributions(self.evaluate, end)
        finally:
            self.report = report

    def principal_variation(self, state: GameState, action: Any) -> Sequence[Any]:
        """The line of best play that this search sees after `action`, which comes first. The value
        of `action` is that of the state at its end."""
        return self.line_of_play(state, action, self.plies(state))

    def line_of_play(self, state: GameState, action: Any, plies: int) -> Sequence[Any]:
        """The principal variation of a search of `plies` plies."""
        line = [action]
        while True:
            state, plies = state.successor(line[-1]), plies - 1
            if state.is_terminal or (reply := self.best_reply(state, plies)) is None:
                return line
            line.append(reply)

    def best_reply(self, state: GameState, plies: int) -> Any:
        """What the agent to move in `state` plays, with `plies` plies to go; None where the search
        ends, or where chance moves."""
        return best(state, self.root_values(state, plies)) if plies > 0 else None

    def root_values(self, state: GameState, plies: int) -> dict[Action, float]:
        """The values that its choice compares: those of `action_values`."""
        return self.action_values(state, plies)

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
