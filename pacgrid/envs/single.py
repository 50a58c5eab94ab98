"""Gymnasium's environments with one game: one agent learns against given opponents."""

from collections.abc import Sequence
from operator import index
from typing import Any, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.common.named_options import whole_number
from pacgrid.envs.observations import ObsKind, action_space
from pacgrid.envs.one_game import (
    NotResetError,
    OneGameEnv,
    replace_illegal,
    to_action,
)
from pacgrid.envs.opponents import (
    GhostChoice,
    GhostTeams,
    OneAgent,
    Opponents,
    count_ghosts,
    load_opponent,
)
from pacgrid.envs.options import GameOptions
from pacgrid.envs.renderer import RENDER_FPS, RENDER_MODES
from pacgrid.records.record import pairing
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


class SingleEnv(OneGameEnv, gymnasium.Env[Any, Any]):
    """One agent learns against given opponents. See `PacmanEnv` and `GhostEnv`."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }
    _SAVED = ("_over", "_illegal", "_team", "_all_opponents")

    def _set_players(self, learner: int, opponents: Sequence[Opponents], teams: GhostTeams) -> None:
        """Let agent number `learner` learn, against the `opponents` of each of the `teams`."""
        self.observation_space = self._spaces.observation(self._obs, positioned=learner > 0)
        self.action_space = action_space()
        self._learner = learner
        self._teams, self._team = teams, 0
        self._all_opponents = opponents
        self._points_scale = -self._reward_scale if learner else self._reward_scale
        self._renderer.title = self._pairing()
        self._over = self._illegal = False

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
        given = self._given_start(options, whole_rounds=False)
        super().reset(seed=None if seed is None else index(seed))  # it may be a numpy integer
        for _ in range(MAX_STARTS):
            start = self._start_at(given)
            self._team = self._teams.draw(self.np_random)
            self._opponents.start(start, self.np_random)
            self._over = self._illegal = False
            if self._watched:
                self._renderer.start(start)
            self._play_opponents()
            if not self._over:
                return self._after_reset()
        raise RuntimeError(
            f"{MAX_STARTS} games ended before ghost_{self._learner - 1} could move once: "
            f"choose another layout or another Pac-Man\n{start}"
        )

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play `action` for the learner, then the opponents' moves up to its next turn.

        Raises:
            ValueError: `action` is not an action's number.
            OpponentError: an opponent failed.
            NotResetError, a `gymnasium.error.ResetNeeded`: no game has started, or it is over.
        """
        before = self._require_reset("step()")
        if self._over:
            raise NotResetError("the game is over: call reset() before step()")
        name = f"ghost_{self._learner - 1}" if self._learner else "pacman_0"
        wanted = to_action(action, name)
        played = replace_illegal(before, wanted)
        self._illegal = played is not wanted
        self._advance(before.successor(played))
        self._play_opponents()
        observation, info = self._after_reset()
        points = self._state.score - before.score
        reward = points * self._points_scale + 0.0  # never -0.0
        return observation, reward, self._over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """`[action]`: whether it is legal now, as sb3-contrib's MaskablePPO expects."""
        state = self._require_reset("action_masks()")
        return self._observer.mask(state, self._learner).astype(np.bool_)

    def get_keys_to_action(self) -> dict[tuple[int, ...], int]:
        """Arrow keys and W A S D for `gymnasium.utils.play.play`; call it with `noop=4`."""
        return dict(KEYS)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The teams of ghosts to draw from; `info["opponents"]` is the number of one of them."""
        return self._teams.names

    @property
    def _opponents(self) -> Opponents:
        """The opponents of this game."""
        return self._all_opponents[self._team]

    def _check_snapshot(self, snapshot: Any) -> None:
        super()._check_snapshot(snapshot)
        theirs, own = (
            "; ".join(each.names() for each in teams)
            for teams in (snapshot.attributes["_all_opponents"], self._all_opponents)
        )
        if theirs != own:
            raise ValueError(f"the snapshot's opponents are {theirs}, this environment's {own}")

    def _pairing(self) -> str:
        agents = self._opponents.agents
        everyone = range(self._sampler.num_ghosts + 1)
        return pairing([agents[i].name if i in agents else "learner" for i in everyone])

    def _play_opponents(self) -> None:
        """Play the opponents' moves until it is the learner's turn or the game is over."""
        while not self._over and self._state.to_move != self._learner:
            self._advance(self._opponents.move(self._state))

    def _advance(self, after: State) -> None:
        self._state = after
        self._over = after.is_terminal
        if after.to_move == 0 or self._over:
            self._rounds += 1
            if self._watched:
                self._renderer.follow(after, self._rounds)
        if self._over:
            self._opponents.finish(after)

    def _after_reset(self) -> tuple[Any, dict[str, Any]]:
        state = self._state
        observation = self._observer.observe(state, self._learner)
        if self._learner == 0 and isinstance(observation, dict):  # it shows where Pac-Man is
            del observation["position"], observation["action_mask"]
        mask = self._observer.mask(state, self._learner)
        info = {
            "action_mask": mask,
            "score": state.score,
            "is_win": state.is_win,
            "illegal": self._illegal,
        }
        self._level.add_to([info])
        if self._teams.drawn:
            info["opponents"] = self._team
        return observation, info


class PacmanEnv(SingleEnv):
    """Pac-Man learns to eat, against given ghosts.

    The id is `pacgrid/Pacman-v0`. A step is Pac-Man's move and then each ghost's. Actions,
    observations and the arguments that all environments have are described in `pacgrid.envs`.

    >>> import gymnasium
    >>> env = gymnasium.make("pacgrid.envs:pacgrid/Pacman-v0", ghosts="directional_ghost")
    >>> observation, info = env.reset(seed=0)
    >>> observation.shape, info["action_mask"], info["score"]
    ((7, 11, 21), array([1, 1, 0, 1, 1], dtype=int8), 0)
    >>> observation, reward, terminated, truncated, info = env.step(1)
    >>> reward, terminated, truncated, info["score"]
    (9.0, False, False, 9)

    ## Actions and rewards

    `action_masks()` returns which actions are legal; an illegal one is a stop. The reward is the
    change of the score, times `reward_scale`: -1 a move, 10 for food, 500 for the last food, 200
    for a scared ghost, -500 for being caught.

    ## Episode end

    Terminated when the last food is eaten or Pac-Man is caught; `is_win` in the info says which.
    Truncated after `max_episode_steps=1000` by the `TimeLimit` wrapper that `gymnasium.make` adds;
    without `gymnasium.make`, never.

    ## More arguments

    `obs` is `"box"` unless another one is given.

    - `ghosts="random_ghost"`: an agent's or a team's name as on the command line, an `Agent`, or a
      sequence with one for each ghost. A name makes a new agent for each ghost; an `Agent` plays
      them all. Their `rng` is seeded from the environment's. Or a mapping of several such teams to
      weights, as in `{"random_ghost": 1, "arcade": 3, ("minimax_ghost", "random_ghost"): 1}`: each
      game draws one. `info["opponents"]` is its number, and `env.unwrapped.opponents` has the
      names.
    - `num_ghosts=None`: as many as `ghosts` lists, or else all of the layout's.

    If a ghost's agent raises or returns an illegal action, OpponentError names it.
    """

    def __init__(
        self,
        *,
        ghosts: GhostChoice = "random_ghost",
        obs: ObsKind = "box",
        **options: Unpack[GameOptions],
    ) -> None:
        if options.get("num_ghosts") is None:
            options["num_ghosts"] = count_ghosts(ghosts)
        super().__init__(obs=obs, **options)
        count = self._sampler.num_ghosts
        teams = GhostTeams.load(ghosts, count, f"num_ghosts={count}")
        opponents = [Opponents(dict(enumerate(team, start=1))) for team in teams.teams]
        self._set_players(0, opponents, teams)


class GhostEnv(SingleEnv):
    """One ghost learns to hunt against a given Pac-Man, along with given ghosts.

    The id is `pacgrid/Ghost-v0`. A step is the learner's move and then everyone else's, up to the
    learner's next turn. It is `PacmanEnv` but for what is described here.

    >>> import gymnasium
    >>> env = gymnasium.make("pacgrid.envs:pacgrid/Ghost-v0", pacman="alpha_beta:depth=1", ghost=1)
    >>> observation, info = env.reset(seed=0)
    >>> observation.shape, info["score"]
    ((7, 11, 21), 9)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> reward, terminated, truncated
    (-9.0, False, False)

    ## Actions and rewards

    The reward is the score that Pac-Man has lost since the learner's last turn, times
    `reward_scale`. Moves before the learner's first turn don't count.

    ## Starting state

    After the moves of the agents before the learner. A game that ends with those moves is skipped;
    `reset` raises RuntimeError after 100 such games in a row.

    ## More arguments

    - `ghost=0`: which ghost learns.
    - `pacman="reflex"`: an agent's name as on the command line, or an `Agent`.
    - `ghosts="random_ghost"`: the other ghosts.
    - `num_ghosts=None`: the learner and as many as `ghosts` lists, or else all of the layout's.
    """

    def __init__(
        self,
        *,
        ghost: int = 0,
        pacman: OneAgent = "reflex",
        ghosts: GhostChoice = "random_ghost",
        obs: ObsKind = "box",
        **options: Unpack[GameOptions],
    ) -> None:
        others = count_ghosts(ghosts)
        if options.get("num_ghosts") is None and others is not None:
            options["num_ghosts"] = others + 1
        super().__init__(obs=obs, **options)
        count = self._sampler.num_ghosts
        ghost = whole_number("ghost", ghost)
        if not 0 <= ghost < count:
            raise ValueError(f"ghost={ghost} is none of the {count} ghosts that play")
        teams = GhostTeams.load(ghosts, count - 1, f"num_ghosts={count}")
        prey = load_opponent(pacman, "pacman")
        numbers = [number for number in range(1, count + 1) if number != ghost + 1]
        opponents = [
            Opponents({0: prey, **dict(zip(numbers, team, strict=True))}) for team in teams.teams
        ]
        self._set_players(ghost + 1, opponents, teams)
