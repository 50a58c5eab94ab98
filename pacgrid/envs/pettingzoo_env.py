"""What PettingZoo's two kinds of environments have in common."""

from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import DTypeLike, NDArray

from pacgrid.envs.checks import finite_number, whole_number
from pacgrid.envs.layout_sampler import LayoutChoice, LayoutSampler
from pacgrid.envs.observation_planes import ObservationPlanes, Planes, PlanesCache
from pacgrid.envs.renderer import RENDER_FPS, RENDER_MODES, Renderer
from pacgrid.envs.spaces import action_space, observation_space, planes_dtype, planes_space
from pacgrid.errors import PacgridError
from pacgrid.kernel.planes import Channel
from pacgrid.state import State

METADATA: dict[str, Any] = {
    "render_modes": list(RENDER_MODES),
    "name": "pacgrid_v0",
    "is_parallelizable": True,
    "render_fps": RENDER_FPS,
}

Info = dict[str, Any]


class NotResetError(PacgridError, AttributeError, AssertionError):
    """Something was asked of an environment before its first `reset()`."""


class _AfterReset:
    """Stands for an attribute until the environment has it, and says then what is missing.

    `__getattr__` would do as well, and make every attribute slow.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: object, owner: type) -> Any:
        if env is None:
            return self
        raise NotResetError(f"{self._name} cannot be accessed before reset()")


def after_reset() -> Any:
    """For an attribute in a class: asked for before the first reset, it raises NotResetError."""
    return _AfterReset()


@dataclass(frozen=True)
class Snapshot:
    """A moment of an environment, from `clone_state`; `restore_state` goes on from there."""

    state: State
    rounds: int
    rng_state: dict[str, Any]
    """The state of the random generator."""
    attributes: dict[str, Any]
    """Who is there, who is next, and what they have been given."""


class PettingZooEnv:
    """The game, its options, its agents and their spaces.

    Whatever is there only after a reset says so when it is asked for before.
    """

    metadata = METADATA

    _SNAPSHOT_ATTRIBUTES: tuple[str, ...]  # the attributes that a snapshot keeps besides the game
    _planes: ObservationPlanes = after_reset()

    def __init__(
        self,
        *,
        layout: LayoutChoice,
        num_ghosts: int | None,
        obs: str,
        dtype: DTypeLike,
        reward_scale: float,
        share_reward: bool,
        max_cycles: int | None,
        render_mode: str | None,
        cell_size: int,
    ) -> None:
        if max_cycles is not None and whole_number("max_cycles", max_cycles) < 1:
            raise ValueError(f"max_cycles must be at least 1 round, or None, not {max_cycles}")
        self._layouts = boards = LayoutSampler(layout, num_ghosts)
        self.possible_agents = ["pacman_0", *(f"ghost_{i}" for i in range(boards.num_ghosts))]
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: observation_space(boards.height, boards.width, dtype, obs)
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: action_space() for agent in self.possible_agents
        }
        self.state_space = planes_space(boards.height, boards.width, dtype, Channel.SELF)
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._with_mask = obs == "dict"
        self._reward_scale = finite_number("reward_scale", reward_scale)
        self._ghost_scale = -self._reward_scale / (max(boards.num_ghosts, 1) if share_reward else 1)
        self._renderer = Renderer(
            render_mode, title=METADATA["name"], cell_size=whole_number("cell_size", cell_size)
        )
        self._watched = render_mode is not None
        self._planes_cache = PlanesCache(planes_dtype(dtype))
        self._rng: np.random.Generator | None = None
        self._rounds = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What `agent` observes: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What `agent` can play: the same object each time."""
        return self.action_spaces[agent]

    def state(self) -> Planes:
        """A new array `[6, height, width]`: the planes without an observer, all but SELF."""
        return self._require_reset("state").shared_planes()

    @property
    def game(self) -> State:
        """The position of the game: immutable, with the rules in it."""
        return self._require_reset("game").state

    def render(self) -> NDArray[np.uint8] | str | None:
        """The picture or the text of this moment; in `human` mode, shows it and gives None."""
        return self._renderer.render(self._require_reset("render").state)

    def close(self) -> None:
        """Close the window, if there is one. Again is as good as once."""
        self._renderer.close()

    def clone_state(self) -> Snapshot:
        """This moment, to come back to: small, can be pickled, and no environment changes it."""
        state = self._require_reset("clone_state").state
        assert self._rng is not None  # reset has seen to it
        return Snapshot(
            state,
            self._rounds,
            dict(self._rng.bit_generator.state),
            {name: _copied(getattr(self, name)) for name in self._SNAPSHOT_ATTRIBUTES},
        )

    def restore_state(self, snapshot: Snapshot) -> None:
        """Go on from that moment as if nothing had happened since: the same draws of chance too.

        The snapshot may be from another environment of the same kind with the same options.

        Raises ValueError: it is of another kind, another board's size, or other agents.
        """
        if snapshot.attributes.keys() != set(self._SNAPSHOT_ATTRIBUTES):
            raise ValueError(
                f"the snapshot is not a {type(self).__name__}'s: agents in turn and agents in "
                "rounds have snapshots of their own"
            )
        if snapshot.state.num_agents != len(self.possible_agents):
            raise ValueError(
                f"the snapshot has {snapshot.state.num_agents} agents, "
                f"this environment {len(self.possible_agents)}"
            )
        maze, boards = snapshot.state.maze, self._layouts
        if (maze.width, maze.height) != (boards.width, boards.height):
            raise ValueError(
                f"the snapshot's board is {maze.width} x {maze.height}, "
                f"this environment's {boards.width} x {boards.height}"
            )
        if self._rng is None:
            self._rng, _ = seeding.np_random(0)
        self._rng.bit_generator.state = snapshot.rng_state
        self._rounds = snapshot.rounds
        for name, value in snapshot.attributes.items():
            setattr(self, name, _copied(value))
        self._planes = self._planes_cache.planes(snapshot.state)
        self._renderer.start(snapshot.state, snapshot.rounds)

    def _start_game(self, seed: int | None) -> State:
        """The start of another game."""
        if seed is not None or self._rng is None:
            # Seeds may be numpy's numbers.
            self._rng, _ = seeding.np_random(None if seed is None else index(seed))
        state = self._layouts.sample(self._rng)
        self._planes = self._planes_cache.planes(state)
        self._rounds = 0
        return state

    def _require_reset(self, asked: str) -> ObservationPlanes:
        try:
            return self._planes
        except NotResetError:
            raise NotResetError(f"reset() needs to be called before {asked}") from None


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list) else value
