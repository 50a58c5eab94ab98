"""Gymnasium's vector environments: thousands of games at once, on compiled rules."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from pacgrid.agent import Agent
from pacgrid.agents.arcade_ghost import PHASES, ArcadeGhost, scatters
from pacgrid.common.named_options import whole_number
from pacgrid.envs.batch_levels import BatchLevels, board_slots
from pacgrid.envs.levels import LayoutSampler, LevelError, load_state
from pacgrid.envs.observations import action_space, batched_space
from pacgrid.envs.opponents import GhostChoice, GhostTeams, count_ghosts
from pacgrid.envs.options import GameOptions, PacgridEnv, player_names, reset_options
from pacgrid.envs.renderer import RENDER_FPS, GamePictures
from pacgrid.errors import LayoutError
from pacgrid.kernel.arrays import (
    DISABLED,
    NEXT_STEP,
    PACKED,
    PLANES,
    SAME_STEP,
    VECTORS,
)
from pacgrid.kernel.compiled_games import CompiledGames
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.game_states import GameStates, boards_for
from pacgrid.kernel.ghosts import ArcadePolicy, Policy, Teams
from pacgrid.kernel.planes import Channel, agent_numbers, unpack
from pacgrid.layers import ghost_policy
from pacgrid.state import State

Infos = dict[str, Any]
Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]
Seeds = int | Sequence[int | None] | None


MAX_ROUNDS = 2**31 - 1
ARRAYS = "fresh", "reused", "poisoned"
"""Whether arrays that are returned are new, the environment's own, or full of nonsense later."""


def _mode(given: object) -> AutoresetMode:
    """The mode with this name or value. Raises ValueError."""
    for mode in AutoresetMode:
        if given in (mode, mode.name, mode.value):
            return mode
    names = ", ".join(f"{mode.name!r}" for mode in AutoresetMode)
    raise ValueError(f"autoreset_mode must be one of {names}, not {given!r}")


_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


class BatchOptions(GameOptions, total=False):
    """The options of `BatchEnv`, for those who pass them on."""

    obs: str
    max_episode_steps: int | None
    autoreset_mode: AutoresetMode | str
    arrays: str
    episode_statistics: bool


class BatchEnv(PacgridEnv, VectorEnv[Any, Any, Any]):
    """What the vector environments share: a batch of games behind Gymnasium's `VectorEnv`.

    Game `i` depends on its own seed alone, not on the size of the batch or the number of threads.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        obs: str = "box",
        max_episode_steps: int | None = 1000,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        arrays: str = "fresh",
        episode_statistics: bool = False,
        **options: Unpack[GameOptions],
    ) -> None:
        super().__init__(obs=obs, **options)
        self.num_envs = whole_number("num_envs", num_envs, 1)
        self._max_rounds = MAX_ROUNDS
        if max_episode_steps is not None:
            self._max_rounds = whole_number("max_episode_steps", max_episode_steps, 1, MAX_ROUNDS)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        if arrays not in ARRAYS:
            raise ValueError(
                f"arrays must be one of {', '.join(map(repr, ARRAYS))}, not {arrays!r}"
            )
        self._arrays = arrays
        self._poisoned: list[NDArray[Any]] = []
        """What the last call returned, with `arrays="poisoned"`."""
        self._statistics = episode_statistics

    def _set_games(
        self,
        opponents: Teams | None,
        observation: spaces.Space[Any],
        action: spaces.Space[Any],
    ) -> None:
        """Make the games. The spaces are those of one game; the ghosts learn without opponents."""
        num_envs, sampler = self.num_envs, self._sampler
        form = PLANES
        if self._obs == "packed":
            form = PACKED if self._dtype == np.uint8 else VECTORS
        self.single_observation_space, self.single_action_space = observation, action
        self.observation_space = batched_space(observation, num_envs)
        self.action_space = batched_space(action, num_envs)
        self.batch = GameBatch(
            num_envs,
            sampler.layouts,
            num_ghosts=sampler.num_ghosts,
            size=sampler.max_size,
            num_boards=board_slots(num_envs, sampler),
            opponents=opponents,
            dtype=self._dtype,
            form=form,
            fresh=self._arrays == "fresh",
            max_rounds=self._max_rounds,
            mode=_MODES[self.autoreset_mode],
        )
        self._levels = BatchLevels(self.batch, sampler)
        self._pictures = GamePictures(self.render_mode, self._cell_size)
        self._all = np.ones(num_envs, np.bool_)
        self._none = np.zeros(num_envs, np.bool_)
        self._started = False
        self._level_infos: Infos = {}
        self._last_level_infos: Infos = {}
        """What they were before games last restarted."""
        self._protect()

    def reset(
        self,
        *,
        seed: Seeds = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, Infos]:
        """Restart all games, or only those in `options["reset_mask"]`, a bool array, and those that
        have never started.

        `seed` is a sequence with one seed or None for each game, or a number: then game `i` is
        seeded with `seed + i`. A game without a seed keeps its random generator.

        `options["state"]` is the position that games start from (see `pacgrid.envs`), or a sequence
        with one or None for each game. Where it is a seed, game `i` starts from `seed + i`. Raises
        ValueError, before anything changes, for one that can't be played.

        Raises LayoutError or LevelError, before anything changes, if a level can't be chosen or
        made.
        """
        self._poison()
        options = reset_options(options, "state", "reset_mask")
        chosen = reset_mask(options, self.num_envs) | (not self._started)
        given = options.get("state")
        starts, numbers = given_starts(given, chosen, self.batch, self._sampler, self._levels)
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        seeds, seeded = seeds_for(seed, self.num_envs, self.np_random)
        reseeded = chosen & (seeded | (not self._started))
        rng_states = self.batch.arrays.games["rng_state"]
        before = rng_states[reseeded]
        self.batch.seed(seeds, reseeded)
        if self._levels.are_chosen:
            self._levels.forget_choices(reseeded)
            try:
                with self._levels.held([] if starts is None else starts.games["board"]):
                    self._levels.choose(chosen.nonzero()[0].tolist())
            except (LayoutError, LevelError):
                self._levels.forget_choices(reseeded)
                rng_states[reseeded] = before
                raise
        self.batch.restart(chosen)
        self._levels.restarted(chosen)
        if starts is not None:
            starts.games["rng_state"] = self.batch.arrays.games["rng_state"][numbers]
            self.batch.set_states(starts, numbers)
            self._levels.follow(numbers)
        self._levels.forget_error()
        return self._after_reset()

    def get_state(self, games: Any = None) -> GameStates:
        """A snapshot of all games, or of those chosen by a number, numbers, a slice or bools.

        Its items are games, too: `states[3]`, `states[[3, 3, 5]]`. `GameStates.join` puts several
        snapshots together.
        """
        self._check_started("get_state()")
        return self._levels.noted(self.batch.get_states(games))

    def set_state(self, states: GameStates, games: Any = None) -> tuple[Any, Infos]:
        """Put the games of a snapshot into all games, or into those chosen as in `get_state`;
        observations and infos of all games, as `reset` returns them.

        These games then go on exactly as they would have where they come from: another game or
        another environment with the same boards or levels. Raises ValueError, before anything
        changes, if they can't be played here, LayoutError or LevelError if a level can't be made,
        and ResetNeeded if other games haven't started.
        """
        if not isinstance(states, GameStates):
            raise ValueError(
                "set_state() needs a snapshot of a vector environment, a GameStates, not a "
                f"{type(states).__name__}"
            )
        if games is not None:
            self._check_started("set_state() of some games")
        numbers = self.batch.set_states(self._levels.on_boards(states), games)
        self._levels.follow(numbers)
        observation, infos = self._after_reset()
        rows = self.batch.arrays.games
        infos["is_win"] = rows["ended"] & (rows["food"] == 0)
        return observation, infos

    def compiled_games(self) -> CompiledGames:
        """The games for your own compiled loops: see `pacgrid.kernel.compiled_games`. Afterwards
        `step` goes on where the loop stopped."""
        self._check_started("compiled_games()")
        self._levels.note_loop()
        return self.batch.compiled_games()

    def clone(self) -> Self:
        """An independent copy, at the same moment, which plays the same."""
        return deepcopy(self)

    def step(self, actions: Any) -> Step:
        """Play one round of every game.

        Raises ValueError, before anything moves, for a number that is not an action, for `actions`
        of the wrong shape, and with autoreset disabled for a game that has ended. Raises
        ResetNeeded before the first `reset`.

        Raises LayoutError or LevelError, before anything moves, if a level can't be chosen or made;
        the next step tries another one. In `SAME_STEP` the game then starts again on the level that
        it had, and the step after raises.
        """
        self._check_started("step()")
        given = np.asarray(actions)
        shape = self.action_space.shape or ()
        if given.shape != shape or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be whole numbers {list(shape)}, {self._meaning_of_actions}, "
                f"not {given.dtype}{list(given.shape)}"
            )
        self._poison()
        if self._levels.step(given.reshape(self.num_envs, -1)):
            self._renew_level_infos()
        result = self.batch.result
        return (
            self._observation(),
            self._rewards(),
            self._output(result.terminated),
            self._output(result.truncated),
            self._step_infos(),
        )

    def make_levels(self) -> None:
        """Make all levels of a family now, and not each when it is first played.

        Raises ValueError if there are too many to keep.
        """
        self._levels.make_all()

    def render(self) -> tuple[Any, ...] | None:
        """A picture or text of each game; None without a `render_mode`."""
        self._check_started("render()")
        return self._pictures.of(map(self.batch.state, range(self.num_envs)))

    def _check_started(self, name: str) -> None:
        if not self._started:
            raise ResetNeeded(f"call reset() before {name}")

    def _after_reset(self) -> tuple[Any, Infos]:
        self._renew_level_infos()
        self._started = True
        return self._observation(), self._infos()

    # Implemented by the subclasses.

    _meaning_of_actions: str

    def _rewards(self) -> NDArray[np.float64]:
        raise NotImplementedError

    def _of_agents(self, array: NDArray[Any]) -> NDArray[Any]:
        """`array`, `[game, agent, …]`, in the shape for the infos."""
        raise NotImplementedError

    # Observations.

    def _observation(self) -> Any:
        planes, agents = self.batch.planes, self.batch.agents
        if self._arrays == "poisoned":
            planes, agents = self._output(planes), self._output(agents)
        return self._composed(planes, agents)

    def _last_observations(self, games: NDArray[np.intp]) -> list[Any]:
        """The final observations of these games, in new arrays."""
        batch = self.batch
        last = self._composed(batch.last_planes[games], batch.result.agents[games])
        if not isinstance(last, dict):
            return [*last]
        return [dict(zip(last, rows, strict=True)) for rows in zip(*last.values(), strict=True)]

    def _composed(self, planes: NDArray[Any], agents: NDArray[np.uint64]) -> Any:
        """Observations of games in the form of `obs`."""
        if isinstance(self.single_observation_space, spaces.Dict):
            return {"agents": agent_numbers(agents), "board": planes}
        return planes

    # Infos. A bool array `_name` marks the games that `name` has values for.

    def _infos(self) -> Infos:
        masks = self._output(self._of_agents(self.batch.arrays.masks))
        scores = self._output(self.batch.arrays.games["score"])
        illegal = self._output(self._of_agents(self.batch.result.illegal))
        infos = {"action_mask": masks, "score": scores, "is_win": self._none, "illegal": illegal}
        return self._marked(self._all, **infos) | self._level_infos

    def _step_infos(self) -> Infos:
        infos = self._infos()
        result = self.batch.result
        if np.count_nonzero(result.ended):  # a third of the time of any()
            ended = self._output(result.ended)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                games = ended.nonzero()[0]
                observations = np.empty(self.num_envs, dtype=object)  # of None
                for game, last in zip(games.tolist(), self._last_observations(games), strict=True):
                    observations[game] = last
                final = self._final_infos(ended)
                infos["illegal"] = infos["illegal"].copy()
                infos["illegal"][ended] = False
                infos |= self._marked(ended, final_obs=observations, final_info=final)
            else:
                infos["is_win"] = self._output(result.wins)
            if self._statistics:
                returns, lengths = result.returns * self._reward_scale, self._output(result.rounds)
                infos |= self._marked(ended, episode={"r": returns, "l": lengths})
        return infos

    def _final_infos(self, ended: NDArray[np.bool_]) -> Infos:
        """The infos at the end of the games that restarted in this step."""
        result = self.batch.result
        levels = {k: v for k, v in self._last_level_infos.items() if not k.startswith("_")}
        return self._marked(
            ended,
            action_mask=self._output(self._of_agents(result.masks)),
            score=self._output(result.scores),
            is_win=self._output(result.wins),
            illegal=self._output(self._of_agents(result.illegal)),
            **levels,
        )

    @staticmethod
    def _marked(games: NDArray[np.bool_], **infos: Any) -> Infos:
        """`infos` that have values for these games."""
        return infos | dict.fromkeys([f"_{name}" for name in infos], games)

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        """`array` for the caller: a copy, unless arrays are reused."""
        if self._arrays == "reused":
            return array
        copy = array.copy()
        if self._arrays == "poisoned":
            self._poisoned.append(copy)
        return copy

    def _poison(self) -> None:
        """Fill what the last call returned with nonsense."""
        for array in self._poisoned:
            array.fill(np.nan if array.dtype.kind == "f" else 77)  # fits into all types
        self._poisoned = []

    def _renew_level_infos(self) -> None:
        """Look up the levels again: games have restarted."""
        self._last_level_infos = self._level_infos
        self._level_infos = self._marked(self._all, **self._levels.infos())
        self._protect()

    def _protect(self) -> None:
        """Let nobody write to the arrays that infos share until a game restarts."""
        levels = *self._level_infos.values(), *self._last_level_infos.values()
        for shared in (self._all, self._none, *levels):
            shared.setflags(write=False)

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._protect()  # arrays that are copied can be written to


class PacmanVectorEnv(BatchEnv):
    """Pac-Man learns in thousands of games at once, against compiled ghosts.

    Make it with `gymnasium.make_vec("pacgrid.envs:pacgrid/Pacman-v0", num_envs=1024)`. The game and
    its arguments, spaces, rewards and endings are those of `pacgrid.envs.PacmanEnv`; only
    differences are described here.

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

    As usual in Gymnasium, a bool array `_name` marks the games that `name` has values for, and in
    `SAME_STEP` `final_info` has the values at the end of the game. With `episode_statistics=True`
    there is `episode` when a game ends: its return `r` and its length `l`. That replaces
    Gymnasium's `RecordEpisodeStatistics`; don't use both.

    ## Seeding

    `reset(seed=s)` seeds game `i` with `s + i`; a list gives each game its own seed. The games
    differ from those of `PacmanEnv` with the same seed, which uses another random generator.

    ## More arguments

    * `levels`: they are made when they are first played; `make_levels()` makes all at once.
    * `ghosts="random_ghost"`: only agents that are compiled: `random_ghost`, `directional_ghost`
      and `arcade_ghost`, with options as in `"directional_ghost:attack=0.9"`, and
      the team `arcade`. For other agents use `vectorization_mode="sync"`.
    * `max_episode_steps=1000`: a game is truncated after this many rounds; None for never.
    * `arrays="fresh"`: arrays that `reset` and `step` return never change. Observations can't be
      written to, since later ones are drawn on those that you have dropped; neither can those of
      the infos that are often the same, such as `_score` and `level`. PyTorch warns of such arrays:
      promise with `observations.setflags(write=True)` that you don't write. With `"reused"` they
      are the environment's own, which the next step changes, but for rewards: for a loop that
      copies them at once, as into a buffer of its own. If your learner goes astray with these,
      `"poisoned"` finds out whether it reads them too late: the next step fills them with nonsense.
    * `render_mode=None`: with "rgb_array" or "ansi" `render()` returns a tuple with one picture or
      text for each game.

    It runs on numba's threads; limit them with `numba.set_num_threads(1)` or `NUMBA_NUM_THREADS`.
    """

    _meaning_of_actions = "one for each game"

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
        count = self._sampler.num_ghosts
        teams = GhostTeams.load(ghosts, count, f"num_ghosts={count}")
        self.opponents = teams.names
        self._several = teams.drawn
        observation = self._spaces.observation(self._obs)
        self._set_games(compiled_teams(teams), observation, action_space())

    def action_masks(self) -> NDArray[np.bool_]:
        """`[game, action]`: whether it is legal now, as sb3-contrib's MaskablePPO expects."""
        return self.batch.arrays.masks[:, 0].astype(np.bool_)

    def _infos(self) -> Infos:
        infos = super()._infos()
        if self._several:
            teams = self.batch.arrays.games["team"].astype(np.int64)
            infos |= self._marked(self._all, opponents=teams)
        return infos

    def _final_infos(self, ended: NDArray[np.bool_]) -> Infos:
        infos = super()._final_infos(ended)
        if self._several:
            infos |= self._marked(ended, opponents=self.batch.result.teams.astype(np.int64))
        return infos

    def _rewards(self) -> NDArray[np.float64]:
        rewards: NDArray[np.float64] = np.multiply(self.batch.result.points, self._reward_scale)
        return rewards

    def _of_agents(self, array: NDArray[Any]) -> NDArray[Any]:
        return array[:, 0]


class MultiVectorEnv(BatchEnv):
    """Thousands of games at once, with actions for Pac-Man and all ghosts.

    Each game is that of `pacgrid_v0.parallel_env`, with its rewards. Neither PettingZoo nor
    Gymnasium defines such an API: this one follows Gymnasium's `VectorEnv`, but has actions,
    rewards and masks for every agent, `[game, agent]`. All agents of a game end together. The rest
    is as in `PacmanVectorEnv`, without `ghosts`.

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

    They are chosen at the start of the round and played in turn, Pac-Man first. An action that is
    illegal when its turn comes is replaced: Pac-Man stops; a ghost goes straight on, or else takes
    its first legal action.

    ## Observations

    `[game, channel, row, column]`: the six planes of `pacgrid.kernel.planes` that all agents share,
    then the SELF plane of each agent: `6 + agents` planes instead of `7 * agents`. `observe(agent)`
    returns the seven planes of one agent. With `obs="packed"` they are `{"agents": agents, "board":
    board}`, as in `pacgrid.kernel.planes`. `episode["r"]` in `infos` is Pac-Man's return.
    """

    _meaning_of_actions = "one for each agent of each game"

    def __init__(
        self,
        num_envs: int = 1,
        *,
        share_reward: bool = False,
        **options: Unpack[BatchOptions],
    ) -> None:
        super().__init__(num_envs, **options)
        ghosts = self._sampler.num_ghosts
        self.possible_agents = player_names(ghosts)
        others = -self._reward_scale / (ghosts if share_reward and ghosts else 1)
        self._rewards_of_a_point = np.array([self._reward_scale, *[others] * ghosts])
        actions = spaces.MultiDiscrete(np.full(ghosts + 1, action_space().n))
        self._set_games(None, self._spaces.everyone(self._obs), actions)

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

    def _rewards(self) -> NDArray[np.float64]:
        # The transpose is far quicker to compute than short rows are.
        rewards: NDArray[np.float64] = np.multiply(
            self._rewards_of_a_point[:, None], self.batch.result.points
        ).T
        return rewards

    def _of_agents(self, array: NDArray[Any]) -> NDArray[Any]:
        return array


def reset_mask(options: dict[str, Any], count: int) -> NDArray[np.bool_]:
    """Which of `count` games restart: all, or those in `options["reset_mask"]`.

    Raises ValueError if that isn't a bool for each, at least one of them true.
    """
    mask = options.get("reset_mask")
    if mask is None:
        return np.ones(count, np.bool_)
    mask = np.asarray(mask)
    if mask.dtype != np.bool_ or mask.shape != (count,) or not mask.any():
        raise ValueError(
            f"reset_mask must be {count} bools, at least one of them true, "
            f"not {mask.dtype}{list(mask.shape)}"
        )
    chosen: NDArray[np.bool_] = mask
    return chosen


def one_for_each(given: Any, count: int, name: str) -> list[Any]:
    """What is given for each of `count` games: a number for all is `given + i` for game `i`; a
    sequence has one or None for each. Raises ValueError for a sequence of another length."""
    if isinstance(given, int | np.integer) and not isinstance(given, bool):
        return [int(given) + game for game in range(count)]
    if not isinstance(given, Sequence | np.ndarray) or isinstance(given, str):
        return [given] * count
    if len(given) != count:
        raise ValueError(f"{len(given)} {name} for {count} games")
    return [*given]  # a range would make new numbers each time


def seeds_for(
    seed: Seeds, count: int, rng: np.random.Generator
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """A seed for each of `count` games, drawn with `rng` where none is given; and where one is.

    Raises ValueError for another number of seeds, or one that is not a whole number from 0 up.
    """
    given = one_for_each(seed, count, "seeds")
    is_given = np.array([each is not None for each in given])
    seeds = rng.integers(0, 2**63, count, np.uint64)
    numbers = [whole_number("a seed", each, 0) % 2**64 for each in given if each is not None]
    seeds[is_given] = np.array(numbers, np.uint64)
    return seeds, is_given


def given_starts(
    given: Any,
    chosen: NDArray[np.bool_],
    batch: GameBatch,
    sampler: LayoutSampler,
    levels: BatchLevels,
) -> tuple[GameStates | None, NDArray[np.intp]]:
    """The chosen games for which a position is given, at it, on boards of the batch; and their
    numbers.

    `given` is a `GivenState` for all games, or a sequence with one or None for each game. A seed
    for all is `given + i` for game `i`. The random generators aren't set.

    Raises ValueError if a position can't be played in these games, and LayoutError or LevelError
    if the level of a seed can't be made.
    """
    if isinstance(given, GameStates):
        raise ValueError("options['state'] is a snapshot: give it to set_state()")
    given = one_for_each(given, len(batch), "positions in options['state']")
    numbers = np.flatnonzero(chosen & [each is not None for each in given])
    if not numbers.size:
        return None, numbers
    # Each position is read once, in however many games it is.
    positions = {id(given[number]): given[number] for number in numbers.tolist()}
    states = [load_state(each, sampler, whole_rounds=True) for each in positions.values()]
    read = GameStates.join(GameStates.of(each, batch.width, batch.height) for each in states)
    for row, each in enumerate(positions.values()):
        if not isinstance(each, State | str):  # a seed, which draws a level, too
            read.levels[row] = sampler.draw(np.random.default_rng(int(each)))
    rows = {key: row for row, key in enumerate(positions)}
    starts = levels.on_boards(read[[rows[id(given[number])] for number in numbers.tolist()]])
    starts.games["board"] = boards_for(batch, starts, numbers)
    return starts, numbers


_COMPILED = "random_ghost, directional_ghost, arcade_ghost"


def compiled_teams(ghosts: GhostTeams) -> Teams:
    """The teams for the kernel. Raises ValueError for an agent that is not compiled."""
    return Teams([_team(team) for team in ghosts.teams], ghosts.weights)


def _team(team: Sequence[Agent]) -> list[Policy]:
    # An agent that plays several ghosts has one policy: see `Teams`.
    policies = {id(ghost): _policy(ghost) for ghost in team}
    return [policies[id(ghost)] for ghost in team]


def _policy(ghost: Agent) -> Policy:
    # A subclass may play differently.
    if type(ghost) is ArcadeGhost:
        return ArcadePolicy(ghost.personality, tuple(map(scatters, range(sum(PHASES)))))
    try:
        return ghost_policy(ghost)
    except ValueError:
        raise ValueError(
            f"{ghost.name} is not compiled; these are: {_COMPILED}; for any agent use"
            ' make_vec(..., vectorization_mode="sync")'
        ) from None
