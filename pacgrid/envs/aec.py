"""The game for PettingZoo's AEC API, where agents act in turn."""

import sys
from collections.abc import Iterator
from typing import Any, Literal, Unpack

from pettingzoo.utils.env import AECEnv, AECIterable
from pettingzoo.utils.env_logger import EnvLogger

from pacgrid.envs.checks import finite_number, replace_illegal, to_action
from pacgrid.envs.one_game import Snapshot
from pacgrid.envs.pettingzoo_env import (
    METADATA,
    Info,
    NotResetError,
    PettingZooEnv,
    ZooOptions,
    after_reset,
)
from pacgrid.state import LOSS_POINTS, IllegalMoveError, State

Illegal = Literal["raise", "end", "replace"]


class PacgridAEC(PettingZooEnv, AECEnv):  # type: ignore[misc]
    """Pac-Man against ghosts; a step is one agent's move.

    ## Description

    The agents are `pacman_0`, who eats, and `ghost_0`, `ghost_1`, …, who hunt him; they move in
    this order. The rules are in `pacgrid.state`. `pacgrid_v0.env()` makes it with `illegal="end"`,
    `pacgrid_v0.raw_env()` with `illegal="raise"`. Both check the order of calls and the range of
    actions, as PettingZoo's wrappers do, but without slowing it down.

    To play in rounds use `pacgrid_v0.parallel_env()`. PettingZoo's `aec_to_parallel` refuses this
    environment, because a game may end in the middle of a round.

    >>> from pacgrid import pacgrid_v0
    >>> env = pacgrid_v0.env(layout="duel")
    >>> env.reset(seed=0)
    >>> env.agent_selection, env.last()[4]
    ('pacman_0', {'action_mask': array([0, 1, 0, 1, 1], dtype=int8), 'score': 0, 'is_win': False})
    >>> env.step(1)
    >>> env.agent_selection, env.rewards
    ('ghost_0', {'pacman_0': -1.0, 'ghost_0': 1.0, 'ghost_1': 1.0})

    ## Action space

    `Discrete(5)`, which is `pacgrid.Action`: 0 north, 1 east, 2 south, 3 west, 4 stop.

    `illegal` decides what an illegal action does:

    - `"raise"`: raises IllegalMoveError; nothing moves.
    - `"end"`: terminates the game for all. The agent's reward is `illegal_reward`, and it loses its
      rewards since its last turn; the others' reward is 0.
    - `"replace"`: Pac-Man stops; a ghost goes straight on, or else takes its first legal action.
      For clients that don't use masks.

    A number that is not an action always raises ValueError.

    ## Observation space

    Planes `[7, height, width]` of `dtype`; with `obs="dict"`, a dictionary of the planes and the
    mask of legal actions; with `obs="packed"`, one of the packed observation, the observer's
    position and the mask. See `pacgrid.envs` and `pacgrid.kernel.planes.Channel`.

    `state()` returns the six planes that all agents share: `[6, height, width]`.

    ## Rewards

    For Pac-Man the change of the score, times `reward_scale`; for a ghost the negative of that,
    with `share_reward=True` divided by the number of ghosts. The score changes by -1 for each of
    Pac-Man's moves, 10 for food, 500 for the last food, 200 for a scared ghost, and -500 when
    Pac-Man is caught.

    ## Starting state

    As drawn in the layout; Pac-Man moves first.

    ## Episode end

    All agents are terminated when the last food is eaten or Pac-Man is caught, and all truncated
    after `max_cycles` rounds; never both. Each agent then steps once with None.

    ## Arguments

    - `layout="medium"`, `levels=None`, `num_levels=None`, `max_size=None`, `num_ghosts=None`,
      `obs="dict"`, `dtype="uint8"`, `render_mode=None`, `cell_size=24`: as in all environments; see
      `pacgrid.envs`.
    - `reward_scale=1.0`, `share_reward=False`: see Rewards.
    - `max_cycles=1000`: the limit in rounds; None for no limit.
    - `illegal="raise"`, `illegal_reward=-500`: see Action space.

    `clone_state()` takes a snapshot and `restore_state()` goes back to it, in this environment or
    another one of this class.

    ## Version history

    - v0: initial version.
    """

    metadata = {**METADATA, "is_parallelizable": False}  # noqa: RUF012

    _SNAPSHOT_ATTRIBUTES = (
        "agents",
        "agent_selection",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
    )
    agents: list[str] = after_reset()
    agent_selection: str = after_reset()
    rewards: dict[str, float] = after_reset()
    _cumulative_rewards: dict[str, float] = after_reset()
    terminations: dict[str, bool] = after_reset()
    truncations: dict[str, bool] = after_reset()
    infos: dict[str, Info] = after_reset()

    def __init__(
        self,
        *,
        illegal: Illegal = "raise",
        illegal_reward: float = LOSS_POINTS,
        **options: Unpack[ZooOptions],
    ) -> None:
        super().__init__(**options)
        if illegal not in ("raise", "end", "replace"):
            raise ValueError(f"illegal must be 'raise', 'end' or 'replace', not {illegal!r}")
        self._illegal = illegal
        self._illegal_reward = finite_number("illegal_reward", illegal_reward)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Start a new game. `options["state"]`: the position to start from; see `pacgrid.envs`."""
        state = self._start_game(seed, options, whole_rounds=False)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.possible_agents[state.to_move]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._all_infos()
        if self._watched:
            self._renderer.start(state)

    def step(self, action: Any) -> None:
        """Play `action` for the agent whose turn it is, or None once the game is over.

        Raises:
            ValueError: `action` is not an action's number.
            IllegalMoveError: `action` is illegal, and `illegal="raise"`.
        """
        try:
            agent = self.agent_selection
            over = self.terminations[agent] or self.truncations[agent]
        except KeyError:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        except NotResetError:
            raise NotResetError("reset() needs to be called before step") from None
        if over:
            self._was_dead_step(action)
            return
        planes = self._planes
        before = planes.state
        if type(action) is not int:
            action = to_action(action, agent)
        if self._illegal == "replace":
            action = replace_illegal(before, to_action(action, agent))
        try:
            after = before.successor(action)
        except IllegalMoveError:
            to_action(action, agent)  # raises ValueError if it is out of range
            if self._illegal == "raise":
                raise
            self._end_game(agent)
            return
        planes.follow(after)
        self._reward_all(agent, after._score - before._score)
        self._finish_step(after)

    def _reward_all(self, agent: str, points: int) -> None:
        """Set all rewards after a move of `agent` that changed the score by `points`."""
        agents = self.agents
        cumulative = self._cumulative_rewards
        cumulative[agent] = 0.0
        if points:
            self.rewards = rewards = dict.fromkeys(agents, points * self._ghost_scale)
            rewards["pacman_0"] = points * self._reward_scale
            for name in agents:
                cumulative[name] += rewards[name]
        else:
            self.rewards = dict.fromkeys(agents, 0.0)

    def _finish_step(self, after: State) -> None:
        """Set whose turn it is in `after`, or how the game ended, and the infos."""
        agents = self.agents
        to_move = after._to_move
        terminated = after._lost or not after._food
        truncated = False
        if to_move == 0 or terminated:
            self._rounds += 1
        if to_move == 0:
            limit = self.max_cycles
            truncated = not terminated and limit is not None and self._rounds >= limit
        self.terminations = dict.fromkeys(agents, terminated)
        self.truncations = dict.fromkeys(agents, truncated)
        self.agent_selection = agents[0 if terminated else to_move]
        self.infos = infos = {}
        score, won = after._score, not after._food
        for name, mask in zip(agents, self._planes.masks()):  # noqa: B905
            infos[name] = {"action_mask": mask.copy(), "score": score, "is_win": won}
        self._level.add_to(infos.values())
        if self._watched and (to_move == 0 or terminated):
            self._renderer.follow(after, self._rounds)

    def observe(self, agent: str) -> Any:
        """The current observation of `agent`, in new arrays."""
        try:
            number, planes = self._numbers[agent], self._planes
        except KeyError:
            raise ValueError(
                f"unknown agent {agent!r}; the agents are {self.possible_agents}"
            ) from None
        except NotResetError:
            raise NotResetError("reset() needs to be called before observe") from None
        return planes.observe_as(number, self._obs)

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
        self._require_reset("agent_iter")
        return AgentIterator(self, max_iter)

    def restore_state(self, snapshot: Snapshot) -> None:
        super().restore_state(snapshot)
        self.infos = self._all_infos()

    def _all_infos(self) -> dict[str, Info]:
        planes = self._planes
        score, won = planes.state.score, planes.state.is_win
        infos: dict[str, Info] = {}
        for agent in self.agents:
            mask = planes.mask(self._numbers[agent])
            infos[agent] = {"action_mask": mask, "score": score, "is_win": won}
        self._level.add_to(infos.values())
        return infos

    def _end_game(self, offender: str) -> None:
        """Terminate the game because `offender` played an illegal action."""
        EnvLogger.warn_on_illegal_move()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[offender] = self._illegal_reward
        self._cumulative_rewards[offender] = self._illegal_reward
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self.infos = self._all_infos()
        if self._watched:
            self._renderer.follow(self._planes.state, self._rounds)

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
