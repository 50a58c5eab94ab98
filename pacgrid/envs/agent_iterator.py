"""The turns of a game, for a loop."""

import sys
from collections.abc import Iterator

from pettingzoo.utils.env import AECIterable


class AgentIterator(AECIterable):  # type: ignore[misc]
    """The turns of a game, one after the other."""

    def __iter__(self) -> Iterator[str]:
        env = self.env
        for _ in range(min(self.max_iter, sys.maxsize)):
            if not env.agents:
                return
            moment = env.rewards  # new at every step and reset
            yield env.agent_selection
            if env.rewards is moment:
                raise AssertionError("need to call step() or reset() in a loop over agent_iter()")
