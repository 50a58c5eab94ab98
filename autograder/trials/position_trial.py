"""A test with drawn positions: in each of them, the agent must choose an optimal action."""

from collections.abc import Callable
from functools import lru_cache

from pacgrid.action import Action
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.autograder.grade import Outcome, counted
from pacgrid.autograder.question import Positions, Search, SearchName
from pacgrid.autograder.worker_client import SubmissionError, WorkerClient
from pacgrid.autograder.worker_replies import Acted
from pacgrid.state import State

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

    return tally_choices(test, client, answer, choose, on_game).outcome()


def tally_choices(
    test: Positions | Search,
    client: WorkerClient,
    answer: str,
    choose: Callable[[State], Acted],
    on_game: Callable[[], None],
) -> "Tally":
    """Builds the class `answer` for each position of `test`, and has it `choose` there; calls
    `on_game` after each."""
    tally = Tally(test)
    for number, state in enumerate(test.positions, start=1):
        try:
            client.build(answer, test.agent_options)
        except SubmissionError as error:
            tally.fail(number, error, is_built=False)
            break
        try:
            tally.count(number, state, choose(state))
        except SubmissionError as error:
            tally.fail(number, error)
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
        self._first_failure: tuple[int, SubmissionError] | None = None
        self._is_tried = False

    def count(self, number: int, state: State, acted: Acted) -> None:
        """The submission has chosen in position `number`."""
        optimal = optimal_actions(state, self._test.search, self._test.depth)
        if acted.action in optimal:
            self._optimal += 1
        elif not self._advice:
            self._advice = _explanation(number, acted, optimal, state)

    def fail(self, number: int, error: SubmissionError, *, is_built: bool = True) -> None:
        """The submission has failed in position `number`; if not `is_built`, before its choice."""
        self._first_failure = self._first_failure or (number, error)
        self._is_tried = self._is_tried or is_built or number > 1

    def outcome(self, nodes: int | None = None) -> Outcome:
        """The outcome of the test."""
        test, count = self._test, self._test.size
        points = test.earned(self._optimal)
        if self._first_failure:
            number, error = self._first_failure
            if not self._is_tried:
                return Outcome(describe(test), "not tried", 0, test.points, failure=error.failure)
            optimal = f", optimal in {self._optimal}" if self._optimal else ""
            return Outcome(
                describe(test),
                f"failed in position {number} of {count}{optimal}",
                points=points,
                possible=test.points,
                failure=error.failure,
                place=f"position {number}",
                nodes=nodes,
            )
        return Outcome(
            describe(test),
            f"optimal in {self._optimal} of {count}",
            points,
            test.points,
            advice=self._advice,
            nodes=nodes,
        )


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


def describe(test: Positions | Search) -> str:
    """A short description of `test`."""
    if test.title:
        return test.title
    counts = {"position": len(test.positions)}
    if isinstance(test, Search):
        counts |= {"tree": len(test.trees), "generated position": test.generate}
    asked = " and ".join(counted(count, kind) for kind, count in counts.items() if count)
    return f"the best action in {asked}, {counted(test.depth, 'round')} ahead"


def _explanation(number: int, acted: Acted, optimal: tuple[Action, ...], state: State) -> str:
    values = ", ".join(f"{action} {value:g}" for action, value in acted.values.items())
    return "\n".join(
        [
            f"position {number}: chose {acted.action}, best is {' or '.join(map(str, optimal))}",
            *([f"the values it found: {values}"] if values else []),
            *(
                line
                for line in str(state).splitlines()
                if not line.startswith(("score", "to move"))
            ),
        ]
    )
