"""Teams of ghosts, wherever ghosts are named."""

import pytest

from pacgrid import Layout
from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_agent
from pacgrid.agents.expectimax import Expectimax
from pacgrid.teams import TEAMS, TeamError, ghost_names

ARCADE = TEAMS["arcade"].members


@pytest.mark.parametrize(
    ("ghosts", "names"),
    [
        (["arcade"], (*ARCADE, ARCADE[0])),
        (["minimax_team"], ("team_ghost",) * 5),
        (["random_ghost"], ("random_ghost",) * 5),
        (["a", "b"], ("a", "b", "a", "b", "a")),
    ],
)
def test_names_are_given_out_in_turn(ghosts: list[str], names: tuple[str, ...]) -> None:
    for count in range(len(ghosts), 6):
        assert ghost_names(ghosts, count, "here") == names[:count]


def test_more_names_than_ghosts_are_an_error() -> None:
    with pytest.raises(TeamError, match="2 ghosts are named, but only 1 can play on ring"):
        ghost_names(["a", "b"], 1, "ring")


def test_a_team_plays_alone() -> None:
    with pytest.raises(TeamError, match="arcade is a team for all ghosts; name no other ghosts"):
        ghost_names(["random_ghost", "arcade"], 2, "small")


@pytest.mark.parametrize("team", TEAMS)
def test_every_member_of_a_team_can_be_loaded(team: str) -> None:
    for member in TEAMS[team].members:
        assert load_agent(member).name == member


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("arcad", "no agent 'arcad'; did you mean 'arcade'?"),
        ("minimax_teem", "no agent 'minimax_teem'; did you mean 'minimax_team'?"),
        ("arcade", "arcade is a team of ghosts, not an agent; use --ghosts"),
    ],
)
def test_a_name_that_is_no_agent_gets_a_hint(name: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        load_agent(name)
    assert str(caught.value) == message


def test_a_team_plays_in_an_environment_and_in_an_assignment() -> None:
    from pacgrid.autograder.kinds.games.games import Games
    from pacgrid.envs.opponents import load_ghosts

    assert [ghost.name for ghost in load_ghosts("arcade", 2, "")] == list(ARCADE[:2])
    test = Games.model_validate(
        {
            "kind": "games",
            "layout": "small",
            "ghosts": ["arcade"],
            "thresholds": [{"wins": 1, "points": 1}],
        }
    )
    assert len(test.layout.ghosts) == len(Layout.load("small").ghosts)
    assert [ghost.name for ghost in test.ghost_agents()] == list(ARCADE[:2])


def test_a_team_can_be_the_model_of_the_ghosts() -> None:
    models = Expectimax(ghosts="arcade").ghosts
    assert [model.name for model in models] == list(ARCADE)
