"""A test by drawn positions, in each of which an optimal action must be chosen."""

from collections.abc import Callable
from functools import lru_cache

from pacgrid.action import Action
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.autograder.grade import Outcome, counted
from pacgrid.autograder.messages import Acted
from pacgrid.autograder.question import Positions, Search, SearchName
from pacgrid.autograder.worker_client import SubmissionError, WorkerClient
from pacgrid.state import State

_ROUNDING = 1e-6
"""Averages that differ by less are equal: they may have been added up in another order."""


def try_positions(test: Positions, remote: WorkerClient, answer: str) -> Outcome:
    """Have the class `answer` of the loaded submission choose in each position of `test`."""

    def choose(state: State) -> Acted:
        remote.start(state, seed=0)
        return remote.act([])

    return tallied(test, remote, answer, choose).outcome()


def tallied(
    test: Positions | Search, remote: WorkerClient, answer: str, choose: Callable[[State], Acted]
) -> "Tally":
    """What comes of building the class `answer` for each position of `test`, and having it
    `choose` there."""
    tally = Tally(test)
    for number, state in enumerate(test.positions, start=1):
        try:
            remote.build(answer, test.agent_options)
        except SubmissionError as error:
            tally.failed(number, error, is_built=False)
            break
        try:
            tally.count(number, state, choose(state))
        except SubmissionError as error:
            tally.failed(number, error)
            if error.gone:
                break
    return tally


class Tally:
    """The positions that were tried, and what came of them."""

    def __init__(self, test: Positions | Search) -> None:
        self._test = test
        self._right = 0
        self._advice = ""
        self._first: tuple[int, SubmissionError] | None = None
        self._is_tried = False

    def count(self, number: int, state: State, acted: Acted) -> None:
        """In position `number`, the submission has chosen."""
        optimal = optimal_actions(state, self._test.search, self._test.depth)
        if Action[acted.action.upper()] in optimal:
            self._right += 1
        elif not self._advice:
            self._advice = _explained(number, acted, optimal, state)

    def failed(self, number: int, error: SubmissionError, *, is_built: bool = True) -> None:
        """In position `number`, the submission has failed; unless it `is_built`, before it was
        asked."""
        self._first = self._first or (number, error)
        self._is_tried = self._is_tried or is_built or number > 1

    def outcome(self, nodes: int | None = None) -> Outcome:
        """What it all comes to."""
        test, count = self._test, len(self._test.positions)
        points = test.earned(self._right)
        if self._first:
            number, error = self._first
            if not self._is_tried:
                return Outcome(described(test), "not tried", 0, test.points, failure=error.failure)
            right = f", optimal in {self._right}" if self._right else ""
            return Outcome(
                described(test),
                f"failed in position {number} of {count}{right}",
                points=points,
                possible=test.points,
                failure=error.failure,
                place=f"position {number}",
                nodes=nodes,
            )
        return Outcome(
            described(test),
            f"optimal in {self._right} of {count}",
            points,
            test.points,
            advice=self._advice,
            nodes=nodes,
        )


@lru_cache(maxsize=1024)
def optimal_actions(state: State, search: SearchName, depth: int) -> tuple[Action, ...]:
    """Every action of Pac-Man that is worth as much as the best, looking `depth` rounds ahead.

    Against ghosts that play their best (`minimax`, `alpha_beta`: the same actions), or that choose
    uniformly (`expectimax`); where it looks no further, a state is worth its score.
    """
    kind = Expectimax if search == "expectimax" else AlphaBeta
    searcher = kind(depth=depth, evaluation="score")
    searcher.act(state)
    values = searcher.report.values
    best = max(values.values())
    return tuple(action for action, value in values.items() if value >= best - _ROUNDING)


def described(test: Positions | Search) -> str:
    """What the test is, in words."""
    positions = counted(len(test.positions), "position")
    return test.title or f"the best action in {positions}, {counted(test.depth, 'round')} ahead"


def _explained(number: int, acted: Acted, optimal: tuple[Action, ...], state: State) -> str:
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
