"""The names that PettingZoo's users know."""

import pettingzoo
import pytest

from pacgrid import pacgrid_v0
from pacgrid.envs import PacgridAEC, PacgridParallel


def test_it_has_the_three_functions_of_every_environment() -> None:
    assert sorted(pacgrid_v0.__all__) == ["env", "parallel_env", "raw_env"]
    assert isinstance(pacgrid_v0.env(layout="duel"), PacgridAEC)
    assert isinstance(pacgrid_v0.raw_env(layout="duel"), PacgridAEC)
    assert isinstance(pacgrid_v0.parallel_env(layout="duel"), PacgridParallel)
    assert str(pacgrid_v0.env()) == "pacgrid_v0"


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
def test_pettingzoo_makes_them_by_id() -> None:
    aec = pettingzoo.make("aec", "pacgrid/pacgrid_v0", max_cycles=7, layout="duel")
    assert isinstance(aec, PacgridAEC)
    assert aec.max_cycles == 7
    parallel = pettingzoo.make("parallel", "pacgrid/pacgrid_v0", num_ghosts=1)
    assert isinstance(parallel, PacgridParallel)
    assert parallel.possible_agents == ["pacman_0", "ghost_0"]
