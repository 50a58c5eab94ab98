"""How likely Pac-Man is caught soon: a small learned network, compiled.

`benchmarks/fit_champion.py` fits it to games on generated mazes; `danger.json` has its weights.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from pacgrid.kernel.champion.board import BoardTables
from pacgrid.kernel.champion.danger_features import FEATURES, fill_features
from pacgrid.kernel.jit import Number, compiled
from pacgrid.kernel.search.position import Position

UNITS = 16
"""The units of the hidden layer; each is 0 for a negative sum."""

NETWORK: list[Any] = [
    ("first", np.float32, (FEATURES, UNITS)),
    ("first_bias", np.float32, (UNITS,)),
    ("second", np.float32, (UNITS,)),
    ("second_bias", np.float32),
]
"""The fields of the weights, of a structured array."""

SHIPPED = Path(__file__).with_name("danger.json")


Network = dict[str, Any]
"""The weights, by the names in `NETWORK`."""


def network_from(path: Path) -> Network:
    """The weights in a JSON file."""
    weights = json.loads(path.read_text())
    return {name: np.array(weights[name], kind) for name, kind, *_ in NETWORK}


@compiled
def danger(
    board: BoardTables, position: Position, network: Any, features: Any, units: Any
) -> Number:
    """About how likely Pac-Man is caught soon: the expected value of 0.95 to the power of the
    rounds until he is caught, 0 if never. `features` and `units` are memory to use."""
    if not fill_features(board, position, features):
        return 0.0
    for unit in range(UNITS):
        units[unit] = network.first_bias[unit]
    for index in range(FEATURES):
        value = features[index]
        if value:
            for unit in range(UNITS):
                units[unit] += value * network.first[index, unit]
    total = np.float64(network.second_bias)
    for unit in range(UNITS):
        total += max(units[unit], np.float32(0)) * network.second[unit]
    return 1.0 / (1.0 + np.exp(-total))
