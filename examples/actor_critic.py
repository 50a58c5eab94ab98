"""The network of `ppo.py` and `ippo.py`, and where their time goes."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numba
import torch
from centred_view import FULL, SIZE, PolicyNet
from torch import Tensor, nn

from pacgrid import Action

ILLEGAL = -1e9


class ActorCritic(nn.Module):
    """From views `[game, SIZE]` to logits `[game, action]` and values `[game]`."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        self.first = nn.Linear(SIZE, width)
        self.second = nn.Linear(width, width)
        self.policy = nn.Linear(width, len(Action))
        self.value = nn.Linear(width, 1)
        for layer, gain in (
            (self.first, 2),
            (self.second, 2),
            (self.policy, 1e-4),
            (self.value, 1),
        ):
            nn.init.orthogonal_(layer.weight, gain**0.5)
            nn.init.zeros_(layer.bias)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        # Most inputs show nothing in any of the games, so they add nothing, and have no gradient.
        shown = seen.any(0).nonzero()[:, 0]
        inputs = seen.float().index_select(1, shown)
        weight = self.first.weight.index_select(1, shown)
        hidden = torch.relu(torch.addmm(self.first.bias, inputs, weight.t(), alpha=1 / FULL))
        hidden = torch.relu(self.second(hidden))
        logits = self.policy(hidden).masked_fill(~masks, ILLEGAL)
        return logits, self.value(hidden)[:, 0]

    def export(self) -> PolicyNet:
        """The policy, for numpy."""
        layers = (self.first, self.second, self.policy)
        return PolicyNet(
            [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in layers]
        )


def draw(logits: Tensor) -> Tensor:
    """An action for each row, by the Gumbel-max trick: quicker than `multinomial`."""
    return (logits - torch.log(torch.empty_like(logits).exponential_())).argmax(1)


@dataclass
class Stopwatch:
    """Where the time goes."""

    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[part] += time.perf_counter() - start

    def __str__(self) -> str:
        total = sum(self.seconds.values())
        return ", ".join(f"{part} {value / total:.1%}" for part, value in self.seconds.items())


def one_thread() -> None:
    """Numba's idle threads would wait actively, and take a core from torch."""
    torch.set_num_threads(1)
    numba.set_num_threads(1)
