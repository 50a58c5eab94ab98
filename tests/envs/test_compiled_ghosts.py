"""Games of the vector environment against compiled agents, and against several teams."""

import pickle
from typing import Any

import numba
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from pacgrid import Action, Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.arcade_ghost import PHASES
from pacgrid.agents.minimax_ghost import MinimaxGhost
from pacgrid.envs import PacmanVectorEnv
from pacgrid.envs.compiled_ghosts import compiled_teams
from pacgrid.envs.opponents import GhostTeams
from pacgrid.kernel.compiled_games import step, step_range
from pacgrid.kernel.threads import GAMES_PER_THREAD

HUNT = Layout.parse("""
%%%%%%%%%
%.o P 1.%
% %% %% %
%2  o  .%
%%%%%%%%%
""")
FLIPPED = Layout(HUNT.rows[::-1])
MANY = {"random_ghost": 1, "arcade": 2, ("minimax_ghost", "directional_ghost"): 1}


def test_an_agent_with_another_evaluation_is_not_compiled() -> None:
    ghosts = GhostTeams.load(MinimaxGhost(evaluation=lambda _state: 0), 2, "")
    with pytest.raises(ValueError, match="only with an evaluation of named features"):
        compiled_teams(ghosts)


def test_a_deep_search_is_not_compiled() -> None:
    ghosts = GhostTeams.load(MinimaxGhost(depth=86), 2, "")
    with pytest.raises(ValueError, match=r"depth=86 is 258 plies; .* at most 255 ahead"):
        compiled_teams(ghosts)


def test_an_agent_of_another_class_is_not_compiled() -> None:
    with pytest.raises(ValueError, match="AlphaBeta is not compiled"):
        compiled_teams(GhostTeams.load(AlphaBeta(), 1, ""))


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
        ["minimax_ghost", "learned_ghost"],
        ["arcade_ghost:personality=shy", "minimax_ghost:error=0.5"],
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
    assert envs.opponents == ("random_ghost", "arcade", "minimax_ghost, directional_ghost")
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
