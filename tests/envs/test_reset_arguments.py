"""What `reset` is given, and what it refuses."""

from typing import Any

import pytest

from pacgrid import pacgrid_v0
from pacgrid.envs import GhostEnv, MultiVectorEnv, PacmanEnv, PacmanVectorEnv

SINGLE = PacmanEnv, GhostEnv, pacgrid_v0.env, pacgrid_v0.parallel_env
BATCHES = PacmanVectorEnv, MultiVectorEnv


@pytest.mark.parametrize("make", SINGLE)
@pytest.mark.parametrize("key", ["sate", "reset_mask", 3, None])
def test_unknown_options_are_refused(make: Any, key: object) -> None:
    env = make()
    message = rf"reset\(options=\) has no key {key!r}; it takes 'state'$"
    with pytest.raises(ValueError, match=message):
        env.reset(options={key: 1})
    with pytest.raises(ValueError, match=r"reset\(options=\) must be a dictionary, not 'state'"):
        env.reset(options="state")
    env.reset(options={})


@pytest.mark.parametrize("make", BATCHES)
def test_vector_environments_refuse_them_too(make: Any) -> None:
    with pytest.raises(ValueError, match="no key 'mask'; it takes 'state' and 'reset_mask'"):
        make(2).reset(options={"mask": [True, False]})


@pytest.mark.parametrize("make", [pacgrid_v0.env, pacgrid_v0.parallel_env])
def test_pettingzoo_may_pass_what_its_own_tests_pass(make: Any) -> None:
    make().reset(options={"options": 1})
