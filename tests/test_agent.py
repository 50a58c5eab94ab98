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


def test_an_agent_has_a_seeded_rng_outside_games_too() -> None:
    assert [Loaded().act(STATE) for _ in range(20)] == [Loaded().act(STATE) for _ in range(20)]


def test_act_is_the_only_required_method() -> None:
    class East(Agent):
        def act(self, state: State) -> Action:
            return Action.EAST

    agent = East()
    agent.start(STATE)
    agent.finish(STATE)
    assert agent.name == "East"
    assert agent.report is None
    with pytest.raises(TypeError, match="abstract"):
        Agent()  # type: ignore[abstract]


def test_an_agent_need_not_explain_itself() -> None:
    agent = Loaded()
    agent.explain(STATE, agent.act(STATE))
    assert agent.report is None


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


def test_every_move_is_undone_by_its_reverse() -> None:
    for action in Action:
        dx, dy = action.vector
        assert action.reverse.vector == (-dx, -dy)


def test_actions_are_numbered_clockwise_and_stop_comes_last() -> None:
    assert [str(action) for action in Action] == ["north", "east", "south", "west", "stop"]
