"""The game for PettingZoo: its AEC API, where agents act in turn, and its Parallel API."""

import sys
from collections.abc import Iterator, Mapping
from operator import index, itemgetter
from typing import Any, Literal, Unpack

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo.utils.env import AECEnv, AECIterable, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from pacgrid.action import Action
from pacgrid.common.named_options import whole_number
from pacgrid.envs.observations import action_space
from pacgrid.envs.one_game import (
    NotResetError,
    OneGameEnv,
    after_reset,
    replace_illegal,
    to_action,
)
from pacgrid.envs.options import GameOptions, player_names
from pacgrid.envs.renderer import RENDER_FPS, RENDER_MODES
from pacgrid.errors import IllegalMoveError
from pacgrid.kernel.planes import Channel, Planes
from pacgrid.state import State

METADATA: dict[str, Any] = {
    "render_modes": list(RENDER_MODES),
    "name": "pacgrid_v0",
    "is_parallelizable": True,
    "render_fps": RENDER_FPS,
}

Info = dict[str, Any]
Step = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]

_ACTION_OF = {action.value: action for action in Action}.__getitem__


ZooObsKind = Literal["dict", "box", "packed"]
"""Planes with the mask of legal actions, as PettingZoo's own games have them, or an `ObsKind`."""


class ZooOptions(GameOptions, total=False):
    """The options of `PettingZooEnv`, for those who pass them on."""

    obs: ZooObsKind
    share_reward: bool
    max_cycles: int | None


class PettingZooEnv(OneGameEnv):
    """What both APIs share: the agents, their spaces, and how a game starts.

    Attributes that exist only after a reset raise NotResetError before it.
    """

    metadata = METADATA
    _IGNORED = ("options",)  # PettingZoo's own tests pass {"options": 1}
    agents: list[str] = after_reset()

    def __init__(
        self,
        *,
        obs: ZooObsKind = "dict",
        share_reward: bool = False,
        max_cycles: int | None = 1000,
        **options: Unpack[GameOptions],
    ) -> None:
        super().__init__(obs=obs, **options)
        self.max_cycles = None if max_cycles is None else whole_number("max_cycles", max_cycles, 1)
        ghosts = self._sampler.num_ghosts
        self.possible_agents = agents = player_names(ghosts)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: self._spaces.observation(obs, positioned=True, masked=True) for agent in agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: action_space() for agent in agents
        }
        self.state_space = self._spaces.planes(Channel.SELF)
        self._numbers = {agent: number for number, agent in enumerate(agents)}
        self._ghost_scale = -self._reward_scale / (max(ghosts, 1) if share_reward else 1)
        self._rewards: dict[int, dict[str, float]] = {}
        self.np_random, _ = seeding.np_random()
        self._illegal: set[str] = set()
        """The agents whose last action was illegal."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s actions, the same object each time."""
        return self.action_spaces[agent]

    def state(self) -> Planes:
        """A new array `[6, height, width]`: the planes that all agents share, all but SELF."""
        return self._observer.planes(self._require_reset("state()"))[: Channel.SELF].copy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Start a new game. In rounds, return observations and infos.

        `options["state"]` is the position to start from; see `pacgrid.envs`.
        """
        given = self._given_start(options, whole_rounds=self.metadata["is_parallelizable"])
        if seed is not None:
            self.np_random, _ = seeding.np_random(index(seed))  # it may be a numpy integer
        start = self._start_at(given)
        self.agents = self.possible_agents[:]
        self._illegal.clear()
        self._clear()
        if self._watched:
            self._renderer.start(start)
        return self._after_reset()

    def _clear(self) -> None:
        """Set what is known of a game at its start."""
        raise NotImplementedError

    def _rewards_for(self, points: int) -> dict[str, float]:
        """New rewards of all agents for a change of the score by `points`."""
        rewards = self._rewards.get(points)
        if rewards is None:
            rewards = dict.fromkeys(self.possible_agents, points * self._ghost_scale)
            rewards["pacman_0"] = points * self._reward_scale
            self._rewards[points] = rewards
        return rewards.copy()  # the fastest way to a new dictionary

    def _is_cut_off(self, terminated: bool) -> bool:
        limit = self.max_cycles
        return not terminated and limit is not None and self._rounds >= limit


class PacgridAEC(PettingZooEnv, AECEnv):  # type: ignore[misc]
    """Pac-Man against ghosts; a step is one agent's move.

    The agents are `pacman_0`, who eats, and `ghost_0`, `ghost_1`, …, who hunt him; they move in
    this order. Actions, observations and the arguments that all environments have are described in
    `pacgrid.envs`. The order of calls and the range of actions are checked, as by PettingZoo's
    wrappers, but without slowing it down. An illegal action is replaced; to end the game instead,
    use PettingZoo's `TerminateIllegalWrapper`.

    PettingZoo's `aec_to_parallel` refuses it, because a game may end in the middle of a round: to
    play in rounds use `pacgrid_v0.parallel_env()`.

    >>> from pacgrid import pacgrid_v0
    >>> env = pacgrid_v0.env(layout="duel")
    >>> env.reset(seed=0)
    >>> env.agent_selection, env.last()[4]["action_mask"]
    ('pacman_0', array([0, 1, 0, 1, 1], dtype=int8))
    >>> env.step(1)
    >>> env.agent_selection, env.rewards
    ('ghost_0', {'pacman_0': -1.0, 'ghost_0': 1.0, 'ghost_1': 1.0})

    ## Rewards

    For Pac-Man the change of the score, times `reward_scale`; for a ghost the negative of that,
    with `share_reward=True` divided by the number of ghosts.

    ## Episode end

    All agents are terminated when the last food is eaten or Pac-Man is caught, and all truncated
    after `max_cycles=1000` rounds (None: never); never both. Each agent then steps once with None.

    `obs` is `"dict"` unless another one is given.
    """

    metadata = {**METADATA, "is_parallelizable": False}  # noqa: RUF012

    _SAVED = (
        "agents",
        "_illegal",
        "agent_selection",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
    )
    agent_selection: str = after_reset()
    rewards: dict[str, float] = after_reset()
    _cumulative_rewards: dict[str, float] = after_reset()
    terminations: dict[str, bool] = after_reset()
    truncations: dict[str, bool] = after_reset()
    infos: dict[str, Info] = after_reset()

    def _clear(self) -> None:
        self.agent_selection = self.agents[self._state.to_move]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._set_over(terminated=False, truncated=False)

    def _after_reset(self) -> None:
        self._set_infos(self._state)

    def step(self, action: Any) -> None:
        """Play `action` for the agent whose turn it is, or None once the game is over.

        Raises ValueError if `action` is not an action's number.
        """
        try:
            agent = self.agent_selection
            over = self.terminations[agent] or self.truncations[agent]
        except KeyError:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        except NotResetError:
            raise NotResetError("call reset() before step()") from None
        if over:
            self._was_dead_step(action)
            return
        before = self._state
        if type(action) is not int:
            action = to_action(action, agent)
        self._illegal.discard(agent)
        try:
            after = before.successor(action)
        except IllegalMoveError:
            after = before.successor(replace_illegal(before, to_action(action, agent)))
            self._illegal.add(agent)
        self._state = after
        self._reward_all(agent, after._score - before._score)
        self._finish_step(after)

    def _reward_all(self, agent: str, points: int) -> None:
        """Set all rewards after a move of `agent` that changed the score by `points`."""
        cumulative = self._cumulative_rewards
        cumulative[agent] = 0.0
        if points:
            self.rewards = rewards = self._rewards_for(points)
            for name in self.agents:
                cumulative[name] += rewards[name]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)

    def _finish_step(self, after: State) -> None:
        """Set whose turn it is in `after`, or how the game ended, and the infos."""
        to_move = after._to_move
        terminated = after._lost or not after._food
        ends_round = to_move == 0 or terminated
        if ends_round:
            self._rounds += 1
        self._set_over(terminated, to_move == 0 and self._is_cut_off(terminated))
        self.agent_selection = self.agents[0 if terminated else to_move]
        self._set_infos(after)
        if self._watched and ends_round:
            self._renderer.follow(after, self._rounds)

    def observe(self, agent: str) -> Any:
        """The current observation of `agent`, in new arrays."""
        try:
            return self._observer.observe(self._state, self._numbers[agent])
        except KeyError:
            raise ValueError(
                f"unknown agent {agent!r}; the agents are {self.possible_agents}"
            ) from None
        except NotResetError:
            raise NotResetError("call reset() before observe()") from None

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, Info]:
        """Observation, reward since its last turn, terminated, truncated and info of the agent
        whose turn it is."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> "AgentIterator":
        """Yield the agents in turn order, at most `max_iter` times; call `step` for each."""
        self._require_reset("agent_iter()")
        return AgentIterator(self, max_iter)

    def _set_over(self, terminated: bool, truncated: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)

    def _set_infos(self, state: State) -> None:
        """Set the infos of `state`, for the agents that are left."""
        score, won = state._score, not state._food
        places = self._observer.places(state)
        self.infos = infos = {}
        if len(self.agents) < len(places):  # they step out of a finished game
            places = [places[self._numbers[agent]] for agent in self.agents]
        for agent, (_, _, _, mask) in zip(self.agents, places):  # noqa: B905 - strict takes longer
            infos[agent] = {
                "action_mask": mask.copy(),
                "score": score,
                "is_win": won,
                "illegal": agent in self._illegal,
            }
        self._level.add_to(infos.values())

    def _was_dead_step(self, action: object) -> None:
        """Remove the agent whose turn it is from a game that is over."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        removed = self.agent_selection
        self.agents = [agent for agent in self.agents if agent != removed]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        for name in ("_cumulative_rewards", "terminations", "truncations", "infos"):
            values = getattr(self, name)
            setattr(self, name, {agent: values[agent] for agent in self.agents})
        if self.agents:
            self.agent_selection = self.agents[0]


class AgentIterator(AECIterable):  # type: ignore[misc]
    """Yields the agents in the order of their turns.

    Raises AssertionError if the loop body calls neither `step` nor `reset`.
    """

    def __iter__(self) -> Iterator[str]:
        env = self.env
        for _ in range(min(self.max_iter, sys.maxsize)):
            if not env.agents:
                return
            rewards = env.rewards  # a new object after every step and reset
            yield env.agent_selection
            if env.rewards is rewards:
                raise AssertionError("need to call step() or reset() in a loop over agent_iter()")


class PacgridParallel(PettingZooEnv, ParallelEnv):  # type: ignore[misc]
    """Pac-Man against ghosts; a step is a round.

    All agents choose at the same time, from their observations at the start of the round, and move
    in this order: `pacman_0`, `ghost_0`, `ghost_1`, …. It is the same game as `PacgridAEC`'s, with
    the same rewards and arguments.

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

    An action that was legal at the start of the round may become illegal when the ghost is eaten
    and sent home. When the game ends in the middle of a round, the remaining ghosts don't move. A
    missing agent, an unknown agent, or a number that is
    not an action raises ValueError before anything moves.

    ## Episode end

    As in `PacgridAEC`; then `agents` is empty. With `keep_dead_agents=True` it stays complete, for
    clients that need a constant number of agents.
    """

    _SAVED = ("agents", "_illegal", "_over")
    _over: bool = after_reset()

    def __init__(self, *, keep_dead_agents: bool = False, **options: Unpack[ZooOptions]) -> None:
        super().__init__(**options)
        self._keep_dead_agents = keep_dead_agents
        self._flags = [dict.fromkeys(self.possible_agents, flag) for flag in (False, True)]
        self._count = len(self.possible_agents)
        first, *others = self.possible_agents
        # With a single name itemgetter would not return a tuple.
        self._get_actions = itemgetter(first, *others) if others else itemgetter(first, first)

    def _clear(self) -> None:
        self._over = False

    def _after_reset(self) -> tuple[dict[str, Any], dict[str, Info]]:
        observations, infos = self._observer.observe_all(
            self._state, self.possible_agents, self._illegal
        )
        self._level.add_to(infos.values())
        return observations, infos

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Play a round; return observations, rewards, terminations, truncations and infos.

        Raises ValueError, before anything moves, for a missing or unknown agent and for a number
        that is not an action.
        """
        try:
            if self._over:
                return self._after_the_end(actions)
        except NotResetError:
            raise NotResetError("call reset() before step()") from None
        try:
            # Through bytes, because they refuse floats; a dictionary would find 1.0.
            moves = [*map(_ACTION_OF, bytes(self._get_actions(actions)))]
            if len(actions) != self._count:
                moves = self._check_actions(actions)
        except (KeyError, TypeError, ValueError):
            moves = self._check_actions(actions)
        before = self._state
        self._state = state = self._round(before, moves)
        self._rounds += 1
        terminated = state._lost or not state._food
        truncated = self._is_cut_off(terminated)
        points = state._score - before._score
        observations, infos = self._after_reset()
        if terminated or truncated:
            self._over = True
            if not self._keep_dead_agents:
                self.agents = []
        if self._watched:
            self._renderer.follow(state, self._rounds)
        return (
            observations,
            self._rewards_for(points),
            self._flags[terminated].copy(),
            self._flags[truncated].copy(),
            infos,
        )

    def _round(self, before: State, moves: list[Action]) -> State:
        """The position after a round of `moves`, or at the end of the game."""
        self._illegal.clear()
        first = replace_illegal(before, moves[0])
        if first is not moves[0]:
            self._illegal.add(self.possible_agents[0])
        state = before.successor(first)
        for number in range(1, self._count):
            # They change the new state, which nobody has seen.
            if state._lost or not state._food:
                break
            try:
                state._move_ghost(moves[number])
            except KeyError:
                state._move_ghost(replace_illegal(state, moves[number]))
                self._illegal.add(self.possible_agents[number])
        return state

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

    def _after_the_end(self, actions: Mapping[str, Any]) -> Step:
        """A step without actions does nothing. Raises ValueError if there are any."""
        if actions:
            raise ValueError("the game is over; call reset() before the next step()")
        return {}, {}, {}, {}, {}
