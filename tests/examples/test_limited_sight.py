"""The wrapper that limits what a learner sees."""

from typing import Any

import gymnasium
import numpy as np
import pytest

from pacgrid import Layout
from pacgrid.envs import GYMNASIUM_IDS
from pacgrid.kernel.planes import Channel

HALL = Layout.parse("""
%%%%%%%%%
%.P. .o1%
%.......%
%.......%
%%%%%%%%%
""")


def test_only_what_is_near_shows(example: Any) -> None:
    plain = gymnasium.make("pacgrid.envs:pacgrid/Pacman-v0", layout=HALL)
    env = example("limited_sight").LimitedSight(plain, radius=1)
    everything = plain.reset(seed=0)[0]
    seen = env.reset(seed=0)[0]
    near = np.zeros(seen.shape[1:], bool)
    near[:3, 1:4] = True
    assert (seen[:, near] == everything[:, near]).all()
    assert (seen[Channel.WALLS] == everything[Channel.WALLS]).all()
    assert not seen[Channel.FOOD :, ~near].any()
    assert not seen[Channel.GHOSTS].any()
    env.step(1)
    assert env.step(1)[0][Channel.SELF, 1, 4]


@pytest.mark.parametrize("name", GYMNASIUM_IDS)
def test_a_large_radius_shows_everything(example: Any, name: str) -> None:
    plain = gymnasium.make(f"pacgrid.envs:{name}", layout="hunting")
    env = example("limited_sight").LimitedSight(plain, radius=99)
    seen = env.reset(seed=1)[0]
    assert (seen == plain.reset(seed=1)[0]).all()
    assert seen in env.observation_space
