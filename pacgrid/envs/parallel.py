"""The game for PettingZoo's Parallel API, where agents act in rounds."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any, Unpack

from pettingzoo.utils.env import ParallelEnv

from pacgrid.action import Action
from pacgrid.envs.checks import replace_illegal, to_action
from pacgrid.envs.observation_planes import ObservationPlanes
from pacgrid.envs.pettingzoo_env import Info, NotResetError, PettingZooEnv, ZooOptions, after_reset

Step = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]

_ACTION_OF = {action.value: action for action in Action}.__getitem__


class PacgridParallel(PettingZooEnv, ParallelEnv):  # type: ignore[misc]
    """Pac-Man against ghosts; a step is a round.

    ## Description

    The agents are `pacman_0`, who eats, and `ghost_0`, `ghost_1`, …, who hunt him. They choose
    at the same time, from their observations at the start of the round, and move in this order: it
    is the same game as `PacgridAEC`'s. The rules are in `pacgrid.state`.

    >>> from pacgrid import pacgrid_v0
    >>> env = pacgrid_v0.parallel_env(layout="duel")
    >>> observations, infos = env.reset(seed=0)
    >>> {agent: observation["action_mask"].tolist() for agent, observation in observations.items()}
    {'pacman_0': [0, 1, 0, 1, 1], 'ghost_0': [1, 1, 0, 0, 0], 'ghost_1': [0, 1, 0, 0, 0]}
    >>> observations, rewards, terminations, truncations, infos = env.step(
    ...     {"pacman_0": 1, "ghost_0": 1, "ghost_1": 1}
    ... )
    >>> rewards, infos["ghost_0"]["score"]
    ({'pacman_0': -1.0, 'ghost_0': 1.0, 'ghost_1': 1.0}, -1)

    ## Action space

    `Discrete(5)`, which is `pacgrid.Action`: 0 north, 1 east, 2 south, 3 west, 4 stop.

    An action that is illegal when its turn comes is replaced: Pac-Man stops; a ghost goes straight
    on, or else takes its first legal action. An action that was legal at the start of the round may
    become illegal when the ghost is eaten and sent home. When the game ends in the middle of a
    round, the remaining ghosts don't move. A missing agent, an unknown agent, or a number that is
    not an action raises ValueError before anything moves.

    ## Observation space

    Planes `[7, height, width]` of `dtype`; with `obs="dict"`, a dictionary of the planes and the
    mask of legal actions; with `obs="packed"`, one of the packed observation, the observer's
    position and the mask. See `pacgrid.envs` and `pacgrid.kernel.planes.Channel`.

    `state()` returns the six planes that all agents share: `[6, height, width]`. An agent's
    observation and info of the same step share its mask.

    ## Rewards

    For Pac-Man the change of the score in the round, times `reward_scale`; for a ghost the negative
    of that, with `share_reward=True` divided by the number of ghosts.

    ## Starting state

    As drawn in the layout.

    ## Episode end

    All agents are terminated when the last food is eaten or Pac-Man is caught, and all truncated
    after `max_cycles` rounds; never both. Then `agents` is empty; with `keep_dead_agents=True` it
    stays complete, for clients that need a constant number of agents.

    ## Arguments

    - `layout="medium"`, `levels=None`, `num_levels=None`, `max_size=None`, `num_ghosts=None`,
      `obs="dict"`, `dtype="uint8"`, `render_mode=None`, `cell_size=24`: as in all environments; see
      `pacgrid.envs`.
    - `reward_scale=1.0`, `share_reward=False`: see Rewards.
    - `max_cycles=1000`: the limit in rounds; None for no limit.
    - `keep_dead_agents=False`: see Episode end.

    `clone_state()` takes a snapshot and `restore_state()` goes back to it, in this environment or
    another one of this class.

    ## Version history

    - v0: initial version.
    """

    _SNAPSHOT_ATTRIBUTES = ("agents", "_over")
    agents: list[str] = after_reset()
    _over: bool = after_reset()

    def __init__(self, *, keep_dead_agents: bool = False, **options: Unpack[ZooOptions]) -> None:
        super().__init__(**options)
        self._keep_dead_agents = keep_dead_agents
        # Copying a dictionary is the fastest way to a new one.
        self._flags = [dict.fromkeys(self.possible_agents, flag) for flag in (False, True)]
        self._rewards: dict[int, dict[str, float]] = {}
        self._count = len(self.possible_agents)
        first, *others = self.possible_agents
        # With a single name itemgetter would not return a tuple.
        self._get_actions = itemgetter(first, *others) if others else itemgetter(first, first)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Info]]:
        """Start a new game; return observations and infos.

        `options["state"]` is the position to start from; see `pacgrid.envs`.
        """
        state = self._start_game(seed, options, whole_rounds=True)
        self.agents = self.possible_agents[:]
        self._over = False
        if self._watched:
            self._renderer.start(state)
        return self._observe_all(self._planes)

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Play a round; return observations, rewards, terminations, truncations and infos.

        Raises ValueError, before anything moves, for a missing or unknown agent and for a number
        that is not an action.
        """
        try:
            if self._over:
                return self._after_the_end(actions)
        except NotResetError:
            raise NotResetError("reset() needs to be called before step") from None
        try:
            # Through bytes, because they refuse floats; a dictionary would find 1.0.
            moves = [*map(_ACTION_OF, bytes(self._get_actions(actions)))]
            if len(actions) != self._count:
                moves = self._check_actions(actions)
        except (KeyError, TypeError, ValueError):
            moves = self._check_actions(actions)
        planes = self._planes
        before = planes.state
        try:
            state = before._after_pacman(moves[0])
        except KeyError:
            state = before._after_pacman(replace_illegal(before, moves[0]))
        for action in moves[1 : self._count] if state._food else ():
            if state._lost:
                break
            try:
                state = state._after_ghost(action)
            except KeyError:
                state = state._after_ghost(replace_illegal(state, action))
        planes.follow_round(state)
        self._rounds += 1
        terminated = state._lost or not state._food
        limit = self.max_cycles
        truncated = not terminated and limit is not None and self._rounds >= limit
        points = state._score - before._score
        rewards = self._rewards.get(points) or self._rewards_for(points)
        observations, infos = self._observe_all(planes)
        if terminated or truncated:
            self._over = True
            if not self._keep_dead_agents:
                self.agents = []
        if self._watched:
            self._renderer.follow(state, self._rounds)
        return (
            observations,
            rewards.copy(),
            self._flags[terminated].copy(),
            self._flags[truncated].copy(),
            infos,
        )

    def _observe_all(self, planes: ObservationPlanes) -> tuple[dict[str, Any], dict[str, Info]]:
        """Observations and infos by agent, in new arrays."""
        observations, infos = planes.observe_all(self.possible_agents, self._obs)
        self._level.add_to(infos.values())
        return observations, infos

    def _check_actions(self, actions: Mapping[str, Any]) -> list[Action]:
        """All actions in the order of the agents. Raises ValueError as `step` does."""
        agents = self.possible_agents
        for agent in agents:
            if agent not in actions:
                raise ValueError(f"no action for {agent}; give one for each of {agents}")
        for agent in actions:
            if agent not in self._numbers:
                raise ValueError(f"unknown agent {agent!r}; the agents are {agents}")
        return [to_action(actions[agent], agent) for agent in agents]

    def _rewards_for(self, points: int) -> dict[str, float]:
        """All rewards for a change of the score by `points`."""
        rewards = dict.fromkeys(self.possible_agents, points * self._ghost_scale)
        rewards["pacman_0"] = points * self._reward_scale
        self._rewards[points] = rewards
        return rewards

    def _after_the_end(self, actions: Mapping[str, Any]) -> Step:
        """A step without actions does nothing. Raises ValueError if there are any."""
        if actions:
            raise ValueError("the game is over; call reset() before the next step()")
        return {}, {}, {}, {}, {}
