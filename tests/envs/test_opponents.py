"""Given agents are loaded, seeded, and named when they fail."""

import pickle
from typing import Any

import numba
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from helpers.environments import HUNT
from pacgrid import Action, Agent, Layout, State
from pacgrid.agents.arcade_ghost import PHASES
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.envs import GhostEnv, PacmanEnv, PacmanVectorEnv
from pacgrid.envs.opponents import GhostTeams, OpponentError, Opponents, load_ghosts, load_opponent
from pacgrid.errors import AgentError
from pacgrid.kernel.compiled_games import step, step_range
from pacgrid.kernel.steps import GAMES_PER_THREAD

START = State.parse("%%%%%%\n%P.12%\n%%%%%%")
GHOSTS_TURN = START.successor(Action.STOP)


class Breaks(Agent):
    """Plays north, legal or not, and raises in one of its methods."""

    def __init__(self, where: str = "") -> None:
        self.where = where

    def start(self, state: State) -> None:
        self._maybe("start")

    def act(self, state: State) -> Action:
        self._maybe("act")
        return Action.NORTH

    def finish(self, state: State) -> None:
        self._maybe("finish")

    def _maybe(self, where: str) -> None:
        if self.where == where:
            raise ZeroDivisionError(where)


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
    message = rf"^ghost_0 \(Breaks\) raised ZeroDivisionError: {where} \(test_opponents.py"
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


FLIPPED = Layout(HUNT.rows[::-1])
MANY = {"random_ghost": 1, "arcade": 2, ("random_ghost", "directional_ghost"): 1}


@pytest.mark.slow
def test_too_many_teams_are_refused() -> None:
    teams = {("random_ghost", f"directional_ghost:attack={n / 300}"): 1 for n in range(257)}
    with pytest.raises(ValueError, match="ghosts= has 257 teams; give at most 256"):
        PacmanVectorEnv(layout=HUNT, ghosts=teams)


def possible_rounds(state: State, action: Action, team: list[Any], rounds: int) -> set[str]:
    """The states in which a round may end, as texts."""
    states = {state.successor(action if action in state.legal_actions() else Action.STOP)}
    for number, ghost in enumerate(team):
        following = set()
        for before in states:
            if before.is_terminal:
                following.add(before)
                continue
            same = [each is ghost for each in team]
            ghost.moves = rounds * sum(same) + sum(same[:number])
            for chosen, probability in ghost.distribution(before).items():
                if probability:
                    following.add(before.successor(chosen))
        states = following
    return {
        str(after).replace(f"to move: ghost {after.to_move}", "to move: Pac-Man")
        for after in states
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "ghosts",
    [
        "arcade",
        "arcade_ghost:personality=flanker",
        ["arcade_ghost:personality=shy", "random_ghost"],
        MANY,
    ],
)
def test_compiled_ghosts_play_what_the_agents_could_play(ghosts: Any) -> None:
    games = 12
    envs = PacmanVectorEnv(
        games, layout=[HUNT, FLIPPED], ghosts=ghosts, max_episode_steps=sum(PHASES) + 20
    )
    envs.reset(seed=1)
    agents = GhostTeams.load(ghosts, 2, "").teams
    rng = np.random.default_rng(3)
    longest = 0
    for _ in range(250):
        before = [envs.batch.state(game) for game in range(games)]
        records = envs.batch.arrays.games.copy()
        masks = envs.action_masks()
        actions = []
        for state, mask in zip(before, masks, strict=True):  # keep away from ghosts
            legal = [Action(int(n)) for n in np.flatnonzero(mask)]
            safe = [a for a in legal if not state.is_terminal and not state.successor(a).is_loss]
            actions.append(int(rng.choice(safe or legal)))
        envs.step(actions)
        for game in np.flatnonzero(~records["ended"]):
            team, rounds = agents[records["team"][game]], int(records["rounds"][game])
            longest = max(longest, rounds)
            possible = possible_rounds(before[game], Action(actions[game]), team, rounds)
            assert str(envs.batch.state(int(game))) in possible
    assert longest > 20


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_infos_say_which_team_plays(mode: AutoresetMode) -> None:
    envs = PacmanVectorEnv(400, layout=HUNT, ghosts=MANY, autoreset_mode=mode, max_episode_steps=5)
    assert envs.opponents == ("random_ghost", "arcade", "random_ghost, directional_ghost")
    _, infos = envs.reset(seed=0)
    assert infos["_opponents"].all()
    shares = np.bincount(infos["opponents"]) / 400
    assert shares.tolist() == pytest.approx([0.25, 0.5, 0.25], abs=0.07)
    teams = infos["opponents"]
    for _ in range(5):
        if mode == AutoresetMode.DISABLED and envs.batch.arrays.games["ended"].any():
            envs.reset(options={"reset_mask": envs.batch.arrays.games["ended"].copy()})
        before = envs.batch.arrays.games["team"].astype(np.int64)
        _, _, terminated, truncated, infos = envs.step(np.full(400, 4))
        ended = terminated | truncated
        if mode == AutoresetMode.SAME_STEP:
            if ended.any():
                last = infos["final_info"]
                np.testing.assert_array_equal(last["_opponents"], ended)
                np.testing.assert_array_equal(last["opponents"][ended], before[ended])
            np.testing.assert_array_equal(infos["opponents"][~ended], before[~ended])
        elif mode == AutoresetMode.DISABLED:
            np.testing.assert_array_equal(infos["opponents"], before)
    assert (envs.batch.arrays.games["team"] != teams).any()


@pytest.mark.slow
def test_games_against_teams_depend_on_their_seeds_alone() -> None:
    threads = numba.get_num_threads()

    def played(games: int, seed: int, parts: int) -> Any:
        numba.set_num_threads(parts)
        envs = PacmanVectorEnv(games, layout=HUNT, ghosts=MANY, max_episode_steps=30)
        envs = pickle.loads(pickle.dumps(envs))
        envs.reset(seed=seed)
        for number in range(80):
            envs.step(np.full(games, number % 5))
        return [envs.batch.state(game) for game in range(games)], envs.batch.arrays.games["team"]

    try:
        together, teams = played(300, 5, threads)
        alone, own = played(1, 205, 1)
    finally:
        numba.set_num_threads(threads)
    assert alone[0] == together[200]
    assert own[0] == teams[200]


@pytest.mark.slow
def test_compiled_loops_play_all_teams_as_the_environment_does() -> None:
    count = 2 * GAMES_PER_THREAD
    stepped, looped = (PacmanVectorEnv(count, layout=HUNT, ghosts=MANY) for _ in range(2))
    for envs in (stepped, looped):
        envs.reset(seed=0)
    games = looped.compiled_games()
    for number, actions in enumerate(np.random.default_rng(0).integers(0, 5, (40, count))):
        stepped.step(actions)
        games.actions[:, 0] = actions
        assert (step_range(games, 0, count) if number % 2 else step(games)) == -1
    for part in ("games", "ghosts", "pellets", "masks", "planes"):
        before, after = (getattr(envs.batch.arrays, part) for envs in (stepped, looped))
        assert np.array_equal(before, after)
