"""A network for boards, whatever the observations are: `obs="box"`, "dict" or "packed".

Stable-Baselines3's own network for pictures, in `CnnPolicy`, needs at least 36 x 36 pixels. This
one takes any board. It sees the board centred on Pac-Man, so what it learns in one place holds
everywhere:

    policy = "MultiInputPolicy" if obs in ("dict", "packed") else "MlpPolicy"
    MaskablePPO(policy, Sb3VecEnv(64, obs=obs), policy_kwargs=policy_options())
"""

from typing import Any

import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn
from torch.nn import functional

from pacgrid.kernel.planes import Channel
from pacgrid.state import SCARED_MOVES


class BoardNet(BaseFeaturesExtractor):
    """`features` numbers for observations of any kind, of boards however small.

    Args:
        reach: how many cells it sees from Pac-Man to each side.

    Raises:
        ValueError: the observations aren't those of one of Pacgrid's environments, as they are.
    """

    def __init__(
        self, observation_space: spaces.Space, features: int = 128, reach: int = 5
    ) -> None:
        super().__init__(observation_space, features)
        self.planes = planes_of(observation_space)
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

    def forward(self, observations: Any) -> Tensor:
        planes = self.planes(observations)
        return self.layers(around_pacman(planes[:, : Channel.SELF], self.reach))


def planes_of(space: spaces.Space) -> nn.Module:
    """What makes float planes `[game, channel, row, column]` of observations in this space, as
    Stable-Baselines3 hands them over: as floats, and pictures scaled to 1."""
    match space:
        case spaces.Dict(spaces={"observation": planes}):
            return nn.Sequential(_Part("observation"), planes_of(planes))
        case spaces.Dict(spaces={"agents": agents}):
            rows, columns = (int(most) // 2 + 1 for most in agents.high[0, :2])
            return _FromPacked(rows, columns)
        case spaces.Box(shape=(channels, _, _)) if channels == len(Channel):
            return nn.Identity()
    hint = '; give it planes of dtype="float32", which it leaves alone'
    turned = isinstance(space, spaces.Box) and space.shape[-1] == len(Channel)
    raise ValueError(
        f"{space} is no observation of Pacgrid"
        + (f": Stable-Baselines3 took it for a picture and turned it{hint}" if turned else "")
    )


class _Part(nn.Module):
    """One observation of a dictionary."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        return observations[self.key]


class _FromPacked(nn.Module):
    def __init__(self, rows: int, columns: int) -> None:
        super().__init__()
        self.size = rows, columns
        self.register_buffer("bits", 2 ** torch.arange(7, -1, -1))

    def forward(self, packed: dict[str, Tensor]) -> Tensor:
        agents, board = packed["agents"].long(), packed["board"].long()
        rows, columns = self.size
        games, count = len(board), rows * columns
        planes = board.new_zeros(games, len(Channel), count, dtype=torch.float32)
        bits = (board[..., None] & self.bits > 0).flatten(2)
        planes[:, : Channel.PACMAN] = bits[..., :count].float()
        game = torch.arange(games, device=board.device)
        for number in range(agents.shape[1]):
            row, column, _, scared = agents[:, number].T
            channel = torch.where(scared > 0, Channel.SCARED, Channel.GHOSTS)
            value = torch.where(scared > 0, scared / SCARED_MOVES, 1.0)
            for half in (0, 1):  # half way between two cells it shows in both
                cell = (row + half) // 2 * columns + (column + half) // 2
                if number == 0:
                    planes[game, Channel.PACMAN, cell] = planes[game, Channel.SELF, cell] = 1
                else:
                    shown = planes[game, channel, cell]
                    planes[game, channel, cell] = torch.maximum(shown, value)
        return planes.view(games, len(Channel), rows, columns)


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
