"""Gymnasium's vector environment: thousands of games at once, on compiled rules."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import NDArray

from pacgrid.envs.batch_env import BatchEnv, BatchOptions, Infos
from pacgrid.envs.opponents import GhostChoice, GhostTeams, count_ghosts
from pacgrid.envs.spaces import action_space, observation_space
from pacgrid.layers import ghost_policy

if TYPE_CHECKING:
    from pacgrid.kernel.search.opponents import Teams


class PacmanVectorEnv(BatchEnv):
    """Pac-Man learns in thousands of games at once, against compiled ghosts.

    Make it with `gymnasium.make_vec("pacgrid.envs:pacgrid/Pacman-v0", num_envs=1024)`. The game
    and its spaces, rewards and endings are those of `pacgrid.envs.PacmanEnv`; only differences are
    described here.

    >>> import gymnasium, pacgrid.envs
    >>> envs = gymnasium.make_vec("pacgrid/Pacman-v0", num_envs=3, layout="small")
    >>> observations, infos = envs.reset(seed=7)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 7, 7, 19), (3, 5))
    >>> observations, rewards, terminated, truncated, infos = envs.step([1, 4, 4])
    >>> rewards
    array([ 9., -1., -1.])

    ## Autoreset

    `autoreset_mode` says when a game that has ended restarts:

    - `AutoresetMode.NEXT_STEP`: in the next step, which ignores its action and has reward 0.
    - `SAME_STEP`: at once; `infos` has its `final_obs` and `final_info`.
    - `DISABLED`: when the caller calls `reset(options={"reset_mask": mask})`.

    ## Infos

    `action_mask`, `score` and `is_win`; with levels `level` and `board_mask`; where `ghosts` is a
    mapping, also `opponents`, the number of the team that plays. With `episode_statistics=True`,
    also `episode` when a game ends: its return `r` and its length `l`. That replaces Gymnasium's
    `RecordEpisodeStatistics`; don't use both. As usual in Gymnasium, a bool array `_name` marks the
    games that `name` has values for, and in `SAME_STEP` `final_info` has the values at the end of
    the game.

    ## Seeding

    `reset(seed=s)` seeds game `i` with `s + i`; a list gives each game its own seed. The games
    differ from those of `PacmanEnv` with the same seed, which uses another random generator.

    ## Arguments

    * `layout="medium"`, `levels=None`, `num_levels=None`, `max_size=None`: as in `PacmanEnv`.
      Levels are made when they are first played; `make_levels()` makes all at once.
    * `ghosts="random_ghost"`: as in `PacmanEnv`, but only agents that are compiled: `random_ghost`,
      `directional_ghost`, `arcade_ghost`, `learned_ghost`, `minimax_ghost` and `team_ghost`, with
      options as in `"directional_ghost:attack=0.9"`, and the teams `arcade` and `minimax_team`. For
      other agents use `vectorization_mode="sync"`.
    * `num_ghosts=None`, `obs="box"`, `dtype="uint8"`, `reward_scale=1.0`: as in `PacmanEnv`.
    * `max_episode_steps=1000`: a game is truncated after this many rounds; None for never.
    * `copy=True`: `reset` and `step` return new arrays. Those that you still have, or a view of
      them, never change; the memory of those that you have dropped is used again. Those of the
      infos that are often the same, such as `_score` and `level`, are shared and can't be written
      to.
      With False they return the environment's own arrays, which the next step changes; only
      rewards are new.
    * `writeable=True`: with False, planes can't be written to. They are new all the same,
      but drawn in far less time: with `dtype="float32"`, in a fifth on a large board. PyTorch warns
      of such arrays once.
    * `render_mode=None`: with "rgb_array" or "ansi" `render()` returns a tuple with one picture or
      text for each game.

    It runs on numba's threads; limit them with `numba.set_num_threads(1)` or `NUMBA_NUM_THREADS`.

    ## Version history

    * v0: initial version.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        ghosts: GhostChoice = "random_ghost",
        **options: Unpack[BatchOptions],
    ) -> None:
        if options.get("num_ghosts") is None:
            options["num_ghosts"] = count_ghosts(ghosts)
        super().__init__(num_envs, **options)
        sampler = self._sampler
        count = sampler.num_ghosts
        teams = GhostTeams.load(ghosts, count, f"num_ghosts={count}")
        self.opponents = teams.names
        self._several = teams.drawn
        observation = observation_space(
            sampler.height, sampler.width, count + 1, self._dtype, self._obs
        )
        self._set_games(_policies(teams), observation, action_space())

    def action_masks(self) -> NDArray[np.bool_]:
        """`[game, action]`: whether it is legal now, as sb3-contrib's MaskablePPO expects."""
        return self.batch.arrays.masks[:, 0].astype(np.bool_)

    def _infos(self) -> Infos:
        infos = super()._infos()
        if self._several:
            infos["opponents"] = self.batch.arrays.games["team"].astype(np.int64)
            infos["_opponents"] = self._all
        return infos

    def _final_infos(self, ended: NDArray[np.bool_]) -> Infos:
        infos = super()._final_infos(ended)
        if self._several:
            infos["final_info"]["opponents"] = self.batch.result.teams.astype(np.int64)
            infos["final_info"]["_opponents"] = ended
        return infos

    def _actions(self, actions: Any) -> NDArray[np.integer[Any]]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.num_envs} whole numbers, "
                f"not {given.dtype}{list(given.shape)}"
            )
        return given.reshape(-1, 1)

    def _rewards(self) -> NDArray[np.float64]:
        rewards: NDArray[np.float64] = np.multiply(self.batch.result.points, self._reward_scale)
        return rewards

    def _masks(self, masks: NDArray[np.int8]) -> NDArray[np.int8]:
        return masks[:, 0]


def _policies(teams: GhostTeams) -> "Sequence[tuple[float, float]] | Teams":
    """How the ghosts choose. Raises ValueError for an agent that is not compiled."""
    if len(teams.teams) == 1:  # random and directional ghosts alone are the quickest
        with suppress(ValueError):
            return [ghost_policy(ghost) for ghost in teams.teams[0]]
    from pacgrid.envs.compiled_ghosts import compiled_teams  # with the search

    return compiled_teams(teams)
