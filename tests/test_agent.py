"""Agents and actions."""

from collections.abc import Mapping

import pytest

from pacgrid import Action, Agent, ChanceAgent, State
from pacgrid.agent import why_illegal

STATE = State.parse("%%%%%\n%P..%\n%%%%%")


class Loaded(ChanceAgent):
    def distribution(self, state: State) -> Mapping[Action, float]:
        return {Action.EAST: 0.25, Action.STOP: 0.75}


def test_a_chance_agent_draws_its_actions_from_its_distribution() -> None:
    agent = Loaded()
    east = sum(agent.act(STATE) is Action.EAST for _ in range(2000))
    assert 430 <= east <= 570
    again = [[Loaded().act(STATE) for _ in range(20)] for _ in range(2)]
    assert again[0] == again[1], "its rng is seeded outside games too"


def test_act_is_the_only_required_method() -> None:
    class East(Agent):
        def act(self, state: State) -> Action:
            return Action.EAST

    agent = East()
    agent.start(STATE)
    agent.finish(STATE)
    agent.explain(STATE, agent.act(STATE))
    assert (agent.name, agent.report) == ("East", None)
    with pytest.raises(TypeError, match="abstract"):
        Agent()  # type: ignore[abstract]


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (None, "None (NoneType), as a function without a return does"),
        ("North", "'North' (str): write Action.NORTH, not its name"),
        (12.5, "12.5 (float): return an action, not a number"),
        ((12.5, Action.EAST), "(12.5, <Action.EAST: 1>) (tuple): return the action alone"),
        (Action.NORTH, "Action.NORTH"),
        ("up", "'up' (str)"),
    ],
)
def test_an_illegal_answer_says_how_to_mend_it(returned: object, said: str) -> None:
    assert why_illegal(returned, STATE) == (
        f"returned {said}; legal actions: Action.EAST, Action.STOP"
    )


def test_actions_are_numbered_clockwise_and_have_a_reverse() -> None:
    assert [str(action) for action in Action] == ["north", "east", "south", "west", "stop"]
    for action in Action:
        dx, dy = action.vector
        assert action.reverse.vector == (-dx, -dy)
