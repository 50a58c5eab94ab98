"""Environments with one game at a time: its actions, its level, its picture and its snapshots."""

from collections.abc import Iterable
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from operator import index
from typing import Any, ClassVar, Self, Unpack

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.envs.levels import LayoutSampler, LevelError, board_mask, check_fits, load_state
from pacgrid.envs.observations import Observer
from pacgrid.envs.options import GameOptions, PacgridEnv, reset_options
from pacgrid.envs.renderer import EnvRenderer
from pacgrid.errors import LayoutError, PacgridError
from pacgrid.maze import Maze
from pacgrid.state import State

ACTIONS = tuple(Action)


def to_action(number: object, agent: str) -> Action:
    """The action with this number, a Python integer (bools included) or a numpy integer.

    Raises ValueError for any other number or type, numpy's bools included.
    """
    try:
        value = index(number)  # type: ignore[arg-type]
    except TypeError:
        value = -1
    if not 0 <= value < len(ACTIONS):
        choice = ", ".join(f"{action.value} {action}" for action in ACTIONS)
        raise ValueError(f"{agent} can't play {number!r}: the actions are {choice}")
    return ACTIONS[value]


def replace_illegal(state: State, action: Action) -> Action:
    """`action` if it is legal in `state`, otherwise its replacement.

    Pac-Man stops instead. A ghost goes straight on, or else takes its first legal action.
    """
    maze = state._maze
    if state._to_move == 0:
        return action if action in maze.pacman_moves[state._pacman] else Action.STOP
    node = state._ghosts[0]
    if action in maze.ghost_moves[node]:
        return action
    ahead = maze.node_direction(node)
    return ahead if ahead in maze.ghost_moves[node] else maze.ghost_actions[node][0]


class NotResetError(PacgridError, ResetNeeded, AttributeError, AssertionError):
    """An environment was used before its first `reset()`, or `step()` after the game's end."""


class _AfterReset:
    """A placeholder for an attribute that `reset` sets: reading it raises NotResetError.

    `__getattr__` would do the same, but slow down every attribute.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: object, owner: type) -> Any:
        if env is None:
            return self
        raise NotResetError(f"call reset() before reading {self._name}")


def after_reset() -> Any:
    """Declares an attribute that raises NotResetError until the first reset."""
    return _AfterReset()


@dataclass(frozen=True)
class Snapshot:
    """A moment of an environment, to return to. Can be pickled if the opponents can."""

    kind: str
    """The name of the environment's class."""
    state: State
    rounds: int
    level: int
    rng_state: dict[str, Any]
    """The state of the environment's random generator."""
    attributes: dict[str, Any]
    """The environment's other attributes, by name: agents, rewards, …"""


class OneGameEnv(PacgridEnv):
    """An environment with one game at a time. See `PettingZooEnv` and `SingleEnv`."""

    _SAVED: ClassVar[tuple[str, ...]] = ()
    """The attributes that snapshots have besides the game."""
    _IGNORED: ClassVar[tuple[str, ...]] = ()
    """Keys of `options` that `reset` takes and ignores."""
    np_random: np.random.Generator
    _state: State = after_reset()
    _observer: Observer = after_reset()

    def __init__(self, *, obs: str, **options: Unpack[GameOptions]) -> None:
        super().__init__(obs=obs, **options)
        self._level = CurrentLevel(self._sampler)
        self._renderer = EnvRenderer(self.render_mode, "pacgrid_v0", self._cell_size)
        self._watched = self.render_mode is not None
        self._rounds = 0

    @property
    def game(self) -> State:
        """The current `State`."""
        return self._require_reset("game")

    def render(self) -> Any:
        """The current picture or text; in `human` mode, shows it and returns None."""
        return self._renderer.render(self._require_reset("render()"))

    def close(self) -> None:
        """Close the window, if there is one. Can be called more than once."""
        self._renderer.close()

    def clone(self) -> Self:
        """An independent copy, at the same moment, which plays the same."""
        return deepcopy(self)

    def get_state(self) -> Snapshot:
        """A snapshot, to which `set_state` returns. It has copies of all that changes in a game:
        the opponents (by `copy.deepcopy`) and the state of the random generator, too."""
        state = self._require_reset("get_state()")
        attributes = deepcopy({name: getattr(self, name) for name in self._SAVED})
        rng_state = dict(self.np_random.bit_generator.state)
        kind = type(self).__name__
        return Snapshot(kind, state, self._rounds, self._level.number, rng_state, attributes)

    def set_state(self, snapshot: Snapshot) -> Any:
        """Return to a snapshot, of this environment or of another one of this class with the same
        agents and the same size of board; what `reset` would return there. From there on everything
        repeats exactly. A wrapper's `TimeLimit` goes on counting.

        Raises ValueError if it is a snapshot of anything else.
        """
        self._check_snapshot(snapshot)
        state = snapshot.state
        check_fits(state, self._sampler, "the snapshot")
        for name, value in deepcopy(snapshot.attributes).items():
            setattr(self, name, value)
        self.np_random.bit_generator.state = snapshot.rng_state
        self._level.restore(snapshot.level, state)
        self._go_to(state, snapshot.rounds)
        if self._watched:
            self._renderer.start(state, snapshot.rounds)
        return self._after_reset()

    def _check_snapshot(self, snapshot: object) -> None:
        """Raises ValueError if it is not a snapshot of such an environment."""
        kind = type(self).__name__
        if not isinstance(snapshot, Snapshot) or snapshot.kind != kind:
            raise ValueError(f"the snapshot is not a {kind}'s: use a snapshot of the same class")

    def _after_reset(self) -> Any:
        """What `reset` returns at the current position."""
        raise NotImplementedError

    def _require_reset(self, name: str) -> State:
        """The position of the game. Raises NotResetError, with `name`, before a reset."""
        try:
            return self._state
        except NotResetError:
            raise NotResetError(f"call reset() before {name}") from None

    def _given_start(self, options: dict[str, Any] | None, *, whole_rounds: bool) -> State | None:
        """The position in `options`, if there is one. Raises ValueError or LayoutError."""
        given = reset_options(options, "state", also=self._IGNORED).get("state")
        if given is None:
            return None
        return load_state(given, self._sampler, whole_rounds=whole_rounds)

    def _start_at(self, given: State | None) -> State:
        """Start a game at a position that is given, or on a level drawn; its first state."""
        if given is None:
            start = self._level.draw_next(self.np_random)
        else:
            start = given
            self._level.set_given(start)
        self._go_to(start, 0)
        return start

    def _go_to(self, state: State, rounds: int) -> None:
        self._state, self._rounds = state, rounds
        observer = vars(self).get("_observer")
        if observer is None or observer.maze is not state.maze:
            size = self._sampler.width, self._sampler.height
            self._observer = Observer(state.maze, self._dtype, self._obs, size)


class CurrentLevel:
    """The level of a game, and what infos say about it: `level`, its number, unless there is a
    single layout; and with `max_size` `board_mask`, bools `[row, column]`: which cells are its
    board."""

    def __init__(self, sampler: LayoutSampler) -> None:
        self._sampler = sampler
        self._shows_level = sampler.has_levels
        self.number = 0
        """-1 for a position that was given, on a board of another level."""
        self._maze: Maze | None = None
        self._mask: NDArray[np.bool_] | None = None

    def draw_next(self, rng: np.random.Generator) -> State:
        """Draw a level with `rng`; the first state of a game on it.

        Raises LayoutError or LevelError; then the level stays as it is.
        """
        number = self._sampler.draw(rng)
        start = self._sampler.start(number)
        self._set(number, start)
        return start

    def set_given(self, state: State) -> None:
        """Go on to a game from a position that was given: on the level of the game before or of the
        first given layout with the same maze, if there is one."""
        same = state.maze == self._maze
        self._set(self.number if same else self._sampler.level_of(state.maze), state)

    def restore(self, number: int, state: State) -> None:
        """Go on to a game of a snapshot, which may be of another environment: on that level if it
        has the same maze here, or else as from a given position."""
        if (number, state.maze) == (self.number, self._maze):
            return
        with suppress(LayoutError, LevelError):
            if self._sampler.start(number).maze == state.maze:
                self._set(number, state)
                return
        self.set_given(state)

    def add_to(self, infos: Iterable[dict[str, Any]]) -> None:
        """Add to infos, which are new, the level's number and which cells are its board."""
        if self._shows_level:
            for info in infos:
                info["level"] = self.number
        if self._mask is not None:
            for info in infos:
                info["board_mask"] = self._mask.copy()

    def _set(self, number: int, state: State) -> None:
        self.number = number
        self._maze = state.maze
        if size := self._sampler.max_size:
            self._mask = board_mask(state.maze.width, state.maze.height, size)
