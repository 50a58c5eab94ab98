"""The game for Gymnasium, where Pac-Man learns."""

from numpy.typing import DTypeLike

from pacgrid.envs.layout_sampler import LayoutSampler, LevelOptions
from pacgrid.envs.levels import LayoutChoice, LevelsName
from pacgrid.envs.opponents import GhostChoice, GhostTeams, Opponents, count_ghosts
from pacgrid.envs.renderer import CELL_SIZE
from pacgrid.envs.single import SingleEnv
from pacgrid.envs.spaces import ObsKind


class PacmanEnv(SingleEnv):
    """Pac-Man learns to eat, against given ghosts.

    ## Description

    The id is `pacgrid/Pacman-v0`. A step is Pac-Man's move and then each ghost's. The rules are
    in `pacgrid.state`.

    >>> import gymnasium
    >>> env = gymnasium.make("pacgrid.envs:pacgrid/Pacman-v0", ghosts="directional_ghost")
    >>> observation, info = env.reset(seed=0)
    >>> observation.shape, info
    ((7, 11, 21), {'action_mask': array([1, 1, 0, 1, 1], dtype=int8), 'score': 0, 'is_win': False})
    >>> observation, reward, terminated, truncated, info = env.step(1)
    >>> reward, terminated, truncated, info["score"]
    (9.0, False, False, 9)

    ## Action space

    `Discrete(5)`, which is `pacgrid.Action`: 0 north, 1 east, 2 south, 3 west, 4 stop.

    An illegal action is replaced by a stop. `action_masks()` returns which actions are legal. A
    number that is not an action raises ValueError.

    ## Observation space

    Planes `[7, height, width]` of `dtype`; with `obs="dict"`, a dictionary of the planes and the
    mask of legal actions; with `obs="packed"`, one of the agents and the board. See `pacgrid.envs`
    and `pacgrid.kernel.planes.Channel`.

    ## Rewards

    The change of the score, times `reward_scale`: -1 a move, 10 for food, 500 for the last food,
    200 for a scared ghost, -500 for being caught.

    ## Starting state

    As drawn in the layout.

    ## Episode end

    Terminated when the last food is eaten or Pac-Man is caught; `is_win` in the info says which.
    Truncated after `max_episode_steps=1000` by the `TimeLimit` wrapper that `gymnasium.make` adds;
    without `gymnasium.make`, never.

    ## Arguments

    - `ghosts="random_ghost"`: an agent's or a team's name as on the command line, an `Agent`, or a
      sequence with one for each ghost. A name makes a new agent for each ghost; an `Agent` plays
      them all. Their `rng` is seeded from the environment's. Or a mapping of several such teams to
      weights, as in `{"random_ghost": 1, "arcade": 3, ("minimax_ghost", "random_ghost"): 1}`: each
      game draws one. `info["opponents"]` is its number, and `env.unwrapped.opponents` has the
      names.
    - `num_ghosts=None`: the number of ghosts. None: as many as `ghosts` lists, or else all of the
      layout's.
    - `layout="medium"`, `levels=None`, `num_levels=None`, `max_size=None`, `obs="box"`,
      `dtype="uint8"`, `reward_scale=1.0`, `render_mode=None`, `cell_size=24`: as in all
      environments; see `pacgrid.envs`.

    If a ghost's agent raises or returns an illegal action, OpponentError names it.

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
        ghosts: GhostChoice = "random_ghost",
        num_ghosts: int | None = None,
        obs: ObsKind = "box",
        dtype: DTypeLike = "uint8",
        reward_scale: float = 1.0,
        render_mode: str | None = None,
        cell_size: int = CELL_SIZE,
    ) -> None:
        options = LevelOptions(levels, num_levels, max_size)
        if num_ghosts is None:
            num_ghosts = count_ghosts(ghosts)
        sampler = LayoutSampler(layout, num_ghosts, options)
        teams = GhostTeams.load(ghosts, sampler.num_ghosts, f"num_ghosts={sampler.num_ghosts}")
        super().__init__(
            sampler=sampler,
            learner=0,
            opponents=[Opponents(dict(enumerate(team, start=1))) for team in teams.teams],
            teams=teams,
            obs=obs,
            dtype=dtype,
            reward_scale=reward_scale,
            render_mode=render_mode,
            cell_size=cell_size,
        )
