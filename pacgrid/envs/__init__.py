"""The game as an environment for PettingZoo and Gymnasium.

Importing this package registers Gymnasium's ids, and so does `import pacgrid` if Gymnasium has been
imported before. The part before the colon does it in any order of imports:

    gymnasium.make("pacgrid.envs:pacgrid/Pacman-v0")
    gymnasium.make("pacgrid.envs:pacgrid/Ghost-v0")
    gymnasium.make_vec("pacgrid.envs:pacgrid/Pacman-v0", num_envs=1024)

This page describes what all environments share. The classes describe the rest; the vector
environments list their differences. The rules are in `pacgrid.state`.

## Actions

`Discrete(5)`, which is `pacgrid.Action`: 0 north, 1 east, 2 south, 3 west, 4 stop. Python's and
numpy's integers are accepted. A float, or a number that is not an action, raises ValueError before
anything moves. An action that is illegal when its turn comes is replaced, and `illegal` in the info
says so: Pac-Man stops; a ghost goes straight on, or else takes its first legal action.

## Observations

Planes `[7, height, width]`, row 0 at the top; see `pacgrid.kernel.planes.Channel`. Their `dtype` is
`"uint8"` (0 to 255) or `"float32"` (0 to 1). With `obs="box"` an observation is the planes. The
mask in the infos (int8) has a 1 for each action that would be legal if it were the agent's turn; it
is never all 0. PettingZoo's environments have also `obs="dict"`, their default:
`{"observation": planes, "action_mask": mask}`.

With `obs="packed"` it is `{"agents": agents, "board": board}`: a few numbers for each agent, and
the board as bits, which say the same as the planes; see `pacgrid.kernel.planes`. Where the observer
may be a ghost, it has `position`, the observer's row and column, doubled so that halves are whole
(int16), and `action_mask` too. Where Pac-Man learns, `obs="packed", dtype="float32"` gives one
vector of numbers from 0 to 1: walls, food and capsules cell by cell, then four numbers for each
agent.

Returned arrays and dictionaries are new: the environment doesn't change them later.

Every info has the mask as `action_mask`, the game's `score`, `is_win`: whether Pac-Man has eaten
the last food; and `illegal`: whether the agent's last action was illegal.

## Arguments

- `layout="medium"`: a shipped name, a file, a `Layout`, a sequence of these, or a function that
  returns one, given a numpy generator. A sequence or function is sampled at each reset. With
  `levels`, one or more names of mazes without a seed: `"random:style=arcade,size=15x15"`. All
  layouts must have the same number of ghosts, and without `max_size` the same size.
- `levels=None`: "train", "test" or "all": which mazes of those names to play on. No maze is both in
  "train" and in "test". Every info has the number of the game's level as `level`, unless there is
  a single layout; `level_layout(level)` returns its layout.
- `num_levels=None`: the number of levels; None for 2 ** 32.
- `max_size=None`: columns and rows that boards may have. Observations have this size; a smaller
  board has walls below it and to its right, and every info says which cells are the board, as
  `board_mask`, bools `[row, column]`.
- `num_ghosts=None`: play with the layout's first `num_ghosts` ghosts, 0 included; None for all.
- `obs`, `dtype`: see Observations.
- `reward_scale=1.0`: a reward is the change of the score times this number.
- `render_mode=None`: `"human"` opens a window; with `"rgb_array"` or `"ansi"` `render()` returns a
  picture or a text.
- `cell_size=24`: the size of a cell in pictures, in pixels.

## Positions and snapshots

`reset(options={"state": position})` starts a game from a position: a `State`; one drawn as text
(see `pacgrid.state`), whose ghosts return to the homes of the layout with the same walls
unless it names others; or a seed, which draws one that random moves lead to. Its board must have
the size and the number of ghosts of the environment's. In vector environments it must be one of
their boards at the moment; a sequence gives each game its own position, or None for the layout's,
and a seed is `seed + i` for game `i`. Other keys than `"state"`, and `"reset_mask"` in vector
environments, raise ValueError.

`get_state()` takes a snapshot, which can be pickled, and `set_state(snapshot)` returns to it:
everything repeats exactly, in this environment or in another one made alike. In vector
environments a snapshot has all games or some of them, and they can be put into any games.
On a board of no known level, which only environments with one game take, `level` is -1.
`clone()` is an independent copy of the environment. Through Gymnasium's wrappers, call
`env.unwrapped.set_state`; what a wrapper counts, it goes on counting.

## Seeds and copies

The seed is set only by `reset(seed=)`, to a Python or numpy integer. Environments can be pickled
and copied at any time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import gymnasium

if TYPE_CHECKING:
    from pacgrid.envs.levels import LevelError
    from pacgrid.envs.pettingzoo_envs import PacgridAEC, PacgridParallel
    from pacgrid.envs.single import GhostEnv, PacmanEnv
    from pacgrid.envs.vector import MultiVectorEnv, PacmanVectorEnv

GYMNASIUM_IDS = ("pacgrid/Pacman-v0", "pacgrid/Ghost-v0")
_MAX_ROUNDS = 1000

# Names are loaded on first use: numba takes a second, and most users need one environment.
_MODULES = {
    "GhostEnv": "single",
    "LevelError": "levels",
    "MultiVectorEnv": "vector",
    "PacgridAEC": "pettingzoo_envs",
    "PacgridParallel": "pettingzoo_envs",
    "PacmanEnv": "single",
    "PacmanVectorEnv": "vector",
}

__all__ = [
    "GhostEnv",
    "LevelError",
    "MultiVectorEnv",
    "PacgridAEC",
    "PacgridParallel",
    "PacmanEnv",
    "PacmanVectorEnv",
]


if not TYPE_CHECKING:  # otherwise every name would type-check

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


_PACMAN, _GHOST = GYMNASIUM_IDS
gymnasium.register(
    _PACMAN,
    entry_point="pacgrid.envs.single:PacmanEnv",
    vector_entry_point="pacgrid.envs.vector:PacmanVectorEnv",
    max_episode_steps=_MAX_ROUNDS,
)
gymnasium.register(
    _GHOST, entry_point="pacgrid.envs.single:GhostEnv", max_episode_steps=_MAX_ROUNDS
)
