"""The game for PettingZoo, where agents act in rounds."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from numpy.typing import DTypeLike
from pettingzoo.utils.env import ParallelEnv

from pacgrid.action import Action
from pacgrid.envs.actions import replace_illegal, to_action
from pacgrid.envs.layout_sampler import LayoutChoice
from pacgrid.envs.pettingzoo_env import Info, NotResetError, PettingZooEnv, after_reset
from pacgrid.envs.renderer import CELL_SIZE
from pacgrid.envs.spaces import ObsKind

Step = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]

_NUMBERED = {action.value: action for action in Action}.__getitem__


class PacgridParallel(PettingZooEnv, ParallelEnv):  # type: ignore[misc]
    """Pac-Man against ghosts, a round a step.

    ## Description

    The agents are `pacman_0`, who eats, and `ghost_0`, `ghost_1`, …, who hunt him. They choose at
    the same time, from what they see when the round begins, and move in this order: it is the same
    game as `PacgridAEC`'s. `pacgrid.state` has the rules.

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

    An action that isn't legal when its turn comes is replaced: Pac-Man stays where he is; a ghost
    goes straight on, or takes the first of its legal actions. That may also happen to an action
    that was legal when the round began: the ghost may have been eaten since, and be at home. Once
    the game is over nobody moves any more. A missing agent, an unknown one, or a number that is no
    action raises ValueError before anything has moved.

    ## Observation space

    Planes `[7, height, width]` of `dtype`; with `obs="dict"`, a dictionary of them and of the mask
    of legal actions. See `pacgrid.envs` and `pacgrid.kernel.planes.Channel`.

    `state()` gives the first six planes, which need no observer: `[6, height, width]`. An agent's
    observation and info of the same step share the mask.

    ## Rewards

    For Pac-Man the change of the score in the round, times `reward_scale`; for a ghost its
    negative, with `share_reward=True` divided by the number of ghosts.

    ## Starting state

    As the layout is drawn.

    ## Episode end

    All agents are terminated when the last food is eaten or Pac-Man is caught, and all truncated
    after `max_cycles` rounds; never both. Then `agents` is empty, or with `keep_dead_agents=True`
    it stays full, for clients that want as many agents as ever.

    ## Arguments

    - `layout="medium"`, `num_ghosts=None`, `obs="dict"`, `dtype="uint8"`, `render_mode=None`,
      `cell_size=24`: as in all environments; see `pacgrid.envs`.
    - `reward_scale=1.0`, `share_reward=False`: see the rewards.
    - `max_cycles=1000`: rounds, or None for no end.
    - `keep_dead_agents=False`: see the episode end.

    `clone_state()` gives a moment and `restore_state()` goes back to it, here or in another
    environment of this kind.

    ## Version history

    - v0: initial version.
    """

    _SNAPSHOT_ATTRIBUTES = ("agents", "_over")
    agents: list[str] = after_reset()
    _over: bool = after_reset()

    def __init__(
        self,
        *,
        layout: LayoutChoice = "medium",
        num_ghosts: int | None = None,
        obs: ObsKind = "dict",
        dtype: DTypeLike = "uint8",
        reward_scale: float = 1.0,
        share_reward: bool = False,
        max_cycles: int | None = 1000,
        keep_dead_agents: bool = False,
        render_mode: str | None = None,
        cell_size: int = CELL_SIZE,
    ) -> None:
        super().__init__(
            layout=layout,
            num_ghosts=num_ghosts,
            obs=obs,
            dtype=dtype,
            reward_scale=reward_scale,
            share_reward=share_reward,
            max_cycles=max_cycles,
            render_mode=render_mode,
            cell_size=cell_size,
        )
        self._keep_dead_agents = keep_dead_agents
        # To be copied, which is the fastest way to a new dictionary.
        self._flags = [dict.fromkeys(self.possible_agents, flag) for flag in (False, True)]
        self._rewards: dict[int, dict[str, float]] = {}
        self._count = len(self.possible_agents)
        first, *others = self.possible_agents
        # With one name alone itemgetter would give no tuple.
        self._in_order = itemgetter(first, *others) if others else itemgetter(first, first)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Info]]:
        """Begin another game: observations and infos. `options` are accepted and not used."""
        state = self._start_game(seed)
        self.agents = self.possible_agents[:]
        self._over = False
        if self._watched:
            self._renderer.start(state)
        return self._planes.observe_all(self.agents, self._with_mask)

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Play a round: observations, rewards, terminations, truncations and infos.

        Raises ValueError, and nothing is moved: an agent has no action, an action has no agent,
        or an action has no meaning.
        """
        try:
            if self._over:
                return self._after_the_end(actions)
        except NotResetError:
            raise NotResetError("reset() needs to be called before step") from None
        try:
            # The detour over bytes refuses floats, as no dictionary does.
            plays = [*map(_NUMBERED, bytes(self._in_order(actions)))]
            if len(actions) != self._count:
                plays = self._check_actions(actions)
        except (KeyError, TypeError, ValueError):
            plays = self._check_actions(actions)
        planes = self._planes
        before = planes.state
        try:
            state = before._after_pacman(plays[0])
        except KeyError:
            state = before._after_pacman(replace_illegal(before, plays[0]))
        for action in plays[1 : self._count] if state._food else ():
            if state._lost:
                break
            try:
                state = state._after_ghost(action)
            except KeyError:
                state = state._after_ghost(replace_illegal(state, action))
        planes.follow_round(state)
        agents = self.possible_agents
        self._rounds += 1
        terminated = state._lost or not state._food
        limit = self.max_cycles
        truncated = not terminated and limit is not None and self._rounds >= limit
        points = state._score - before._score
        rewards = self._rewards.get(points) or self._rewards_for(points)
        observations, infos = planes.observe_all(agents, self._with_mask)
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

    def _check_actions(self, actions: Mapping[str, Any]) -> list[Action]:
        """Everyone's action, in the order of the agents. Raises ValueError."""
        agents = self.possible_agents
        for agent in agents:
            if agent not in actions:
                raise ValueError(f"no action for {agent}; give one for each of {agents}")
        for agent in actions:
            if agent not in self._numbers:
                raise ValueError(f"an action for {agent!r}; the agents are {agents}")
        return [to_action(actions[agent], agent) for agent in agents]

    def _rewards_for(self, points: int) -> dict[str, float]:
        """Everyone's reward when the score has changed by `points`."""
        rewards = dict.fromkeys(self.possible_agents, points * self._ghost_scale)
        rewards["pacman_0"] = points * self._reward_scale
        self._rewards[points] = rewards
        return rewards

    def _after_the_end(self, actions: Mapping[str, Any]) -> Step:
        """Nobody is left to act: nothing happens as long as nobody tries."""
        if actions:
            raise ValueError("the game is over; call reset() before the next step()")
        return {}, {}, {}, {}, {}
