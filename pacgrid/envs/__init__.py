"""The game as an environment, for PettingZoo and for Gymnasium.

What follows holds for all of them; the rest is in the classes, and the vector environments say
where they differ. `pacgrid.state` has the rules.

## Actions

`Discrete(5)`, which is `pacgrid.Action`: 0 north, 1 east, 2 south, 3 west, 4 stop. Numbers may be
numpy's; a float, or a number that is no action, raises ValueError, and nothing has moved.

## Observations

Planes `[7, height, width]`, row 0 at the top; `pacgrid.kernel.planes.Channel` says what each shows.
Their type is `dtype`: `"uint8"` (0 to 255) or `"float32"` (0 to 1). With `obs="box"` an observation
is the planes; with `obs="dict"` it is `{"observation": planes, "action_mask": mask}`. The mask
(int8) has a 1 for each action that is legal, if it were the agent's turn; it is never empty. What
was given away is never used again.

Every info has the mask as `action_mask`, the game's `score`, and `is_win`: whether Pac-Man has
eaten the last food.

## Arguments

- `layout="medium"`: a shipped name, a file, a `Layout`, several of these, or a function that makes
  one from a numpy generator; several and functions are drawn from at each reset, by its seed. All
  must have one size and equally many ghosts.
- `num_ghosts=None`: the layout's first so many ghosts; None for all of them. 0 is possible.
- `obs`, `dtype`: see the observations.
- `reward_scale=1.0`: rewards are changes of the score times this number.
- `render_mode=None`: `"human"` opens a window; `"rgb_array"` and `"ansi"` let `render()` give a
  picture and a text.
- `cell_size=24`: pixels of a cell in pictures.

Only `reset(seed=)` sets the seed, which may be numpy's number. Environments can be pickled and
copied at any time.
"""

# Names are loaded on first use: numba takes a second, and most users need one environment.

from importlib import import_module
from typing import TYPE_CHECKING

from pacgrid.envs.registration import register_environments

if TYPE_CHECKING:
    from pacgrid.envs.aec import PacgridAEC
    from pacgrid.envs.ghost import GhostEnv
    from pacgrid.envs.multi_vector import MultiVectorEnv
    from pacgrid.envs.pacman import PacmanEnv
    from pacgrid.envs.parallel import PacgridParallel
    from pacgrid.envs.vector import PacmanVectorEnv

_WHERE = {
    "GhostEnv": "ghost",
    "MultiVectorEnv": "multi_vector",
    "PacgridAEC": "aec",
    "PacgridParallel": "parallel",
    "PacmanEnv": "pacman",
    "PacmanVectorEnv": "vector",
}

__all__ = [
    "GhostEnv",
    "MultiVectorEnv",
    "PacgridAEC",
    "PacgridParallel",
    "PacmanEnv",
    "PacmanVectorEnv",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


register_environments()
