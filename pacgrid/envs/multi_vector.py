"""Thousands of games at once, where every agent learns."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.envs.batch_env import BatchEnv, Infos
from pacgrid.envs.batch_options import BatchOptions
from pacgrid.envs.batched_space import batched_space, dictionaries
from pacgrid.envs.curriculum import Curriculum
from pacgrid.envs.games_space import games_space
from pacgrid.envs.layout_sampler import LayoutSampler, LevelOptions
from pacgrid.envs.levels import LayoutChoice, LevelsName
from pacgrid.envs.messages import NO_MESSAGE, check_sent, checked_messages, mask_with_messages
from pacgrid.envs.renderer import CELL_SIZE
from pacgrid.envs.spaces import action_space
from pacgrid.kernel.arrays import Arrays, StepResult
from pacgrid.kernel.codes import decode
from pacgrid.kernel.game_states import GameStates
from pacgrid.kernel.noise import Noise, checked_noise
from pacgrid.kernel.packed import agent_numbers, unpack
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.sight import Sight, checked_sight


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
    `pacgrid.kernel.packed`; with `obs="codes"`, `{"agents": agents, "codes": codes}`: the same
    agents, and codes as in `pacgrid.kernel.codes`.

    With `sight` each agent has an observation of its own: planes are
    `[game, observer, 7, row, column]`, `codes` `[game, observer, row, column]`, `board`
    `[game, observer, 3, byte]`, and `agents` `[game, observer, agent, 4]`.

    With `noise` codes and packed observations have `distances`, `[game, observer, agent]`.

    ## Messages

    With `messages=K`, a ghost's action is `move + 5 * message`, as in `pacgrid_v0`, and codes and
    packed observations have `messages`, `[game, observer, ghost]`; Pac-Man's are all -1. Masks are
    `[game, agent, 5 * K]`; Pac-Man's have zeros from 5 on. Compiled loops play moves only.

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
        curriculum: Curriculum | None = None,
        num_ghosts: int | None = None,
        obs: str = "box",
        sight: Sight = None,
        noise: Noise = None,
        messages: int | None = None,
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
        level_options = LevelOptions(levels, num_levels, max_size, curriculum)
        sampler = LayoutSampler(layout, num_ghosts, level_options)
        self._messages = checked_messages(messages)
        options = BatchOptions(
            obs=obs,
            sight=checked_sight(sight),
            noise=checked_noise(noise),
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
        single = games_space(sampler, options, self._messages)
        super().__init__(num_envs, sampler, None, options)
        ghosts = self.batch.num_agents - 1
        self.possible_agents = ["pacman_0", *(f"ghost_{number}" for number in range(ghosts))]
        share = ghosts if share_reward and ghosts else 1
        self._shares = np.array([self._scale, *[-self._scale / share] * ghosts])
        self._sent = np.zeros((num_envs, ghosts), np.uint8)
        """The ghosts' messages in this round, as in `pacgrid.kernel.arrays.GHOST`."""
        self.single_observation_space = single
        sizes = [action_space().n, *[action_space(self._messages).n] * ghosts]
        self._action_counts = np.array(sizes)
        self.single_action_space = spaces.MultiDiscrete(self._action_counts)
        self.observation_space = batched_space(self.single_observation_space, num_envs)
        self.action_space = batched_space(self.single_action_space, num_envs)

    def set_state(self, states: GameStates, games: Any = None) -> tuple[Any, Infos]:
        """As all vector environments do. Also raises ValueError for a snapshot with messages that
        ghosts can't send here."""
        if isinstance(states, GameStates):
            check_sent(states.ghosts["message"].astype(np.int16) - 1, self._messages)
        return super().set_state(states, games)

    def observe(self, agent: str) -> NDArray[Any]:
        """A new array `[game, 7, row, column]`: the planes of `agent`, as in `pacgrid_v0`.

        Raises ValueError if there is no such agent.
        """
        if agent not in self.possible_agents:
            agents = ", ".join(self.possible_agents)
            raise ValueError(f"unknown agent {agent!r}; the agents are {agents}")
        number = self.possible_agents.index(agent)
        if self._sight is not None:
            return self._seen_by(number)
        if self._obs == "box":
            return self.batch.planes[:, [*range(Channel.SELF), Channel.SELF + number]]
        if self._obs == "packed":
            return unpack(self._observation(), self.batch.height, self.batch.width, number)
        numbers = agent_numbers(self.batch.arrays.agents)
        return self._decoded(self.batch.planes[:, 0], numbers[:, number, :2])

    def _seen_by(self, number: int) -> NDArray[Any]:
        """As `observe`, with what this agent sees."""
        if self._obs == "box":
            return self.batch.planes[:, number].copy()
        agents = self._agents(self.batch.arrays.agents)[:, number]
        planes, batch = self.batch.planes[:, number], self.batch
        if self._obs == "packed":
            return unpack({"agents": agents, "board": planes}, batch.height, batch.width, number)
        return self._decoded(planes, agents[:, number, :2])

    def _decoded(self, codes: NDArray[Any], position: NDArray[np.int16]) -> NDArray[Any]:
        """The planes of codes, with SELF at `position`."""
        planes = decode(codes)
        planes[:, Channel.SELF] = 0
        games = np.arange(self.num_envs)
        for rows, columns in ((position // 2).T, ((position + 1) // 2).T):
            planes[games, Channel.SELF, rows, columns] = 255
        return planes

    def _actions(self, actions: Any) -> NDArray[np.integer[Any]]:
        given = np.asarray(actions)
        shape = self.num_envs, self.batch.num_agents
        if given.shape != shape or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be whole numbers, {list(shape)} of them, one for each agent of each "
                f"game, not {given.dtype}{list(given.shape)}"
            )
        if self._messages is None:
            return given
        counts = self._action_counts
        wrong = np.argwhere((given < 0) | (given >= counts))
        if wrong.size:
            game, agent = wrong[0].tolist()
            raise ValueError(
                f"game {game}: {given[game, agent]} is not an action of "
                f"{self.possible_agents[agent]}, whose actions are 0 to {counts[agent] - 1}"
            )
        self._sent = (given[:, 1:] // len(Action) + 1).astype(np.uint8)
        moves: NDArray[np.integer[Any]] = given % len(Action)
        return moves

    def _step(self, actions: NDArray[np.integer[Any]]) -> None:
        if self._messages is None:
            super()._step(actions)
            return
        restarting = self.batch.arrays.games["ended"].copy()
        super()._step(actions)
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            restarting = self.batch.result.ended
        played = ~restarting
        self.batch.arrays.ghosts["message"][played] = self._sent[played]

    def _observation(self) -> Any:
        arrays = self.batch.arrays
        messages = None if self._messages is None else arrays.ghosts["message"]
        return self._composed(self.batch.planes, arrays, messages, self._output)

    def _composed(
        self,
        planes: NDArray[Any],
        arrays: Arrays | StepResult,
        messages: NDArray[np.uint8] | None,
        taken: Callable[[NDArray[Any]], NDArray[Any]],
    ) -> Any:
        """Observations of games in the form of `obs`, with what is `taken` from `arrays`;
        `messages` are those of these games."""
        if self._obs == "box":
            return planes
        agents = self._agents(taken(arrays.agents))
        board = self._codes(planes) if self._obs == "codes" else planes
        composed = {"agents": agents, "codes" if self._obs == "codes" else "board": board}
        if self._noise is not None:
            composed["distances"] = taken(arrays.distances)
        if messages is not None:
            heard = messages.astype(np.int16)[:, None] - 1
            composed["messages"] = np.repeat(heard, self.batch.num_agents, axis=1)
            composed["messages"][:, 0] = NO_MESSAGE  # Pac-Man hears none
        return composed

    def _agents(self, words: NDArray[np.uint64]) -> NDArray[np.int16]:
        """`[game, agent, 4]`; with `sight`, `[game, observer, agent, 4]`."""
        numbers = agent_numbers(words)
        if self._sight is None:
            return numbers
        agents = self.batch.num_agents
        return numbers.reshape(len(words), agents, agents, -1)

    def _codes(self, planes: NDArray[Any]) -> NDArray[Any]:
        """`[game, row, column]`; with `sight`, `[game, observer, row, column]`."""
        return planes if self._sight is not None else planes[:, 0]

    def _rewards(self) -> NDArray[np.float64]:
        # The transpose is far quicker to compute than short rows are.
        rewards: NDArray[np.float64] = np.multiply(
            self._shares[:, None], self.batch.result.points
        ).T
        return rewards

    def _masks(self, masks: NDArray[np.int8]) -> NDArray[np.int8]:
        if self._messages is None:
            return masks
        wider = mask_with_messages(masks, self._messages)
        wider[:, 0, len(Action) :] = 0  # Pac-Man sends none
        return wider

    def _last_observations(self, games: NDArray[np.intp]) -> list[Any]:
        last = self._composed(
            self.batch.last_planes[games],
            self.batch.result,
            None if self._messages is None else self._sent[games],
            lambda array: array[games],
        )
        return dictionaries(**last) if isinstance(last, dict) else [*last]
