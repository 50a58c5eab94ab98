"""What the two PettingZoo environments share."""

from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import DTypeLike, NDArray

from pacgrid.envs.checks import RefusesGoneOptions, finite_number, whole_number
from pacgrid.envs.current_level import CurrentLevel
from pacgrid.envs.given_states import check_fits, load_state
from pacgrid.envs.layout_sampler import LayoutSampler, LevelOptions
from pacgrid.envs.levels import LayoutChoice
from pacgrid.envs.observation_planes import ObservationPlanes, PlanesCache
from pacgrid.envs.renderer import RENDER_FPS, RENDER_MODES, EnvRenderer
from pacgrid.envs.reset_arguments import checked_options
from pacgrid.envs.snapshot import Snapshot
from pacgrid.envs.spaces import (
    ObsKind,
    action_space,
    observation_space,
    planes_dtype,
    planes_space,
)
from pacgrid.errors import PacgridError
from pacgrid.kernel.planes import Channel, Planes
from pacgrid.layout import Layout
from pacgrid.state import State

METADATA: dict[str, Any] = {
    "render_modes": list(RENDER_MODES),
    "name": "pacgrid_v0",
    "is_parallelizable": True,
    "render_fps": RENDER_FPS,
}

Info = dict[str, Any]


class NotResetError(PacgridError, AttributeError, AssertionError):
    """An environment was used before its first `reset()`."""


class _AfterReset:
    """A placeholder for an attribute that `reset` sets: reading it raises NotResetError.

    `__getattr__` would do the same, but slow down every attribute.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: object, owner: type) -> Any:
        if env is None:
            return self
        raise NotResetError(f"{self._name} cannot be accessed before reset()")


def after_reset() -> Any:
    """Declares an attribute that raises NotResetError until the first reset."""
    return _AfterReset()


class PettingZooEnv(RefusesGoneOptions):
    """The game, its options, its agents and their spaces.

    Attributes that exist only after a reset raise NotResetError before it.
    """

    metadata = METADATA

    _SNAPSHOT_ATTRIBUTES: tuple[str, ...]  # saved in snapshots
    _planes: ObservationPlanes = after_reset()

    def __init__(
        self,
        *,
        layout: LayoutChoice,
        num_ghosts: int | None,
        obs: ObsKind,
        dtype: DTypeLike,
        reward_scale: float,
        share_reward: bool,
        max_cycles: int | None,
        render_mode: str | None,
        cell_size: int,
        level_options: LevelOptions,
    ) -> None:
        if max_cycles is not None and whole_number("max_cycles", max_cycles) < 1:
            raise ValueError(f"max_cycles must be at least 1 round, or None, not {max_cycles}")
        self._sampler = sampler = LayoutSampler(layout, num_ghosts, level_options)
        self._level = CurrentLevel(sampler)
        self.possible_agents = ["pacman_0", *(f"ghost_{i}" for i in range(sampler.num_ghosts))]
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: observation_space(
                sampler.height,
                sampler.width,
                len(self.possible_agents),
                dtype,
                obs,
                positioned=True,
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: action_space() for agent in self.possible_agents
        }
        self.state_space = planes_space(sampler.height, sampler.width, dtype, Channel.SELF)
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._obs = obs
        self._reward_scale = finite_number("reward_scale", reward_scale)
        self._ghost_scale = -self._reward_scale / (
            max(sampler.num_ghosts, 1) if share_reward else 1
        )
        self._renderer = EnvRenderer(
            render_mode, title=METADATA["name"], cell_size=whole_number("cell_size", cell_size)
        )
        self._watched = render_mode is not None
        self._planes_cache = PlanesCache(planes_dtype(dtype), (sampler.width, sampler.height))
        self._rng: np.random.Generator | None = None
        self._rounds = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s actions, the same object each time."""
        return self.action_spaces[agent]

    def state(self) -> Planes:
        """A new array `[6, height, width]`: the planes that all agents share, all but SELF."""
        return self._require_reset("state").shared_planes()

    def level_layout(self, level: int) -> Layout:
        """The layout of a level; its `name` makes it again. Raises LevelError."""
        return self._sampler.layout(level)

    @property
    def game(self) -> State:
        """The current `State`."""
        return self._require_reset("game").state

    def render(self) -> NDArray[np.uint8] | str | None:
        """The current picture or text; in `human` mode, shows it and returns None."""
        return self._renderer.render(self._require_reset("render").state)

    def close(self) -> None:
        """Close the window, if there is one. Can be called more than once."""
        self._renderer.close()

    def clone_state(self) -> Snapshot:
        """A snapshot of the current state: small, immutable, can be pickled."""
        state = self._require_reset("clone_state").state
        assert self._rng is not None  # set by reset
        return Snapshot(
            state,
            self._rounds,
            dict(self._rng.bit_generator.state),
            {name: _copied(getattr(self, name)) for name in self._SNAPSHOT_ATTRIBUTES},
            self._level.number,
        )

    def restore_state(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot, the random generator's state included.

        The snapshot may come from another environment of this class with the same options.

        Raises ValueError if it is from another class, or its size or number of agents differs.
        """
        if not isinstance(snapshot, Snapshot) or snapshot.attributes.keys() != set(
            self._SNAPSHOT_ATTRIBUTES
        ):
            raise ValueError(
                f"the snapshot is not a {type(self).__name__}'s: use a snapshot of the same class"
            )
        check_fits(snapshot.state, self._sampler, "the snapshot")
        if self._rng is None:
            self._rng, _ = seeding.np_random(0)
        self._rng.bit_generator.state = snapshot.rng_state
        self._rounds = snapshot.rounds
        for name, value in snapshot.attributes.items():
            setattr(self, name, _copied(value))
        self._planes = self._planes_cache.planes(snapshot.state)
        self._level.restore(snapshot.level, snapshot.state)
        self._renderer.start(snapshot.state, snapshot.rounds)

    def get_state(self) -> Snapshot:
        """`clone_state`, by the name that it has in the other environments."""
        return self.clone_state()

    def set_state(self, snapshot: Snapshot) -> None:
        """`restore_state`, by the name that it has in the other environments."""
        self.restore_state(snapshot)

    def _start_game(
        self, seed: int | None, options: dict[str, Any] | None, *, whole_rounds: bool
    ) -> State:
        """Start a new game and return its first state: a layout's, or `options["state"]`."""
        # PettingZoo's own tests pass {"options": 1}.
        given = checked_options(options, "state", also=("options",)).get("state")
        start = None
        if given is not None:
            start = load_state(given, self._sampler, whole_rounds=whole_rounds)
        if seed is not None or self._rng is None:
            # index: the seed may be a numpy integer.
            self._rng, _ = seeding.np_random(None if seed is None else index(seed))
        if start is None:
            start = self._level.draw_next(self._rng)
        else:
            self._level.set_given(start)
        self._planes = self._planes_cache.planes(start)
        self._rounds = 0
        return start

    def _require_reset(self, name: str) -> ObservationPlanes:
        try:
            return self._planes
        except NotResetError:
            raise NotResetError(f"reset() needs to be called before {name}") from None


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list) else value
