"""The view of the networks of `ppo.py` and `ippo.py`, and how weights are kept. No torch here.

A view is the board around one agent, so that what it learns in one place holds everywhere, and on
boards of any size. Cells up to `NEAR` steps away are seen one by one. Further away, blocks of 3 x 3
cells show how much food is there, and who. Agents beyond that show at the edge.
"""

import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from pacgrid import Action, State
from pacgrid.envs.observations import planes_of
from pacgrid.errors import PacgridError
from pacgrid.kernel.jit import compiled
from pacgrid.kernel.planes import Packed, pack_agents, pack_planes
from pacgrid.state import SCARED_MOVES

NEAR = 4
SIDE = 2 * NEAR + 1
"""Cells in a row of the near part, and blocks in a row of the far part."""
CELLS = SIDE * SIDE
NEAR_PLANES = 10
"""Walls, food, capsules; active ghosts that go north, east, south, west, or haven't moved; scared
ghosts; Pac-Man."""
FAR_PLANES = 5
"""Food, capsules, active ghosts, scared ghosts, Pac-Man."""
OWN = 6
"""The agent's last direction, of 5, and its scared moves left."""
SIZE = (NEAR_PLANES + FAR_PLANES) * CELLS + OWN
FULL = SCARED_MOVES
"""The number for yes. A scared ghost shows its moves left, a block the share of it that is food."""

Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]
"""The weights `[out, in]` and biases `[out]` of each layer."""


def views(packed: Packed, height: int, width: int, observer: int = 0) -> NDArray[np.uint8]:
    """`[game, SIZE]`: what agent `observer` sees in packed observations `[game, …]`, 0 to FULL."""
    bits = np.unpackbits(packed["board"], axis=-1, count=height * width)
    seen = np.zeros((len(bits), SIZE), np.uint8)
    _draw(packed["agents"], bits.reshape(-1, 3, height, width), observer, seen)
    return seen


@compiled
def _draw(agents: Any, bits: Any, observer: int, seen: Any) -> None:
    games, _, height, width = bits.shape
    far = NEAR_PLANES * CELLS
    own = far + FAR_PLANES * CELLS
    for game in range(games):
        row, column = agents[game, observer, 0] // 2, agents[game, observer, 1] // 2
        seen[game, own + agents[game, observer, 2]] = FULL
        seen[game, own + 5] = agents[game, observer, 3]
        for y in range(height):
            for x in range(width):
                down, right = y - row + NEAR, x - column + NEAR
                if 0 <= down < SIDE and 0 <= right < SIDE:
                    for plane in range(3):
                        cell = plane * CELLS + down * SIDE + right
                        seen[game, cell] = FULL * bits[game, plane, y, x]
                block = _block(y - row) * SIDE + _block(x - column)
                for plane in range(2):
                    if bits[game, 1 + plane, y, x]:
                        cell = far + plane * CELLS + block
                        seen[game, cell] = min(seen[game, cell] + FULL // 9, FULL)
        for number in range(agents.shape[1]):
            if number == observer:
                continue
            scared = agents[game, number, 3]
            value = scared if scared else FULL
            near_plane, far_plane = 9, 4
            if number:
                near_plane = 8 if scared else 3 + agents[game, number, 2]
                far_plane = 3 if scared else 2
            for half in range(2):  # half way between two cells it shows in both
                y = (agents[game, number, 0] + half) // 2 - row
                x = (agents[game, number, 1] + half) // 2 - column
                seen[game, far + far_plane * CELLS + _block(y) * SIDE + _block(x)] = value
                if -NEAR <= y <= NEAR and -NEAR <= x <= NEAR:
                    seen[game, near_plane * CELLS + (y + NEAR) * SIDE + x + NEAR] = value


@compiled
def _block(steps: int) -> int:
    """The number of the block so many steps away, along one axis."""
    return min(max((steps + 1) // 3 + NEAR, 0), SIDE - 1)


class WeightsError(PacgridError):
    """A file doesn't have the weights that are needed."""


def _are_connected(layers: Layers) -> bool:
    """Whether each layer takes what the one before gives, and all numbers are finite."""
    shapes = [weight.shape for weight, _ in layers]
    return (
        bool(layers)
        and all(len(shape) == 2 for shape in shapes)
        and all(bias.shape == weight.shape[:1] for weight, bias in layers)
        and all(before[0] == after[1] for before, after in pairwise(shapes))
        and all(np.isfinite(part).all() for layer in layers for part in layer)
    )


class PolicyNet:
    """A trained network: it gives each action a probability.

    Args:
        layers: from the view to the actions, with ReLU between them.
    """

    def __init__(self, layers: Layers) -> None:
        self.layers = layers

    @classmethod
    def load(cls, file: str | Path, role: str) -> "PolicyNet":
        """The network of a "pacman" or a "ghost" in a file. Raises WeightsError."""
        try:
            with np.load(file, allow_pickle=False) as arrays:
                found, count = str(arrays["role"]), (len(arrays.files) - 1) // 2
                parts = [(arrays[f"weight{i}"], arrays[f"bias{i}"]) for i in range(count)]
            layers = [
                (weight.astype(np.float32), bias.astype(np.float32)) for weight, bias in parts
            ]
            if not _are_connected(layers):
                raise ValueError
        except OSError as error:
            raise WeightsError(f"{file}: {error.strerror or 'no weights'}") from None
        except (ValueError, KeyError, TypeError, BadZipFile, EOFError, zlib.error, RuntimeError):
            raise WeightsError(f"{file}: no weights of examples/ppo.py or ippo.py") from None
        if found != role:
            raise WeightsError(f"{file}: plays a {found}, not a {role}")
        shapes = [weight.shape for weight, _ in layers]
        if shapes[0][1] != SIZE:
            raise WeightsError(
                f"{file}: is for views of {shapes[0][1]} numbers, not {SIZE}; train it again"
            )
        if shapes[-1][0] != len(Action):
            raise WeightsError(
                f"{file}: gives {shapes[-1][0]} actions a probability, not {len(Action)}"
            )
        return cls(layers)

    def save(self, file: str | Path, role: str) -> None:
        """Save the weights with half precision, in numpy's own format."""
        parts = {
            f"{name}{number}": part.astype(np.float16)
            for number, layer in enumerate(self.layers)
            for name, part in zip(("weight", "bias"), layer, strict=True)
        }
        np.savez_compressed(file, role=np.array(role), **parts)

    def probabilities(self, state: State) -> dict[Action, float]:
        """The probability of each legal action of the agent to move."""
        planes = planes_of(state)
        packed = {"agents": pack_agents(state)[None], "board": pack_planes(planes)[None]}
        signal = views(packed, *planes.shape[1:], state.to_move)[0] / np.float32(FULL)
        for weight, bias in self.layers[:-1]:
            signal = np.maximum(weight @ signal + bias, 0)
        weight, bias = self.layers[-1]
        legal = state.legal_actions()
        logits = (weight @ signal + bias)[[action.value for action in legal]]
        shares = np.exp(logits - logits.max())
        return dict(zip(legal, (shares / shares.sum()).tolist(), strict=True))
