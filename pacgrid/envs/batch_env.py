"""What the vector environments share: a batch of games behind Gymnasium's `VectorEnv`."""

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import DTypeLike, NDArray

from pacgrid.envs.batch_levels import BatchLevels, are_chosen, board_slots
from pacgrid.envs.batch_starts import given_starts
from pacgrid.envs.checks import finite_number, whole_number
from pacgrid.envs.layout_sampler import LayoutSampler
from pacgrid.envs.levels import LevelError
from pacgrid.envs.renderer import RENDER_FPS
from pacgrid.envs.reset_arguments import reset_mask, seeds_given
from pacgrid.envs.spaces import FORMS, planes_dtype
from pacgrid.kernel.arrays import DISABLED, NEXT_STEP, SAME_STEP
from pacgrid.kernel.compiled_arguments import CompiledGames
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.game_states import GameStates
from pacgrid.kernel.sight import Sight
from pacgrid.layout import Layout, LayoutError
from pacgrid.maze import Maze
from pacgrid.render.board_painter import BoardPainter
from pacgrid.session.scene import Transition, scene
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.kernel.search.opponents import Teams

MAX_ROUNDS = 2**31 - 1
MOST_PAINTERS = 256
"""Pictures of mazes that are kept for `render`."""

Infos = dict[str, Any]
Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]

_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


class BatchEnv(VectorEnv[Any, Any, Any]):
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
        num_envs: int,
        sampler: LayoutSampler,
        ghost_policies: "Sequence[tuple[float, float]] | Teams | None",
        *,
        obs: str,
        sight: Sight,
        dtype: DTypeLike,
        reward_scale: float,
        max_episode_steps: int | None,
        autoreset_mode: AutoresetMode | str,
        copy: bool,
        writeable: bool,
        episode_statistics: bool,
        render_mode: str | None,
        cell_size: int,
    ) -> None:
        if whole_number("num_envs", num_envs) < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        rounds = MAX_ROUNDS
        if max_episode_steps is not None:
            rounds = whole_number("max_episode_steps", max_episode_steps)
        if not 1 <= rounds <= MAX_ROUNDS:
            raise ValueError(f"max_episode_steps must be 1 to {MAX_ROUNDS}, or None, not {rounds}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be 'rgb_array' or 'ansi', not {render_mode!r}")
        if not (copy or writeable):
            raise ValueError("writeable=False is for copy=True, which returns new arrays")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.copy = copy
        self.batch = GameBatch(
            num_envs,
            sampler.layouts,
            num_ghosts=sampler.num_ghosts,
            size=sampler.max_size,
            slots=board_slots(num_envs, sampler),
            chosen_boards=are_chosen(sampler),
            ghost_policies=ghost_policies,
            dtype=planes_dtype(dtype),
            form=FORMS[obs],
            fresh=copy,
            writeable=writeable,
            max_rounds=rounds,
            mode=_MODES[self.autoreset_mode],
            sight=sight,
        )
        self._sampler = sampler
        self._levels = BatchLevels(self.batch, sampler)
        self._level_infos: Infos = {}
        self._last_level_infos: Infos = {}
        """Those before games last restarted."""
        self._level_error: LayoutError | LevelError | None = None
        """Why a game has restarted on the level that it had."""
        self._loops = False
        """Whether games may have restarted in a compiled loop since the last step."""
        self._scale = finite_number("reward_scale", reward_scale)
        self._statistics = episode_statistics
        self._cell_size = whole_number("cell_size", cell_size)
        self._painters: dict[Maze, BoardPainter] = {}
        self._all = np.ones(num_envs, np.bool_)
        self._none = np.zeros(num_envs, np.bool_)
        self._started = np.zeros(num_envs, np.bool_)
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
        chosen = reset_mask(options, self.num_envs) | ~self._started
        starts, numbers = given_starts(
            (options or {}).get("state"), chosen, self.batch, self._sampler, self._levels
        )
        seeds, seeded = self._seeds(seed)
        reseeded = chosen & (seeded | ~self._started)
        before = self.batch.arrays.games["rng_state"][reseeded]
        self.batch.seed(seeds, reseeded)
        if self._levels.are_chosen:
            self._levels.forget_choices(reseeded)
            try:
                with self._levels.held([] if starts is None else starts.games["board"]):
                    self._levels.choose(chosen.nonzero()[0].tolist())
            except (LayoutError, LevelError):
                self._levels.forget_choices(reseeded)
                self.batch.arrays.games["rng_state"][reseeded] = before
                raise
        self.batch.restart(chosen)
        self._levels.restarted(chosen)
        if starts is not None:
            starts.games["rng_state"] = self.batch.arrays.games["rng_state"][numbers]
            self.batch.set_states(starts, numbers)
            self._levels.follow(numbers)
        self._level_error = None
        self._level_infos = self._new_level_infos()
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
        self._level_infos = self._new_level_infos()
        self._started[:] = True
        infos = self._infos()
        rows = self.batch.arrays.games
        infos["is_win"] = rows["ended"] & (rows["food"] == 0)
        return self._observation(), infos

    def compiled_games(self) -> CompiledGames:
        """The games for your own compiled loops: see `pacgrid.kernel.compiled_games`. Afterwards
        `step` goes on where the loop stopped."""
        self._check_started("compiled_games")
        self._loops = True
        return self.batch.compiled_games()

    def clone(self) -> Self:
        """An independent copy, at the same moment, which plays the same."""
        return deepcopy(self)

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._protect()  # arrays that are copied can be written to

    def _protect(self) -> None:
        """Let nobody write to the arrays that infos share."""
        infos = *self._level_infos.values(), *self._last_level_infos.values()
        for shared in (self._all, self._none, *infos):
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
        self._step(self._actions(actions))
        result = self.batch.result
        return (
            self._observation(),
            self._rewards(),
            self._output(result.terminated),
            self._output(result.truncated),
            self._step_infos(),
        )

    def level_layout(self, level: int) -> Layout:
        """The layout of a level; its `name` makes it again. Raises LevelError."""
        return self._sampler.layout(level)

    def make_levels(self) -> None:
        """Make all levels of a family now, and not each when it is first played.

        Raises ValueError if there are too many to keep.
        """
        self._levels.make_all()

    def render(self) -> tuple[Any, ...] | None:
        """A picture or text of each game; None without a `render_mode`."""
        self._check_started("render")
        if self.render_mode is None:
            return None
        states = map(self.batch.state, range(self.num_envs))
        return tuple(map(str if self.render_mode == "ansi" else self._picture, states))

    def _picture(self, state: State) -> NDArray[np.uint8]:
        painter = self._painters.get(state.maze)
        if painter is None:
            if len(self._painters) == MOST_PAINTERS:
                self._painters.clear()
            painter = self._painters[state.maze] = BoardPainter(state.maze, self._cell_size)
        return painter.paint(scene(Transition.standing(state), 1))

    def _check_started(self, name: str) -> None:
        if not self._started[0]:
            raise ResetNeeded(f"call reset() before {name}()")

    def _step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Play one round, choosing levels for the games that restart."""
        levels, result = self._levels, self.batch.result
        same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        if self._level_error is not None:
            error, self._level_error = self._level_error, None
            raise error
        if not self._sampler.has_levels:
            self.batch.step(actions)
            return
        restarting = self._none
        ended = self.batch.arrays.games["ended"]
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and np.count_nonzero(ended):
            restarting = ended.copy()
            if levels.are_chosen:
                self.batch.check(actions)  # before generators and the curriculum move
                levels.choose(restarting.nonzero()[0].tolist())
        self.batch.step(actions)
        if same_step:
            restarting = result.ended
            if levels.are_chosen and np.count_nonzero(restarting):
                self._level_error = levels.choose_or_replay(restarting.nonzero()[0].tolist())
                self.batch.restart_ended()
        if self._loops or np.count_nonzero(restarting):
            self._loops = False
            levels.restarted(restarting)
            self._last_level_infos = self._level_infos
            self._level_infos = self._new_level_infos()

    # Implemented by the subclasses.

    def _actions(self, actions: Any) -> NDArray[np.integer[Any]]:
        """The actions as `[game, agent]`. Raises ValueError for another shape or type."""
        raise NotImplementedError

    def _observation(self) -> Any:
        raise NotImplementedError

    def _rewards(self) -> NDArray[np.float64]:
        raise NotImplementedError

    def _masks(self, masks: NDArray[np.int8]) -> NDArray[np.int8]:
        """`masks`, `[game, agent, action]`, in the shape for the infos."""
        raise NotImplementedError

    def _last_observations(self, games: NDArray[np.intp], masks: NDArray[np.int8]) -> list[Any]:
        """The final observations of these games, in new arrays; `masks` are those of all games."""
        raise NotImplementedError

    # Infos.

    def _infos(self) -> Infos:
        return {
            "action_mask": self._output(self._masks(self.batch.arrays.masks)),
            "_action_mask": self._all,
            "score": self._output(self.batch.arrays.games["score"]),
            "_score": self._all,
            "is_win": self._none,
            "_is_win": self._all,
            **self._level_infos,
        }

    def _new_level_infos(self) -> Infos:
        """What infos tell of the games' levels, in arrays that can't be written to: they are shared
        until a game restarts."""
        if not self._sampler.has_levels:
            return {}
        infos: Infos = {"level": self._levels.current(), "_level": self._all}
        if self._sampler.max_size:
            infos |= {"board_mask": self._levels.board_masks(), "_board_mask": self._all}
        for array in infos.values():
            array.setflags(write=False)
        return infos

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
                returns, lengths = result.returns * self._scale, self._output(result.rounds)
                infos["episode"] = {"r": returns, "l": lengths}
                infos["_episode"] = ended
        return infos

    def _final_infos(self, ended: NDArray[np.bool_]) -> Infos:
        """The final observations and infos of the games that restarted in this step."""
        result = self.batch.result
        games = ended.nonzero()[0]
        masks = self._output(self._masks(result.masks))
        observations = np.empty(self.num_envs, dtype=object)  # of None
        for game, last in zip(games.tolist(), self._last_observations(games, masks), strict=True):
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
                **{
                    name: ended if name.startswith("_") else values
                    for name, values in self._last_level_infos.items()
                },
            },
            "_final_info": ended,
        }

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        """`array` for the caller: a copy, unless `copy=False`."""
        return array.copy() if self.copy else array

    def _seeds(
        self, seed: int | Sequence[int | None] | None
    ) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        """A seed for each game, and which of them are from `seed`."""
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        given = seeds_given(seed, self.num_envs)
        drawn = self.np_random.integers(0, 2**63, self.num_envs, np.uint64)
        seeds = [
            other if each is None else each % 2**64
            for each, other in zip(given, drawn, strict=True)
        ]
        return np.array(seeds, np.uint64), np.array([each is not None for each in given])


def dictionaries(**arrays: NDArray[Any]) -> list[dict[str, NDArray[Any]]]:
    """A dictionary for each game, of the arrays' rows."""
    return [dict(zip(arrays, rows, strict=True)) for rows in zip(*arrays.values(), strict=True)]
