"""Options that the environments once had are refused with what to use instead."""

from typing import Any

import gymnasium
import pytest

from pacgrid import pacgrid_v0
from pacgrid.common.gone import gone
from pacgrid.envs import GhostEnv, MultiVectorEnv, PacmanEnv, PacmanVectorEnv

KINDS = (
    PacmanEnv,
    GhostEnv,
    PacmanVectorEnv,
    MultiVectorEnv,
    pacgrid_v0.env,
    pacgrid_v0.raw_env,
    pacgrid_v0.parallel_env,
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("option", ["curriculum", "sight", "noise", "messages"])
def test_an_option_that_is_gone_says_what_to_use(kind: Any, option: str) -> None:
    with pytest.raises(ValueError, match=f"^{option}= isn't here any more: ") as error:
        kind(**{option: 3})
    assert str(error.value) == gone(f"{option}=")


@pytest.mark.parametrize("kind", KINDS)
def test_so_do_codes(kind: Any) -> None:
    with pytest.raises(ValueError, match=r"^obs=\"codes\" isn't here any more: ") as error:
        kind(obs="codes")
    assert str(error.value) == gone('obs="codes"')


def test_gymnasium_passes_it_on() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(ValueError, match=r"^sight= isn't here any more: "):
            make("pacgrid.envs:pacgrid/Pacman-v0", sight=5)


def test_other_unknown_options_are_pythons_errors() -> None:
    for kind in KINDS:
        with pytest.raises(TypeError, match="unexpected keyword argument 'sigth'"):
            kind(sigth=5)  # type: ignore[operator]
