"""A network for boards in PyTorch, whatever the observations are: `obs="box"` or `"packed"`.

    pip install -e ".[torch]"

    from pacgrid.envs.torch import BoardNet

    envs = gymnasium.make_vec("pacgrid.envs:pacgrid/Pacman-v0", num_envs=64, obs="packed")
    body = BoardNet(envs.single_observation_space)
    policy = nn.Sequential(body, nn.Linear(body.features_dim, 5))

It takes a batch of observations as tensors, a dictionary of them where they are packed, also as
Stable-Baselines3 hands them over (see `policy_options`). It sees the board centred on Pac-Man, so
what it learns in one place holds everywhere. Networks for pictures, such as Stable-Baselines3's
own, need at least 36 x 36 pixels; this one takes any board.
"""

from typing import Any

from gymnasium import spaces

from pacgrid.kernel.planes import Channel
from pacgrid.state import SCARED_MOVES

try:
    import torch
    from torch import Tensor, nn
    from torch.nn import functional
except ModuleNotFoundError as error:
    needed = "pacgrid.envs.torch needs PyTorch: pip install 'pacgrid[torch]'"
    raise ModuleNotFoundError(needed, name=error.name) from None


class BoardNet(nn.Module):  # type: ignore[misc]
    """`features` numbers for observations of one of Pacgrid's environments.

    Args:
        space: the space of one observation.
        reach: how many cells it sees from Pac-Man to each side.

    Raises ValueError for any other space.
    """

    def __init__(self, space: spaces.Space[Any], features: int = 128, reach: int = 5) -> None:
        super().__init__()
        self.features_dim = features
        self.reach = reach
        self.planes = planes_of(space)
        side = 2 * reach + 1
        self.layers = nn.Sequential(
            nn.Conv2d(Channel.SELF, 32, 3, padding=1),  # SELF is Pac-Man's own plane again
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


def planes_of(space: spaces.Space[Any]) -> nn.Module:
    """What makes float planes `[game, channel, row, column]`, 0 to 1, of observations in `space`.

    Raises ValueError unless it is a space of Pacgrid's environments.
    """
    match space:
        case spaces.Dict(spaces={"agents": spaces.Box() as agents}):
            rows, columns = (int(most) // 2 + 1 for most in agents.high[0, :2])
            return _FromPacked(rows, columns)
        case spaces.Box(shape=(channels, _, _)) if channels == len(Channel):
            return _FromPlanes()
    turned = isinstance(space, spaces.Box) and space.shape[-1] == len(Channel)
    raise ValueError(
        f"{space} is no observation of Pacgrid"
        + (
            ": Stable-Baselines3 took it for a picture and turned it; give it planes of "
            'dtype="float32", which it leaves alone'
            if turned
            else ""
        )
    )


class _FromPlanes(nn.Module):  # type: ignore[misc]
    def forward(self, planes: Tensor) -> Tensor:
        return planes.float() / 255 if planes.dtype == torch.uint8 else planes


class _FromPacked(nn.Module):  # type: ignore[misc]
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
    """`policy_kwargs` for a learner of Stable-Baselines3 that sees with `BoardNet(**options)`."""
    return {
        "features_extractor_class": BoardNet,
        "features_extractor_kwargs": options,
        "net_arch": {"pi": [64], "vf": [64]},
    }
