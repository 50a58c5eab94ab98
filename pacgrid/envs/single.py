"""What the single-agent environments share: one agent learns against given opponents."""

from collections.abc import Sequence
from copy import deepcopy
from operator import index
from typing import Any, Self

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.envs.actions import replace_illegal, to_action
from pacgrid.envs.checks import RefusesGoneOptions, finite_number, whole_number
from pacgrid.envs.current_level import CurrentLevel
from pacgrid.envs.given_states import check_fits, load_state
from pacgrid.envs.layout_sampler import LayoutSampler
from pacgrid.envs.observation_planes import ObservationPlanes, PlanesCache
from pacgrid.envs.opponents import GhostTeams, Opponents
from pacgrid.envs.renderer import RENDER_FPS, RENDER_MODES, EnvRenderer
from pacgrid.envs.reset_arguments import checked_options
from pacgrid.envs.snapshot import Snapshot
from pacgrid.envs.spaces import ObsKind, action_space, observation_space, planes_dtype
from pacgrid.layout import Layout
from pacgrid.records.description import pairing
from pacgrid.state import State

MAX_STARTS = 100
"""Games in a row that may end before the learner's first move."""

KEYS: dict[tuple[int, ...], int] = {
    (code,): action.value
    for action, codes in {
        # SDL's key codes: a letter's is its character, an arrow's its scan code with bit 30 set.
        Action.NORTH: (ord("w"), 82 | 1 << 30),
        Action.EAST: (ord("d"), 79 | 1 << 30),
        Action.SOUTH: (ord("s"), 81 | 1 << 30),
        Action.WEST: (ord("a"), 80 | 1 << 30),
    }.items()
    for code in codes
}


class SingleEnv(RefusesGoneOptions, gymnasium.Env[Any, Any]):
    """One agent learns against given opponents. See `PacmanEnv` and `GhostEnv`."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        *,
        sampler: LayoutSampler,
        learner: int,
        opponents: Sequence[Opponents],
        teams: GhostTeams,
        obs: ObsKind,
        dtype: DTypeLike,
        reward_scale: float,
        render_mode: str | None,
        cell_size: int,
    ) -> None:
        self.observation_space = observation_space(
            sampler.height,
            sampler.width,
            sampler.num_ghosts + 1,
            dtype,
            obs,
            positioned=learner > 0,
        )
        self.action_space = action_space()
        self.render_mode = render_mode
        self._sampler = sampler
        self._level = CurrentLevel(sampler)
        self._learner = learner
        self._teams, self._team = teams, 0
        self._all_opponents = opponents
        self._opponents = opponents[0]
        self._obs = obs
        self._planes_cache = PlanesCache(planes_dtype(dtype), (sampler.width, sampler.height))
        scale = finite_number("reward_scale", reward_scale)
        self._points_scale = -scale if learner else scale
        self._renderer = EnvRenderer(
            render_mode, title=self._pairing(), cell_size=whole_number("cell_size", cell_size)
        )
        self._watched = render_mode is not None
        self._planes: ObservationPlanes | None = None
        self._rounds = 0
        self._over = False

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game and play it up to the learner's first turn.

        `options["state"]` is the position to start from; see `pacgrid.envs`.

        Raises:
            ValueError: there are other options, or the position can't be read, isn't of these
                boards, or is the end of a game.
            LayoutError, LevelError: a level can't be chosen or made; the game before goes on.
            OpponentError: an opponent failed.
            RuntimeError: 100 games in a row ended before the learner's first turn.
        """
        given = checked_options(options, "state").get("state")
        first = None if given is None else load_state(given, self._sampler)
        super().reset(seed=None if seed is None else index(seed))  # it may be a numpy integer
        for _ in range(MAX_STARTS):
            if first is None:
                start = self._level.draw_next(self.np_random)
            else:
                start = first
                self._level.set_given(start)
            self._team = self._teams.draw(self.np_random)
            self._opponents = self._all_opponents[self._team]
            self._opponents.start(start, self.np_random)
            self._planes = planes = self._planes_cache.planes(start)
            self._rounds = 0
            self._over = False
            if self._watched:
                self._renderer.start(start)
            self._play_opponents(planes)
            if not self._over:
                return self._observation_and_info(planes)
        raise RuntimeError(
            f"{MAX_STARTS} games ended before ghost_{self._learner - 1} could move once: "
            f"choose another layout or another Pac-Man\n{start}"
        )

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play `action` for the learner, then the opponents' moves up to its next turn.

        Raises:
            ValueError: `action` is not an action's number.
            OpponentError: an opponent failed.
            ResetNeeded: no game has started, or it is over.
        """
        planes = self._planes
        if planes is None or self._over:
            why = "the game is over" if self._over else "no game has started"
            raise ResetNeeded(f"{why}: call reset() before step()")
        before = planes.state
        name = f"ghost_{self._learner - 1}" if self._learner else "pacman_0"
        self._advance(planes, before.successor(replace_illegal(before, to_action(action, name))))
        self._play_opponents(planes)
        observation, info = self._observation_and_info(planes)
        points = planes.state.score - before.score
        reward = points * self._points_scale + 0.0  # never -0.0
        return observation, reward, self._over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """`[action]`: whether it is legal now, as sb3-contrib's MaskablePPO expects."""
        return self._require_reset("action_masks").mask(self._learner).astype(np.bool_)

    def get_keys_to_action(self) -> dict[tuple[int, ...], int]:
        """Arrow keys and W A S D for `gymnasium.utils.play.play`; call it with `noop=4`."""
        return dict(KEYS)

    def level_layout(self, level: int) -> Layout:
        """The layout of a level; its `name` makes it again. Raises LevelError."""
        return self._sampler.layout(level)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The teams of ghosts to draw from; `info["opponents"]` is the number of one of them."""
        return self._teams.names

    @property
    def game(self) -> State:
        """The current `State`."""
        return self._require_reset("game").state

    def get_state(self) -> Snapshot:
        """A snapshot of the game, to which `set_state` returns: with copies of the opponents
        (`copy.deepcopy`) and the state of the random generator."""
        state = self._require_reset("get_state").state
        opponents = deepcopy(self._all_opponents)
        attributes = {"learner": self._learner, "over": self._over, "opponents": opponents}
        attributes["team"] = self._team
        rng_state = dict(self.np_random.bit_generator.state)
        return Snapshot(state, self._rounds, rng_state, attributes, self._level.number)

    def set_state(self, snapshot: Snapshot) -> tuple[Any, dict[str, Any]]:
        """Return to a snapshot, of this environment or of another one with the same opponents and
        the same size of board; the observation and the info there. From there on everything
        repeats exactly. A wrapper's `TimeLimit` goes on counting.

        Raises ValueError if it is a snapshot of anything else.
        """
        name = type(self).__name__
        if (
            not isinstance(snapshot, Snapshot)
            or snapshot.attributes.get("learner") != self._learner
        ):
            raise ValueError(f"the snapshot is not of a {name} with the same learner")
        opponents: Sequence[Opponents] = snapshot.attributes["opponents"]
        team = snapshot.attributes["team"]
        theirs, own = (
            "; ".join(each.names() for each in teams) for teams in (opponents, self._all_opponents)
        )
        if theirs != own:
            raise ValueError(f"the snapshot's opponents are {theirs}, this environment's {own}")
        check_fits(snapshot.state, self._sampler, "the snapshot")
        self._all_opponents = deepcopy(opponents)
        self._team, self._opponents = team, self._all_opponents[team]
        self.np_random.bit_generator.state = snapshot.rng_state
        self._rounds = snapshot.rounds
        self._over = snapshot.attributes["over"]
        self._level.restore(snapshot.level, snapshot.state)
        self._planes = self._planes_cache.planes(snapshot.state)
        if self._watched:
            self._renderer.start(snapshot.state, snapshot.rounds)
        return self._observation_and_info(self._planes)

    def clone(self) -> Self:
        """An independent copy, at the same moment, which plays the same."""
        return deepcopy(self)

    def render(self) -> Any:
        """The current picture or text; in `human` mode, shows it and returns None."""
        return self._renderer.render(self._require_reset("render").state)

    def close(self) -> None:
        """Close the window, if there is one. Can be called more than once."""
        self._renderer.close()

    def _pairing(self) -> str:
        agents = self._opponents.agents
        everyone = range(self._sampler.num_ghosts + 1)
        return pairing([agents[i].name if i in agents else "learner" for i in everyone])

    def _require_reset(self, name: str) -> ObservationPlanes:
        if self._planes is None:
            raise ResetNeeded(f"call reset() before {name}()")
        return self._planes

    def _play_opponents(self, planes: ObservationPlanes) -> None:
        """Play the opponents' moves until it is the learner's turn or the game is over."""
        while not self._over and planes.state.to_move != self._learner:
            self._advance(planes, self._opponents.move(planes.state))

    def _advance(self, planes: ObservationPlanes, after: State) -> None:
        planes.follow(after)
        self._over = after.is_terminal
        if after.to_move == 0 or self._over:
            self._rounds += 1
            if self._watched:
                self._renderer.follow(after, self._rounds)
        if self._over:
            self._opponents.finish(after)

    def _observation_and_info(self, planes: ObservationPlanes) -> tuple[Any, dict[str, Any]]:
        observation = planes.observe_as(self._learner, self._obs)
        if self._learner == 0 and self._obs == "packed":  # it shows where Pac-Man is
            del observation["position"], observation["action_mask"]
        state = planes.state
        mask = planes.mask(self._learner)
        info = {"action_mask": mask, "score": state.score, "is_win": state.is_win}
        self._level.add_to([info])
        if self._teams.drawn:
            info["opponents"] = self._team
        return observation, info
