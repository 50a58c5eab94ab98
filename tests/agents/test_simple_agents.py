"""Agents that move at random, straight at Pac-Man, or by what they see at once."""

import pytest

from helpers.mazes import CROSSING
from pacgrid import Action, State
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.agents.reflex import Reflex


def test_a_directional_ghost_attacks_along_the_shortest_straight_line() -> None:
    chances = DirectionalGhost(attack=0.6).distribution(State.parse(CROSSING))
    assert chances == pytest.approx(
        {Action.NORTH: 0.1, Action.EAST: 0.1, Action.SOUTH: 0.1, Action.WEST: 0.7}
    )


def test_a_scared_directional_ghost_flees() -> None:
    state = State.parse(CROSSING + "ghost 1: scared 9")
    chances = DirectionalGhost(flee=1).distribution(state)
    assert chances[Action.WEST] == 0
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[Action.EAST] == chances[Action.NORTH] == pytest.approx(1 / 3)


def test_equally_good_directions_share_the_probability() -> None:
    state = State.parse("%%%%%\n%P  %\n%  1%\n%  .%\n%%%%%\nto move: ghost 1")
    chances = DirectionalGhost(attack=1).distribution(state)
    assert chances[Action.NORTH] == chances[Action.WEST] == 0.5


@pytest.mark.parametrize("options", [{"attack": 1.2}, {"flee": -0.1}])
def test_a_probability_outside_0_to_1_is_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be a probability from 0 to 1"):
        DirectionalGhost(**options)


def test_every_legal_action_has_the_same_probability() -> None:
    assert RandomGhost().distribution(State.parse(CROSSING)) == dict.fromkeys(
        list(Action)[:4], 0.25
    )


def test_a_random_pacman_stops_as_often_as_he_goes_anywhere() -> None:
    state = State.parse("%%%%%%\n%P. .%\n%%%%%%")
    assert RandomAgent().distribution(state) == {Action.EAST: 0.5, Action.STOP: 0.5}


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
    assert agent.report.values == {Action.EAST: 9, Action.STOP: -1}
    assert agent.report.nodes == 2


def test_as_a_ghost_it_plays_for_the_lowest_value() -> None:
    state = State.parse("%%%%%%%\n%P1  .%\n%%%%%%%\nto move: ghost 1")
    assert Reflex(evaluation="score").act(state) is Action.WEST


def test_a_finished_game_is_worth_its_score() -> None:
    state = State.parse("%%%%\n%P.%\n%%%%")
    agent = Reflex(evaluation=lambda state: 1000)
    agent.act(state)
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
