"""Thousands of games at once, where every agent learns."""

from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pacgrid.envs.batch_env import BatchEnv, BatchOptions
from pacgrid.envs.spaces import action_space, games_space
from pacgrid.kernel.packed import unpack
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
        share_reward: bool = False,
        **options: Unpack[BatchOptions],
    ) -> None:
        super().__init__(num_envs, **options)
        ghosts = self._sampler.num_ghosts
        self.possible_agents = ["pacman_0", *(f"ghost_{number}" for number in range(ghosts))]
        others = -self._reward_scale / (ghosts if share_reward and ghosts else 1)
        self._rewards_of_a_point = np.array([self._reward_scale, *[others] * ghosts])
        self._set_games(
            None,
            games_space(self._sampler, self._dtype, self._obs),
            spaces.MultiDiscrete(np.full(ghosts + 1, action_space().n)),
        )

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

    def _rewards(self) -> NDArray[np.float64]:
        # The transpose is far quicker to compute than short rows are.
        rewards: NDArray[np.float64] = np.multiply(
            self._rewards_of_a_point[:, None], self.batch.result.points
        ).T
        return rewards

    def _masks(self, masks: NDArray[np.int8]) -> NDArray[np.int8]:
        return masks
