import pytest

from pacgrid import Action, State
from pacgrid.agents.reflex import Reflex


def test_food_next_door_is_eaten() -> None:
    state = State.parse("%%%%%%%\n%  P. %\n%%%%%%%")
    assert Reflex().act(state) is Action.EAST


def test_a_ghost_next_door_is_avoided() -> None:
    state = State.parse("%%%%%%%%\n%.  P.1%\n%%%%%%%%")
    assert Reflex().act(state) is Action.WEST


def test_every_action_has_its_value_in_the_report() -> None:
    state = State.parse("%%%%%%\n%P. .%\n%%%%%%")
    agent = Reflex(evaluation="score")
    assert agent.act(state) is Action.EAST
    assert agent.report is not None
    assert agent.report.values == {Action.EAST: 9, Action.STOP: -1}
    assert agent.report.nodes == 2


def test_as_a_ghost_it_plays_for_the_lowest_value() -> None:
    state = State.parse("%%%%%%%\n%P1  .%\n%%%%%%%\nto move: ghost 1")
    assert Reflex(evaluation="score").act(state) is Action.WEST


def test_a_finished_game_is_worth_its_score() -> None:
    state = State.parse("%%%%\n%P.%\n%%%%")
    agent = Reflex(evaluation=lambda state: 1000)
    agent.act(state)
    assert agent.report is not None
    assert agent.report.values == {Action.EAST: 509, Action.STOP: 1000}


def test_its_principal_variation_is_its_action_and_its_features_add_up_to_its_value() -> None:
    state = State.parse("%%%%%%%%\n%. P .1%\n%%%%%%%%")
    agent = Reflex()
    action = agent.act(state)
    agent.explain(state, action)
    assert agent.report.principal_variation == [action]
    assert sum(agent.report.features.values()) == pytest.approx(agent.report.values[action])
    agent.explain(state, Action.EAST)
    assert sum(agent.report.features.values()) == agent.evaluate(state.successor(Action.EAST))
    assert agent.report.nodes == 3
