"""A network for boards. (Stable-Baselines3's own, for pictures, needs at least 36 x 36 pixels.)

It sees the board centred on Pac-Man, so what it learns in one place holds everywhere. Give it
planes of `dtype="float32"`: Stable-Baselines3 takes bytes for a picture, and transposes pictures
that have fewer rows than channels.
"""

from typing import Any

import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn
from torch.nn import functional

from pacgrid.kernel.planes import Channel


class BoardNet(BaseFeaturesExtractor):
    """`features` numbers for planes `[game, 7, height, width]`, however small.

    Args:
        reach: how many cells it sees from Pac-Man to each side.
    """

    def __init__(self, observation_space: spaces.Box, features: int = 128, reach: int = 5) -> None:
        super().__init__(observation_space, features)
        if observation_space.dtype != "float32":
            raise ValueError(f'the planes must be dtype="float32", not {observation_space.dtype}')
        self.reach = reach
        side = 2 * reach + 1
        channels = Channel.SELF  # the last plane is Pac-Man's own again
        self.layers = nn.Sequential(
            nn.Conv2d(channels, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 32, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * ((side + 1) // 2) ** 2, features),
            nn.ReLU(),
        )

    def forward(self, planes: Tensor) -> Tensor:
        return self.layers(around_pacman(planes[:, : Channel.SELF], self.reach))


def around_pacman(planes: Tensor, reach: int) -> Tensor:
    """`[game, channel, 2 * reach + 1, 2 * reach + 1]`: Pac-Man in the middle, nothing beyond."""
    games, width = len(planes), planes.shape[-1]
    at = planes[:, Channel.PACMAN].flatten(1).argmax(1)[:, None, None]
    wide = functional.pad(planes, (reach,) * 4)
    window = torch.arange(2 * reach + 1, device=planes.device)
    game = torch.arange(games, device=planes.device)[:, None, None]
    rows, columns = at // width + window[:, None], at % width + window
    return wide[game, :, rows, columns].permute(0, 3, 1, 2)


def policy_options(**options: Any) -> dict[str, Any]:
    """`policy_kwargs` for a learner that sees with `BoardNet(**options)`."""
    return {
        "features_extractor_class": BoardNet,
        "features_extractor_kwargs": options,
        "net_arch": {"pi": [64], "vf": [64]},
    }
