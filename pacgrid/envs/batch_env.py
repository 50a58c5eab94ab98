"""What the vector environments share: a batch of games behind Gymnasium's `VectorEnv`."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from pacgrid.envs.batch_levels import BatchLevels, board_slots
from pacgrid.envs.checks import (
    checked_options,
    reset_mask,
    seeds_for,
    whole_number,
)
from pacgrid.envs.given_states import GivenState, load_state
from pacgrid.envs.levels import LayoutSampler, LevelError
from pacgrid.envs.options import GameOptions, PacgridEnv
from pacgrid.envs.renderer import RENDER_FPS, GamePictures
from pacgrid.envs.spaces import FORMS, batched_space, dictionaries
from pacgrid.kernel.arrays import DISABLED, NEXT_STEP, SAME_STEP, Arrays, StepResult
from pacgrid.kernel.compiled_games import CompiledGames
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.game_states import GameStates, boards_for
from pacgrid.kernel.packed import agent_numbers
from pacgrid.layout import LayoutError
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.kernel.search.opponents import Teams


Infos = dict[str, Any]
Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]


MAX_ROUNDS = 2**31 - 1
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
    copy: bool
    writeable: bool
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
        copy: bool = True,
        writeable: bool = True,
        episode_statistics: bool = False,
        **options: Unpack[GameOptions],
    ) -> None:
        super().__init__(obs=obs, **options)
        if whole_number("num_envs", num_envs) < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        rounds = max_episode_steps
        if rounds is not None and not (
            1 <= whole_number("max_episode_steps", rounds) <= MAX_ROUNDS
        ):
            raise ValueError(f"max_episode_steps must be 1 to {MAX_ROUNDS}, or None, not {rounds}")
        if not (copy or writeable):
            raise ValueError("writeable=False is for copy=True, which returns new arrays")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.copy = copy
        self._max_rounds, self._writeable = int(rounds or MAX_ROUNDS), writeable
        self._statistics = episode_statistics

    def _set_games(
        self,
        ghost_policies: "Sequence[tuple[float, float]] | Teams | None",
        observation: spaces.Space[Any],
        action: spaces.Space[Any],
    ) -> None:
        """Make the games. The spaces are those of one game; the ghosts learn without policies."""
        num_envs, sampler = self.num_envs, self._sampler
        self.single_observation_space, self.single_action_space = observation, action
        self.observation_space = batched_space(observation, num_envs)
        self.action_space = batched_space(action, num_envs)
        self.batch = GameBatch(
            num_envs,
            sampler.layouts,
            num_ghosts=sampler.num_ghosts,
            size=sampler.max_size,
            slots=board_slots(num_envs, sampler),
            ghost_policies=ghost_policies,
            dtype=self._dtype,
            form=FORMS[self._obs],
            fresh=self.copy,
            writeable=self._writeable,
            max_rounds=self._max_rounds,
            mode=_MODES[self.autoreset_mode],
        )
        self._levels = BatchLevels(self.batch, sampler)
        self._pictures = GamePictures(self.render_mode, self._cell_size)
        self._all = np.ones(num_envs, np.bool_)
        self._none = np.zeros(num_envs, np.bool_)
        self._started = np.zeros(num_envs, np.bool_)
        self._level_infos = LevelInfos(self._levels, sampler, self._all)
        self._protect()

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
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
        options = checked_options(options, "state", "reset_mask")
        chosen = reset_mask(options, self.num_envs) | ~self._started
        given = options.get("state")
        starts, numbers = given_starts(given, chosen, self.batch, self._sampler, self._levels)
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        seeds, seeded = seeds_for(seed, self.num_envs, self.np_random)
        reseeded = chosen & (seeded | ~self._started)
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
        self._level_infos.renew()
        self._started[:] = True
        return self._observation(), self._infos()

    def get_state(self, games: Any = None) -> GameStates:
        """A snapshot of all games, or of those chosen by a number, numbers, a slice or bools.

        Its items are games, too: `states[3]`, `states[[3, 3, 5]]`. `GameStates.join` puts several
        snapshots together.
        """
        self._check_started("get_state")
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
        if not self._started[0] and games is not None:
            raise ResetNeeded("call reset() before set_state() of some games")
        numbers = self.batch.set_states(self._levels.on_boards(states), games)
        self._levels.follow(numbers)
        self._level_infos.renew()
        self._started[:] = True
        infos = self._infos()
        rows = self.batch.arrays.games
        infos["is_win"] = rows["ended"] & (rows["food"] == 0)
        return self._observation(), infos

    def compiled_games(self) -> CompiledGames:
        """The games for your own compiled loops: see `pacgrid.kernel.compiled_games`. Afterwards
        `step` goes on where the loop stopped."""
        self._check_started("compiled_games")
        self._levels.note_loop()
        return self.batch.compiled_games()

    def clone(self) -> Self:
        """An independent copy, at the same moment, which plays the same."""
        return deepcopy(self)

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._protect()  # arrays that are copied can be written to

    def _protect(self) -> None:
        """Let nobody write to the arrays that infos share."""
        for shared in (self._all, self._none):
            shared.setflags(write=False)

    def step(self, actions: Any) -> Step:
        """Play one round of every game.

        Raises ValueError, before anything moves, for a number that is not an action, for `actions`
        of the wrong shape, and with autoreset disabled for a game that has ended. Raises
        ResetNeeded before the first `reset`.

        Raises LayoutError or LevelError, before anything moves, if a level can't be chosen or made;
        the next step tries another one. In `SAME_STEP` the game then starts again on the level that
        it had, and the step after raises.
        """
        self._check_started("step")
        if self._levels.step(self._actions(actions)):
            self._level_infos.renew()
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
        self._check_started("render")
        return self._pictures.of(map(self.batch.state, range(self.num_envs)))

    def _check_started(self, name: str) -> None:
        if not self._started[0]:
            raise ResetNeeded(f"call reset() before {name}()")

    # Implemented by the subclasses.

    def _actions(self, actions: Any) -> NDArray[np.integer[Any]]:
        """The actions as `[game, agent]`. Raises ValueError for another shape or type."""
        raise NotImplementedError

    def _rewards(self) -> NDArray[np.float64]:
        raise NotImplementedError

    def _masks(self, masks: NDArray[np.int8]) -> NDArray[np.int8]:
        """`masks`, `[game, agent, action]`, in the shape for the infos."""
        raise NotImplementedError

    # Observations.

    def _observation(self) -> Any:
        return self._composed(self.batch.planes, self.batch.arrays, self._output)

    def _last_observations(self, games: NDArray[np.intp]) -> list[Any]:
        """The final observations of these games, in new arrays."""
        batch = self.batch
        last = self._composed(batch.last_planes[games], batch.result, lambda array: array[games])
        return dictionaries(**last) if isinstance(last, dict) else [*last]

    def _composed(
        self,
        planes: NDArray[Any],
        arrays: Arrays | StepResult,
        taken: Callable[[NDArray[Any]], NDArray[Any]],
    ) -> Any:
        """Observations of games in the form of `obs`, with what is `taken` from `arrays`."""
        if self._obs == "packed":
            return {"agents": agent_numbers(taken(arrays.agents)), "board": planes}
        if self._obs == "dict":
            return {"observation": planes, "action_mask": taken(self._masks(arrays.masks))}
        return planes

    # Infos.

    def _infos(self) -> Infos:
        return {
            "action_mask": self._output(self._masks(self.batch.arrays.masks)),
            "_action_mask": self._all,
            "score": self._output(self.batch.arrays.games["score"]),
            "_score": self._all,
            "is_win": self._none,
            "_is_win": self._all,
            **self._level_infos.current,
        }

    def _step_infos(self) -> Infos:
        infos = self._infos()
        result = self.batch.result
        if np.count_nonzero(result.ended):  # a third of the time of any()
            ended = self._output(result.ended)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                infos |= self._final_infos(ended)
            else:
                infos["is_win"] = self._output(result.wins)
            if self._statistics:
                returns, lengths = result.returns * self._reward_scale, self._output(result.rounds)
                infos["episode"] = {"r": returns, "l": lengths}
                infos["_episode"] = ended
        return infos

    def _final_infos(self, ended: NDArray[np.bool_]) -> Infos:
        """The final observations and infos of the games that restarted in this step."""
        result = self.batch.result
        games = ended.nonzero()[0]
        masks = self._output(self._masks(result.masks))
        observations = np.empty(self.num_envs, dtype=object)  # of None
        for game, last in zip(games.tolist(), self._last_observations(games), strict=True):
            observations[game] = last
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "final_info": {
                "action_mask": masks,
                "_action_mask": ended,
                "score": self._output(result.scores),
                "_score": ended,
                "is_win": self._output(result.wins),
                "_is_win": ended,
                **self._level_infos.before(ended),
            },
            "_final_info": ended,
        }

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        """`array` for the caller: a copy, unless `copy=False`."""
        return array.copy() if self.copy else array


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
    if isinstance(given, int | np.integer) and not isinstance(given, bool):
        given = [int(given) + game for game in range(len(batch))]
    elif isinstance(given, Sequence) and not isinstance(given, str):
        given = [*given]  # a range would make new numbers each time
    else:
        given = [given] * len(batch)
    if len(given) != len(batch):
        raise ValueError(f"{len(given)} positions in options['state'] for {len(batch)} games")
    numbers = np.flatnonzero(chosen & [each is not None for each in given])
    if not numbers.size:
        return None, numbers
    # Each position is read once, in however many games it is.
    positions = {id(given[number]): given[number] for number in numbers.tolist()}
    rows = {key: row for row, key in enumerate(positions)}
    states = (load_state(each, sampler, whole_rounds=True) for each in positions.values())
    starts = GameStates.join(GameStates.of(each, batch.width, batch.height) for each in states)
    starts.levels[:] = [_level(each, sampler) for each in positions.values()]
    starts = levels.on_boards(starts[[rows[id(given[number])] for number in numbers.tolist()]])
    starts.games["board"] = boards_for(batch, starts, numbers)
    return starts, numbers


def _level(given: GivenState, sampler: LayoutSampler) -> int:
    """The level of a position that is drawn from a seed; -1 for others."""
    if isinstance(given, State | str):
        return -1
    return sampler.draw(np.random.default_rng(int(given)))


class LevelInfos:
    """`level` and, with `max_size`, `board_mask`, in arrays that can't be written to: they are
    shared until a game restarts. Empty for a single layout."""

    def __init__(self, levels: BatchLevels, sampler: LayoutSampler, everyone: NDArray[np.bool_]):
        self._levels, self._sampler, self._everyone = levels, sampler, everyone
        self.current: dict[str, Any] = {}
        self._last: dict[str, Any] = {}
        """Those before games last restarted."""

    def renew(self) -> None:
        """Look up the levels again: games have restarted."""
        self._last, self.current = self.current, {}
        if self._sampler.has_levels:
            self.current = {"level": self._levels.current(), "_level": self._everyone}
        if self._sampler.has_levels and self._sampler.max_size:
            self.current |= {
                "board_mask": self._levels.board_masks(),
                "_board_mask": self._everyone,
            }
        self._protect()

    def before(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """What they were before the games that `ended` last restarted."""
        return {
            name: ended if name.startswith("_") else values for name, values in self._last.items()
        }

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._protect()  # arrays that are copied can be written to

    def _protect(self) -> None:
        for array in (*self.current.values(), *self._last.values()):
            array.setflags(write=False)
