import pytest

from pacgrid import Action, State
from pacgrid.learning.opponent_model import OpponentModel, actions_between, posterior_in_team


def test_a_posterior_is_the_prior_times_the_likelihoods() -> None:
    model = OpponentModel({"chases": 2, "wanders": 1})
    assert model.posterior == pytest.approx({"chases": 2 / 3, "wanders": 1 / 3})
    for _ in range(2):
        model.update({"chases": 0.2, "wanders": 0.6})
    assert max(model.posterior, key=model.posterior.__getitem__) == "wanders"
    assert model.posterior["wanders"] == pytest.approx(9 / 11, abs=0.02)


def test_one_odd_action_refutes_nothing_for_good() -> None:
    model = OpponentModel({"chases": 1, "wanders": 1})
    model.update({"chases": 0, "wanders": 1})
    for _ in range(10):
        model.update({"chases": 1, "wanders": 0.5})
    assert max(model.posterior, key=model.posterior.__getitem__) == "chases"


def test_a_member_is_taken_to_play_as_its_team_until_it_shows_otherwise() -> None:
    team = [OpponentModel({"chases": 1, "wanders": 1}) for _ in range(4)]
    for model in team[1:]:
        for _ in range(3):
            model.update({"chases": 1, "wanders": 0.3})
    assert posterior_in_team(team, 0)["chases"] > 0.85
    for _ in range(20):
        team[0].update({"chases": 0, "wanders": 1})
    assert posterior_in_team(team, 0)["wanders"] > 0.99
    assert posterior_in_team(team, 1)["chases"] > 0.95


ROOMS = State.parse("""
%%%%%%%%%
%1      %
%   P . %
%      2%
%%%%%%%%%
""").successor(Action.WEST)


def test_the_actions_between_two_positions_are_those_that_were_played() -> None:
    for first in ROOMS.legal_actions():
        then = ROOMS.successor(first)
        for second in then.legal_actions():
            after = then.successor(second)
            assert list(actions_between(ROOMS, after)) == [(ROOMS, first), (then, second)]


def test_positions_that_do_not_follow_from_each_other_tell_nothing() -> None:
    after = ROOMS
    for action in (Action.EAST, Action.WEST, Action.STOP, Action.EAST, Action.WEST):
        after = after.successor(action)
    assert list(actions_between(ROOMS, after)) == []
    assert list(actions_between(after, ROOMS)) == []
