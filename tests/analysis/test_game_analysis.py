"""What the analysis of a game says."""

import pytest

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark, mark_of


def move(ply, regret, agent=0):
    """A move to the east that cost so much."""
    values = {Action.EAST: 10 - regret, Action.WEST: 10}
    mark = mark_of(regret)
    return AnalysedMove(ply, agent, Action.EAST, values, Action.WEST, regret, mark)


def test_it_sums_up_the_moves_of_each_agent():
    moves = (move(0, 30), move(1, 500, agent=1), move(2, 300), move(3, 0, agent=1), move(4, 300))
    analysis = GameAnalysis("exact", moves)
    assert analysis.mean_regret() == 210
    assert analysis.mean_regret(1) == 250
    assert analysis.mean_regret(2) == 0
    assert analysis.marked(Mark.BLUNDER) == (moves[2], moves[4])
    assert analysis.turning_point() is moves[2]
    assert analysis.turning_point(2) is None
    assert moves[2].value == 10


def test_an_analysis_prints_its_bad_moves() -> None:
    bad = AnalysedMove(
        4, 0, Action.WEST, {Action.WEST: -5.0, Action.EAST: 300.0}, Action.EAST, 305, Mark.BLUNDER
    )
    good = AnalysedMove(6, 0, Action.EAST, {Action.EAST: 1.0}, Action.EAST, 0)
    shown = str(GameAnalysis("alpha-beta", (bad, good)))
    assert shown.splitlines() == [
        "alpha-beta: 1 of 2 moves are bad",
        "ply 4, agent 0: west?? cost 305 points; east was better",
    ]


@pytest.mark.parametrize(
    ("regret", "mark"),
    [
        (19.9, None),
        (20, Mark.INACCURACY),
        (50, Mark.MISTAKE),
        (993, Mark.BLUNDER),
    ],
)
def test_a_mark_says_how_much_a_move_cost(regret, mark):
    assert mark_of(regret) is mark
