"""The iterator behind `env.agent_iter()`."""

import sys
from collections.abc import Iterator

from pettingzoo.utils.env import AECIterable


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
