import pytest

from pacgrid import State
from pacgrid.agents.evaluation import evaluate
from pacgrid.agents.minimax import Minimax
from pacgrid.search import evaluation_named, score

STATE = State.parse("%%%%%%\n%P..1%\n%%%%%%\nscore: 30")


def test_score_is_the_simplest_evaluation() -> None:
    assert score(STATE) == 30
    assert evaluation_named("score")(STATE) == 30


def test_an_evaluation_may_be_a_name_weights_or_a_function() -> None:
    assert evaluation_named("linear")(STATE) == evaluate(STATE)
    assert evaluation_named({"food_left": 2})(STATE) == 4
    assert evaluation_named(lambda state: 7)(STATE) == 7


@pytest.mark.parametrize(
    ("evaluation", "message"),
    [("best", "no evaluation 'best'; there are score, linear"), ({"foot": 1}, "no feature 'foot'")],
)
def test_an_unknown_evaluation_is_refused(evaluation: str | dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Minimax(evaluation=evaluation)


@pytest.mark.parametrize("depth", [0, -1, 1.5, "two"])
def test_depth_is_a_whole_number_of_rounds(depth: object) -> None:
    with pytest.raises(ValueError, match="depth is a whole number of rounds from 1"):
        Minimax(depth=depth)  # type: ignore[arg-type]


def test_a_ghost_that_searches_plays_for_the_lowest_value() -> None:
    state = State.parse("%%%%%%%\n%P1  .%\n%%%%%%%\nto move: ghost 1")
    agent = Minimax(depth=1, evaluation="score")
    assert str(agent.act(state)) == "west"
    assert agent.report.values[agent.act(state)] == min(agent.report.values.values())


def test_the_first_of_equal_actions_is_chosen() -> None:
    state = State.parse("%%%%%\n%   %\n% P %\n%   %\n%%%.%\n%%%%%")
    assert str(Minimax(depth=1, evaluation="score").act(state)) == "north"
