"""Thousands of games at once, where every agent learns."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import DTypeLike, NDArray

from pacgrid.envs.batch_env import BatchEnv
from pacgrid.envs.batch_options import BatchOptions
from pacgrid.envs.batched_space import batched_space, dictionaries
from pacgrid.envs.games_space import games_space
from pacgrid.envs.layout_sampler import LayoutSampler, LevelOptions
from pacgrid.envs.levels import LayoutChoice, LevelsName
from pacgrid.envs.renderer import CELL_SIZE
from pacgrid.envs.spaces import action_space
from pacgrid.kernel.packed import agent_numbers, unpack
from pacgrid.kernel.planes import Channel


class MultiVectorEnv(BatchEnv):
    """Thousands of games at once, with actions for Pac-Man and all ghosts.

    Each game is that of `pacgrid_v0.parallel_env`. Neither PettingZoo nor Gymnasium defines such an
    API: this one follows Gymnasium's `VectorEnv`, but has actions, rewards and masks for every
    agent.

    >>> from pacgrid.envs import MultiVectorEnv
    >>> envs = MultiVectorEnv(num_envs=2, layout="small")
    >>> envs.possible_agents
    ['pacman_0', 'ghost_0', 'ghost_1']
    >>> observations, infos = envs.reset(seed=7)
    >>> infos["action_mask"].shape
    (2, 3, 5)
    >>> envs.observe("ghost_1").shape
    (2, 7, 7, 19)
    >>> actions = infos["action_mask"].argmax(axis=2)
    >>> observations, rewards, terminated, truncated, infos = envs.step(actions)
    >>> rewards.shape, terminated.shape
    ((2, 3), (2,))

    ## Actions

    `[game, agent]`, each an `Action`, chosen at the start of the round and played in turn, Pac-Man
    first. An action that is illegal when its turn comes is replaced: Pac-Man stops; a ghost goes
    straight on, or else takes its first legal action.

    ## Observations

    `[game, channel, row, column]`: the six planes of `pacgrid.kernel.planes` that all agents share,
    then the SELF plane of each agent: `6 + agents` planes instead of `7 * agents`. `observe(agent)`
    returns the seven planes of one agent.

    With `obs="packed"` they are `{"agents": agents, "board": board}`, as in
    `pacgrid.kernel.packed`.

    ## Rewards

    `[game, agent]`: for Pac-Man the change of the score times `reward_scale`; for a ghost the
    negative of that, with `share_reward` divided by the number of ghosts. `episode["r"]` in `infos`
    is Pac-Man's return.

    ## Endings, autoreset, seeding, infos and arguments

    As in `PacmanVectorEnv`, without `ghosts` and `obs="dict"`. All agents of a game end together.

    ## Version history

    * v0: initial version.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        layout: LayoutChoice = "medium",
        levels: LevelsName | None = None,
        num_levels: int | None = None,
        max_size: tuple[int, int] | None = None,
        num_ghosts: int | None = None,
        obs: str = "box",
        dtype: DTypeLike = "uint8",
        reward_scale: float = 1.0,
        share_reward: bool = False,
        max_episode_steps: int | None = 1000,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        writeable: bool = True,
        episode_statistics: bool = False,
        render_mode: str | None = None,
        cell_size: int = CELL_SIZE,
    ) -> None:
        level_options = LevelOptions(levels, num_levels, max_size)
        sampler = LayoutSampler(layout, num_ghosts, level_options)
        options = BatchOptions(
            obs=obs,
            dtype=dtype,
            reward_scale=reward_scale,
            max_episode_steps=max_episode_steps,
            autoreset_mode=autoreset_mode,
            copy=copy,
            writeable=writeable,
            episode_statistics=episode_statistics,
            render_mode=render_mode,
            cell_size=cell_size,
        )
        single = games_space(sampler, dtype, obs)
        super().__init__(num_envs, sampler, None, options)
        ghosts = self.batch.num_agents - 1
        self.possible_agents = ["pacman_0", *(f"ghost_{number}" for number in range(ghosts))]
        share = ghosts if share_reward and ghosts else 1
        self._shares = np.array([self._scale, *[-self._scale / share] * ghosts])
        self.single_observation_space = single
        self.single_action_space = spaces.MultiDiscrete(np.full(ghosts + 1, action_space().n))
        self.observation_space = batched_space(single, num_envs)
        self.action_space = batched_space(self.single_action_space, num_envs)

    def observe(self, agent: str) -> NDArray[Any]:
        """A new array `[game, 7, row, column]`: the planes of `agent`, as in `pacgrid_v0`.

        Raises ValueError if there is no such agent.
        """
        if agent not in self.possible_agents:
            agents = ", ".join(self.possible_agents)
            raise ValueError(f"unknown agent {agent!r}; the agents are {agents}")
        number = self.possible_agents.index(agent)
        if self._obs == "packed":
            return unpack(self._observation(), self.batch.height, self.batch.width, number)
        return self.batch.planes[:, [*range(Channel.SELF), Channel.SELF + number]]

    def _actions(self, actions: Any) -> NDArray[np.integer[Any]]:
        given = np.asarray(actions)
        shape = self.num_envs, self.batch.num_agents
        if given.shape != shape or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be whole numbers, {list(shape)} of them, one for each agent of each "
                f"game, not {given.dtype}{list(given.shape)}"
            )
        return given

    def _observation(self) -> Any:
        return self._composed(self.batch.planes, self._output(self.batch.arrays.agents))

    def _composed(self, planes: NDArray[Any], agents: NDArray[np.uint64]) -> Any:
        """Observations of games in the form of `obs`."""
        if self._obs == "packed":
            return {"agents": agent_numbers(agents), "board": planes}
        return planes

    def _rewards(self) -> NDArray[np.float64]:
        # The transpose is far quicker to compute than short rows are.
        rewards: NDArray[np.float64] = np.multiply(
            self._shares[:, None], self.batch.result.points
        ).T
        return rewards

    def _masks(self, masks: NDArray[np.int8]) -> NDArray[np.int8]:
        return masks

    def _last_observations(self, games: NDArray[np.intp]) -> list[Any]:
        batch = self.batch
        last = self._composed(batch.last_planes[games], batch.result.agents[games])
        return dictionaries(**last) if isinstance(last, dict) else [*last]
