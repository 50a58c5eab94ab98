"""What is drawn on arrays that were used before is what would be drawn anew."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.environments import equal
from pacgrid.envs import MultiVectorEnv, PacmanVectorEnv
from pacgrid.kernel.arrays import TRAIL, UPDATED
from pacgrid.kernel.compiled_games import step_range

EVENTS = st.lists(st.sampled_from(["hold", "drop", "drop all", "restore"]), max_size=40)


def made(kind: Any, **options: Any) -> tuple[Any, Any]:
    """Two environments that differ only in how they draw."""
    return kind(5, **options), kind(5, writeable=False, **options)


@given(
    st.sampled_from([PacmanVectorEnv, MultiVectorEnv]),
    st.sampled_from(["NextStep", "SameStep"]),
    EVENTS,
    st.integers(0, 9),
)
def test_read_only_arrays_show_the_same(kind: Any, mode: str, events: list[str], seed: int) -> None:
    options = {"layout": "hunting", "autoreset_mode": mode, "max_episode_steps": 20}
    plain, read_only = made(kind, **options)
    held = [(plain.reset(seed=seed)[0], read_only.reset(seed=seed)[0])]
    rng = np.random.default_rng(seed)
    for event in events:
        actions = rng.integers(0, 5, plain.action_space.shape)
        expected, seen = plain.step(actions), read_only.step(actions)
        last = expected[4].pop("final_obs", None), seen[4].pop("final_obs", None)
        for one, other in zip(*last, strict=True) if last[0] is not None else ():
            assert equal(one, other)
        assert equal(seen, expected)
        held.append((expected[0], seen[0]))
        if event == "restore":
            states = plain.get_state([1, 0, 2, 3, 4])
            held.append((plain.set_state(states)[0], read_only.set_state(states)[0]))
        held = held[: {"drop": -1, "drop all": 0}.get(event)]
        assert all(equal(one, other) for one, other in held)


def test_they_can_not_be_written_to() -> None:
    plain, read_only = made(PacmanVectorEnv, layout="small")
    with pytest.raises(ValueError, match="read-only"):
        read_only.reset(seed=0)[0][0, 0] = 1
    plain.reset(seed=0)[0][0, 0] = 1
    packed = PacmanVectorEnv(5, layout="small", obs="packed", writeable=False)
    with pytest.raises(ValueError, match="read-only"):
        packed.reset(seed=0)[0]["board"][0, 0] = 1
    with pytest.raises(ValueError, match="writeable=False is for copy=True, which returns new arr"):
        PacmanVectorEnv(copy=False, writeable=False)


def test_a_step_that_is_refused_and_a_compiled_one_do_no_harm() -> None:
    plain, read_only = made(PacmanVectorEnv, layout="small", max_episode_steps=30)
    assert read_only.batch.settings.drawing == UPDATED
    for envs in (plain, read_only):
        envs.reset(seed=0)
    rng = np.random.default_rng(0)
    for number in range(4 * TRAIL):
        actions = rng.integers(0, 5, 5)
        for envs in (plain, read_only):
            if number % 5 == 1:
                with pytest.raises(ValueError, match="is not an action"):
                    envs.step(actions + 9)
            if number % 7 == 2:
                games = envs.compiled_games()
                for _ in range(3):
                    games.actions[:, 0] = actions
                    step_range(games, 0, 5)
                observations = envs.batch.planes
        if number % 7 == 2:
            assert equal(observations, plain.batch.planes)
        assert equal(read_only.step(actions), plain.step(actions))
