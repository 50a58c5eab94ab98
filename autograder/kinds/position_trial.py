"""A test with drawn positions: in each of them, the agent must choose an optimal action."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from pacgrid.action import Action
from pacgrid.agent import Report
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.common.failure import Failure
from pacgrid.state import State

from ..model.fault import explained
from ..model.outcome import Outcome
from ..model.placed_failure import numbered, placed_failures
from ..model.searches import SearchName
from ..worker_client.client import SubmissionError, WorkerClient
from ..worker_client.replies import Acted
from .drawing import drawing, with_position
from .positions import Positions
from .reflex_trial import WrongAnswer, positions_diagnosis
from .search import Search

_ROUNDING = 1e-6
"""Averages that differ by less are equal: they may have been summed in another order."""


def run(
    test: Positions, client: WorkerClient, answer: str, on_game: Callable[[], None] = lambda: None
) -> Outcome:
    """Has the class `answer` of the loaded submission choose in each position of `test`; calls
    `on_game` after each."""

    def choose(state: State) -> Acted:
        client.start(state, seed=0)
        return client.act([])

    positions = [test.positions[number - 1] for number in test.numbers]
    test = test.model_copy(update={"positions": positions})
    tally = tally_choices(test, client, answer, choose, on_game)
    outcome = tally.outcome()
    if not tally.wrong or outcome.failure:
        return outcome
    diagnosis = partial(positions_diagnosis, test, client, answer, tally.wrong)
    return explained(outcome, diagnosis=diagnosis)


def tally_choices(
    test: Positions | Search,
    client: WorkerClient,
    answer: str,
    choose: Callable[[State], Acted],
    on_game: Callable[[], None],
) -> "Tally":
    """Builds the class `answer` for each position of `test`, which are those to try, and has it
    `choose` there; calls `on_game` after each."""
    tally = Tally(test)
    for number, state in zip(test.numbers, test.positions, strict=True):
        try:
            client.build(answer, test.agent_options)
        except SubmissionError as error:
            tally.fail(number, error, None)
            break
        try:
            tally.count(number, state, choose(state))
        except SubmissionError as error:
            tally.fail(number, error, state)
            if error.gone:
                break
        on_game()
    return tally


class Tally:
    """Counts the optimal choices in the positions of a test."""

    def __init__(self, test: Positions | Search) -> None:
        self._test = test
        self._optimal = 0
        self._advice = ""
        self._failures: list[tuple[int, Failure]] = []
        self._tried = 0
        self.wrong: list[WrongAnswer] = []

    def count(self, number: int, state: State, acted: Acted) -> None:
        """The submission has chosen in position `number`."""
        self._tried = number
        optimal = optimal_actions(state, self._test.search, self._test.depth)
        if acted.action in optimal:
            self._optimal += 1
            return
        self.wrong.append(WrongAnswer(number, state, acted.action, optimal, acted.values))
        if not self._advice:
            self._advice = _explanation(self._test, self.wrong[-1])

    def fail(self, number: int, error: SubmissionError, state: State | None) -> None:
        """The submission has failed in position `number`; in `state`, if it could be built."""
        failure = with_position(error.failure, state) if state else error.failure
        self._failures.append((number, failure))
        self._tried = number if state or self._tried else 0

    def outcome(self, nodes: int | None = None) -> Outcome:
        """The outcome of the test."""
        test, count = self._test, self._test.size
        points = test.earned(self._optimal)
        result = f"optimal in {self._optimal} of {count}"
        if self._failures and not self._tried:
            result, nodes = "not tried", None
        elif self._failures:
            failed = numbered("position", [number for number, _ in self._failures])
            optimal = f", optimal in {self._optimal}" if self._optimal else ""
            result = f"failed in {failed} of {count}{optimal}"
        untried = [number for number in test.numbers if number > self._tried]
        failures = placed_failures("position", self._failures, untried)
        return Outcome(
            test.description,
            result,
            points,
            test.points,
            failure=failures[0].failure if failures else None,
            place=failures[0].place if failures and self._tried else "",
            other_failures=failures[1:],
            advice=self._advice + self._also_wrong,
            nodes=nodes,
        )

    @property
    def _also_wrong(self) -> str:
        """The other positions where its choice is wrong."""
        others = [choice.number for choice in self.wrong[1:]]
        return f"\nalso wrong in {numbered('position', others)}" if others else ""


@lru_cache(maxsize=1024)
def optimal_actions(
    state: State, search: SearchName, depth: int, evaluation: str = "score"
) -> tuple[Action, ...]:
    """All optimal actions of Pac-Man, looking `depth` rounds ahead.

    Ghosts are optimal opponents (`minimax` and `alpha_beta`, which agree), or choose uniformly
    (`expectimax`). `evaluation` names the one for the depth limit.
    """
    searcher_class = Expectimax if search == "expectimax" else AlphaBeta
    searcher = searcher_class(depth=depth, evaluation=evaluation)
    searcher.act(state)
    values = searcher.report.values
    best = max(values.values())
    return tuple(action for action, value in values.items() if value >= best - _ROUNDING)


def _explanation(test: Positions | Search, wrong: WrongAnswer) -> str:
    best = " or ".join(map(str, wrong.best))
    lines = [
        f"position {wrong.number}: chose {wrong.chosen}, best is {best}",
        f"the right values: {_listed(_exact_values(wrong.state, test))}",
    ]
    if wrong.values:
        lines.append(f"the values it found: {_listed(wrong.values)}")
    return "\n".join([*lines, drawing(wrong.state)])


def _exact_values(state: State, test: Positions | Search) -> Mapping[Action, float]:
    """The value of each action. A search that prunes at the root would give bounds."""
    kind = Expectimax if test.search == "expectimax" else AlphaBeta
    searcher = kind(depth=test.depth, evaluation="score")
    searcher.report = Report()
    plies = searcher.plies(state) - 1
    return {
        action: searcher.value(state.successor(action), plies) for action in state.legal_actions()
    }


def _listed(values: Mapping[Action, float]) -> str:
    return ", ".join(f"{action} {value:g}" for action, value in values.items())
