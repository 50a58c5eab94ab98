"""Agents that move at random, straight at Pac-Man, or by what they see at once."""

import pytest

from helpers.mazes import CROSSING
from pacgrid import Action, ChanceAgent, State
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.agents.reflex import Reflex

N, E, S, W, STOP = Action
LANE = "%%%%%%\n%P. .%\n%%%%%%"


@pytest.mark.parametrize(
    ("agent", "text", "chances"),
    [
        pytest.param(
            *(DirectionalGhost(attack=0.6), CROSSING, {N: 0.1, E: 0.1, S: 0.1, W: 0.7}),
            id="along the shortest straight line",
        ),
        pytest.param(
            *(DirectionalGhost(flee=1), f"{CROSSING}ghost 1: scared 9"),
            {N: 1 / 3, E: 1 / 3, S: 1 / 3, W: 0},
            id="a scared one flees",
        ),
        pytest.param(
            DirectionalGhost(attack=1),
            *("%%%%%\n%P  %\n%  1%\n%  .%\n%%%%%\nto move: ghost 1", {N: 0.5, S: 0, W: 0.5}),
            id="equally good directions share the probability",
        ),
        pytest.param(RandomGhost(), CROSSING, dict.fromkeys((N, E, S, W), 0.25), id="random"),
        pytest.param(RandomAgent(), LANE, {E: 0.5, STOP: 0.5}, id="stops as often as he goes"),
    ],
)
def test_each_action_has_its_probability(
    agent: ChanceAgent, text: str, chances: dict[Action, float]
) -> None:
    assert agent.distribution(State.parse(text)) == pytest.approx(chances)


@pytest.mark.parametrize(
    ("agent", "text", "action"),
    [
        pytest.param(Reflex(), "%%%%%%%\n%  P. %\n%%%%%%%", E, id="eats food next door"),
        pytest.param(Reflex(), "%%%%%%%%\n%.  P.1%\n%%%%%%%%", W, id="avoids a ghost next door"),
        pytest.param(
            Reflex(evaluation="score"),
            *("%%%%%%%\n%P1  .%\n%%%%%%%\nto move: ghost 1", W),
            id="a ghost plays for the lowest value",
        ),
    ],
)
def test_a_reflex_agent_takes_what_is_best_at_once(
    agent: Reflex, text: str, action: Action
) -> None:
    assert agent.act(State.parse(text)) is action


def test_every_action_has_its_value_in_the_report() -> None:
    agent = Reflex(evaluation="score")
    assert agent.act(State.parse(LANE)) is E
    assert agent.report.values == {E: 9, STOP: -1}
    assert agent.report.nodes == 2
    eager = Reflex(evaluation=lambda state: 1000)
    eager.act(State.parse("%%%%\n%P.%\n%%%%"))
    assert eager.report.values == {E: 509, STOP: 1000}, "a finished game is worth its score"


def test_its_principal_variation_is_its_action_and_its_features_add_up_to_its_value() -> None:
    state = State.parse("%%%%%%%%\n%. P .1%\n%%%%%%%%")
    agent = Reflex()
    action = agent.act(state)
    agent.explain(state, action)
    assert agent.report.principal_variation == [action]
    assert sum(agent.report.features.values()) == pytest.approx(agent.report.values[action])
    agent.explain(state, E)
    assert sum(agent.report.features.values()) == agent.evaluate(state.successor(E))
    assert agent.report.nodes == 3
