"""A test by drawn positions, in each of which an optimal action must be chosen."""

from functools import lru_cache

from pacgrid.action import Action
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.state import State

from .assignment import Positions, Search
from .grade import Outcome, counted
from .messages import Acted
from .remote import Remote, SubmissionError

_ROUNDING = 1e-6
"""Averages that differ by less are equal: they may have been added up in another order."""


def try_positions(test: Positions, remote: Remote, answer: str) -> Outcome:
    """Have the class `answer` of the loaded submission choose in each position of `test`."""
    count = len(test.positions)
    right, advice = 0, ""
    for number, state in enumerate(test.positions, start=1):
        try:
            remote.build(answer, test.built_with)
        except SubmissionError as error:
            return Outcome(described(test), "not tried", 0, test.points, failure=error.failure)
        try:
            remote.start(state, seed=0)
            acted = remote.act([])
        except SubmissionError as error:
            return Outcome(
                described(test),
                f"failed in position {number} of {count}",
                points=0,
                possible=test.points,
                failure=error.failure,
                place=f"position {number}",
            )
        optimal = optimal_actions(state, test.search, test.depth)
        if Action[acted.action.upper()] in optimal:
            right += 1
        elif not advice:
            advice = _explained(number, acted, optimal, state)
    points = test.points if right == count else 0
    return Outcome(
        described(test), f"optimal in {right} of {count}", points, test.points, advice=advice
    )


@lru_cache(maxsize=1024)
def optimal_actions(state: State, search: Search, depth: int) -> tuple[Action, ...]:
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


def described(test: Positions) -> str:
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
