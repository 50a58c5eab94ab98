"""The game for Gymnasium, where a ghost learns."""

from numpy.typing import DTypeLike

from pacgrid.envs.checks import whole_number
from pacgrid.envs.layout_sampler import LayoutSampler, LevelOptions
from pacgrid.envs.levels import LayoutChoice, LevelsName
from pacgrid.envs.opponents import (
    GhostChoice,
    GhostTeams,
    OneAgent,
    Opponents,
    count_ghosts,
    load_opponent,
)
from pacgrid.envs.renderer import CELL_SIZE
from pacgrid.envs.single import SingleEnv
from pacgrid.envs.spaces import ObsKind


class GhostEnv(SingleEnv):
    """One ghost learns to hunt against a given Pac-Man, along with given ghosts.

    ## Description

    The id is `pacgrid/Ghost-v0`. A step is the learner's move and then everyone else's, up to the
    learner's next turn. The rules are in `pacgrid.state`.

    >>> import gymnasium
    >>> env = gymnasium.make("pacgrid.envs:pacgrid/Ghost-v0", pacman="alpha_beta:depth=1", ghost=1)
    >>> observation, info = env.reset(seed=0)
    >>> observation.shape, info["score"]
    ((7, 11, 21), 9)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> reward, terminated, truncated
    (-9.0, False, False)

    ## Action space

    `Discrete(5)`, which is `pacgrid.Action`: 0 north, 1 east, 2 south, 3 west, 4 stop.

    An illegal action is replaced: the ghost goes straight on, or else takes its first legal action.
    `action_masks()` returns which actions are legal. A number that is not an action raises
    ValueError.

    ## Observation space

    Planes `[7, height, width]` of `dtype`; with `obs="dict"`, a dictionary of the planes and the
    mask of legal actions; with `obs="packed"`, one of the packed observation, the observer's
    position and the mask. See `pacgrid.envs` and `pacgrid.kernel.planes.Channel`.

    ## Rewards

    The score that Pac-Man has lost since the learner's last turn, times `reward_scale`. Moves
    before the learner's first turn don't count.

    ## Starting state

    As drawn in the layout, after the moves of the agents before the learner. A game that ends with
    those moves is skipped; `reset` raises RuntimeError after 100 such games in a row.

    ## Episode end

    Terminated when the last food is eaten or Pac-Man is caught; `is_win` in the info says whether
    Pac-Man won. Truncated like `PacmanEnv`.

    ## Arguments

    - `ghost=0`: which ghost learns.
    - `pacman="reflex"`: an agent's name as on the command line, or an `Agent`.
    - `ghosts="random_ghost"`: the other ghosts, as in `PacmanEnv`.
    - `num_ghosts=None`: the number of ghosts. None: the learner and as many as `ghosts` lists, or
      else all of the layout's.
    - `layout="medium"`, `levels=None`, `num_levels=None`, `max_size=None`, `obs="box"`,
      `dtype="uint8"`, `reward_scale=1.0`, `render_mode=None`, `cell_size=24`: as in all
      environments; see `pacgrid.envs`.

    ## Version history

    - v0: initial version.
    """

    def __init__(
        self,
        *,
        layout: LayoutChoice = "medium",
        levels: LevelsName | None = None,
        num_levels: int | None = None,
        max_size: tuple[int, int] | None = None,
        ghost: int = 0,
        pacman: OneAgent = "reflex",
        ghosts: GhostChoice = "random_ghost",
        num_ghosts: int | None = None,
        obs: ObsKind = "box",
        dtype: DTypeLike = "uint8",
        reward_scale: float = 1.0,
        render_mode: str | None = None,
        cell_size: int = CELL_SIZE,
    ) -> None:
        others = count_ghosts(ghosts)
        if num_ghosts is None and others is not None:
            num_ghosts = others + 1
        options = LevelOptions(levels, num_levels, max_size)
        sampler = LayoutSampler(layout, num_ghosts, options)
        ghost = whole_number("ghost", ghost)
        if not 0 <= ghost < sampler.num_ghosts:
            raise ValueError(f"ghost={ghost} is none of the {sampler.num_ghosts} ghosts that play")
        teams = GhostTeams.load(ghosts, sampler.num_ghosts - 1, f"num_ghosts={sampler.num_ghosts}")
        prey = load_opponent(pacman, "pacman")
        numbers = [number for number in range(1, sampler.num_ghosts + 1) if number != ghost + 1]
        super().__init__(
            sampler=sampler,
            learner=ghost + 1,
            opponents=[
                Opponents({0: prey, **dict(zip(numbers, team, strict=True))})
                for team in teams.teams
            ],
            teams=teams,
            obs=obs,
            dtype=dtype,
            reward_scale=reward_scale,
            render_mode=render_mode,
            cell_size=cell_size,
        )
