"""What the two PettingZoo environments share."""

from operator import index
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from pacgrid.envs.checks import checked_options, whole_number
from pacgrid.envs.given_states import check_fits, load_state
from pacgrid.envs.observation_planes import ObservationPlanes
from pacgrid.envs.one_game import OneGameEnv, Snapshot
from pacgrid.envs.options import GameOptions
from pacgrid.envs.renderer import RENDER_FPS, RENDER_MODES
from pacgrid.envs.spaces import (
    ObsKind,
    action_space,
    observation_space,
    planes_space,
)
from pacgrid.errors import PacgridError
from pacgrid.kernel.planes import Channel, Planes
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


class ZooOptions(GameOptions, total=False):
    """The options of `PettingZooEnv`, for those who pass them on."""

    obs: ObsKind
    share_reward: bool
    max_cycles: int | None


class PettingZooEnv(OneGameEnv):
    """The game, its agents and their spaces.

    Attributes that exist only after a reset raise NotResetError before it.
    """

    metadata = METADATA

    _SNAPSHOT_ATTRIBUTES: tuple[str, ...]  # saved in snapshots
    _planes: ObservationPlanes = after_reset()
    _obs: ObsKind

    def __init__(
        self,
        *,
        obs: ObsKind = "dict",
        share_reward: bool = False,
        max_cycles: int | None = 1000,
        **options: Unpack[GameOptions],
    ) -> None:
        super().__init__(obs=obs, **options)
        if max_cycles is not None and whole_number("max_cycles", max_cycles) < 1:
            raise ValueError(f"max_cycles must be at least 1 round, or None, not {max_cycles}")
        self.max_cycles = max_cycles
        sampler, dtype = self._sampler, self._dtype
        height, width, ghosts = sampler.height, sampler.width, sampler.num_ghosts
        self.possible_agents = agents = ["pacman_0", *(f"ghost_{i}" for i in range(ghosts))]
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: observation_space(height, width, len(agents), dtype, obs, positioned=True)
            for agent in agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: action_space() for agent in agents
        }
        self.state_space = planes_space(height, width, dtype, Channel.SELF)
        self._numbers = {agent: number for number, agent in enumerate(agents)}
        self._ghost_scale = -self._reward_scale / (max(ghosts, 1) if share_reward else 1)
        self._rng: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s actions, the same object each time."""
        return self.action_spaces[agent]

    def state(self) -> Planes:
        """A new array `[6, height, width]`: the planes that all agents share, all but SELF."""
        return self._require_reset("state").shared_planes()

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
