"""Let the learner see only what is near: a wrapper for any Gymnasium environment with planes.

    import gymnasium
    env = LimitedSight(gymnasium.make("pacgrid.envs:pacgrid/Pacman-v0"), radius=4)

Noise and other limits are written in the same way. For PettingZoo, SuperSuit's
`observation_lambda_v0` takes such a function for every agent.
"""

from typing import Any

import gymnasium
import numpy as np

from pacgrid.kernel.planes import Channel, Planes


class LimitedSight(gymnasium.ObservationWrapper[Planes, Any, Planes]):
    """Pellets and agents show up to `radius` rows and columns from the learner; walls always do."""

    def __init__(self, env: gymnasium.Env[Planes, Any], radius: int) -> None:
        super().__init__(env)
        self.radius = radius

    def observation(self, observation: Planes) -> Planes:
        rows, columns = np.indices(observation.shape[1:])
        row, column = np.argwhere(observation[Channel.SELF])[0]
        hidden = np.maximum(abs(rows - row), abs(columns - column)) > self.radius
        observation[Channel.FOOD :, hidden] = 0  # a new array: nobody else has it
        return observation
