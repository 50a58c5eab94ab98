"""Given agents are loaded, seeded, and named when they fail."""

from typing import Any

import numpy as np
import pytest

from helpers.environments import Breaks
from pacgrid import Action, Agent, State
from pacgrid.agent import AgentError
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.envs import GhostEnv, PacmanEnv
from pacgrid.envs.opponents import GhostTeams, OpponentError, Opponents, load_ghosts, load_opponent

START = State.parse("%%%%%%\n%P.12%\n%%%%%%")
GHOSTS_TURN = START.successor(Action.STOP)


class OwnRng(Agent):
    """Has an rng that can't be replaced."""

    rng = property(lambda self: None)  # type: ignore[assignment]

    def act(self, state: State) -> Action:
        return state.legal_actions()[0]


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.mark.parametrize("where", ["start", "act", "finish"])
def test_an_agent_that_raises_is_named(where: str) -> None:
    opponents = Opponents({1: Breaks(where), 2: RandomGhost()})
    message = rf"^ghost_0 \(Breaks\) raised ZeroDivisionError: {where} \(environments.py"
    calls = {
        "start": lambda: opponents.start(START, rng()),
        "act": lambda: opponents.move(GHOSTS_TURN),
        "finish": lambda: opponents.finish(GHOSTS_TURN),
    }
    with pytest.raises(OpponentError, match=message) as caught:
        calls[where]()
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_an_illegal_action_is_named() -> None:
    opponents = Opponents({1: Breaks()})
    message = r"ghost_0 \(Breaks\) returned Action.NORTH; legal actions: Action.EAST, Action.WEST"
    with pytest.raises(OpponentError, match=message):
        opponents.move(GHOSTS_TURN)


def test_rngs_are_seeded_from_the_environments() -> None:
    ghosts = RandomGhost(), RandomGhost()
    opponents = Opponents(dict(enumerate(ghosts, start=1)))
    drawn = []
    for generator in (rng(), rng(), np.random.default_rng(1)):
        opponents.start(START, generator)
        drawn.append([ghost.rng.random() for ghost in ghosts])
    assert drawn[0] == drawn[1] != drawn[2]
    assert drawn[0][0] != drawn[0][1]


def test_an_agent_may_define_its_own_rng() -> None:
    opponents = Opponents({1: OwnRng()})
    opponents.start(START, rng())
    assert opponents.move(GHOSTS_TURN).to_move == 2


def test_agents_are_named_as_on_the_command_line() -> None:
    ghost = load_opponent("directional_ghost:attack=0.9", "pacman")
    assert type(ghost).__name__ == DirectionalGhost.__name__
    assert ghost.name == "directional_ghost:attack=0.9"
    with pytest.raises(AgentError, match="no agent 'random_gost'; did you mean 'random_ghost'"):
        load_opponent("random_gost", "pacman")
    with pytest.raises(ValueError, match=r"^pacman must be an agent.s name or .* not 3"):
        load_opponent(3, "pacman")


def test_ghosts_share_an_agent_or_have_one_each() -> None:
    one, other = RandomGhost(), RandomGhost()
    assert load_ghosts(one, 2, "") == [one, one]
    assert load_ghosts([one, other], 2, "") == [one, other]
    first, second = load_ghosts("random_ghost", 2, "")
    assert first is not second
    with pytest.raises(ValueError, match="ghosts= has 1 agents; num_ghosts=2 needs 2"):
        load_ghosts([one], 2, "num_ghosts=2")


def test_teams_are_drawn_by_their_weights() -> None:
    teams = GhostTeams.load({"random_ghost": 1, "arcade": 2, ("reflex", "random_ghost"): 1}, 2, "")
    assert teams.names == ("random_ghost", "arcade", "reflex, random_ghost")
    generator = rng()
    drawn = np.bincount([teams.draw(generator) for _ in range(4000)]) / 4000
    assert drawn.tolist() == pytest.approx([0.25, 0.5, 0.25], abs=0.03)


def test_a_single_team_draws_nothing() -> None:
    generator = rng()
    assert GhostTeams.load({"random_ghost": 3}, 2, "").draw(generator) == 0
    assert generator.bit_generator.state == rng().bit_generator.state


@pytest.mark.parametrize(
    ("ghosts", "message"),
    [
        ({}, "ghosts= is empty; give at least one team and its weight"),
        ({"arcade": 0}, "the weight of arcade must be a number above 0, not 0"),
        ({"arcade": True}, "the weight of arcade must be a number above 0, not True"),
        ({"arcade": float("inf")}, "must be a number above 0, not inf"),
        ({3: 1}, "ghosts must be an agent's name"),
        (
            {("random_ghost",): 1, ("reflex", "random_ghost"): 1},
            "the team random_ghost is for 1, but reflex, random_ghost for 2",
        ),
    ],
)
def test_wrong_teams_are_refused(ghosts: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PacmanEnv(layout="small", ghosts=ghosts)


def test_each_game_says_which_team_plays() -> None:
    env = PacmanEnv(layout="small", ghosts={"random_ghost": 1, "directional_ghost": 1})
    teams = set()
    for seed in range(20):
        info = env.reset(seed=seed)[1]
        assert env.step(4)[4]["opponents"] == info["opponents"]
        teams.add(env.opponents[info["opponents"]])
        assert teams <= {"random_ghost", "directional_ghost"}
    assert len(teams) == 2
    assert "opponents" not in PacmanEnv().reset(seed=0)[1]


def test_the_other_ghosts_of_a_learner_are_drawn_too() -> None:
    env = GhostEnv(layout="small", ghosts={("random_ghost",): 1, "directional_ghost": 1})
    assert {env.reset(seed=seed)[1]["opponents"] for seed in range(20)} == {0, 1}
