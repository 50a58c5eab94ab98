r"""Fit the champion's danger to its own games on generated mazes.

    OPENBLAS_NUM_THREADS=1 python benchmarks/fit_champion.py danger.json

Each iteration plays games with the champion's search, few nodes, and the danger as fitted so far,
at first the logistic regression; then it fits the network to how soon Pac-Man was caught, in the
games of all iterations. The ghosts
are directional, and the search knows it. The mazes are generated; no layout that comes with Pacgrid
is used. The same seed gives the same weights on one kind of processor; others may round in another
way. With more than one thread, the fit is slower. 1,300 games take some minutes.

docs/champion.md says how the shipped weights were made.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from pacgrid import Action, Layout, State
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.kernel.champion.board import board_of
from pacgrid.kernel.champion.champion_search import ChampionSearch
from pacgrid.kernel.champion.danger import FEATURES, UNITS, Network, fill_features, network_from
from pacgrid.kernel.search.position import Position

Floats = NDArray[np.float32]

ROUNDS = 400
UNKNOWN = 50
"""So many rounds at the end of a game that Pac-Man survives aren't used."""
DISCOUNT = 0.95
EXPLORED = 0.01
"""How often Pac-Man plays at random."""
STEPS, BATCH, MOST_RATE, DECAY = 5000, 1024, 0.01, 0.001
BELIEF = {"attack": 0.8, "flee": 0.8}


def draw_layout(rng: np.random.Generator) -> Layout:
    """A maze: most of them large, with four ghosts and without capsules."""
    ghosts = 4 if rng.random() < 0.6 else int(rng.integers(2, 5))
    width, height = (28, 27) if rng.random() < 0.4 else rng.integers((13, 9), (29, 28))
    name = f"random:seed={rng.integers(1 << 30)},size={width}x{height},ghosts={ghosts}"
    layout = Layout.load(f"{name},style=arcade,loops={rng.choice((0, 0.05, 0.15))}")
    return Layout.parse(str(layout).replace("o", " ")) if rng.random() < 0.7 else layout


def play_game(
    layout: Layout, network: Network | None, nodes: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """The features of the positions of a game that had a ghost to fear, and the values to learn:
    `DISCOUNT` to the power of the rounds until Pac-Man was caught, 0 if never.

    Without a network, he plays with the logistic regression."""
    state = State.initial(layout)
    search, board = ChampionSearch(state.maze, network), board_of(state.maze)
    if network is None:
        search.board = board._replace(has_network=np.int64(0))
    position, row = Position.empty(state.maze, 0), np.zeros(FEATURES, np.float32)
    ghost, rows, rounds = DirectionalGhost(), [], []
    for round_number in range(ROUNDS):
        position.set(state)
        if fill_features(board, position, row):
            rows.append(row.copy())
            rounds.append(round_number)
        values = search.search(state, [BELIEF] * len(state.ghosts), nodes=nodes).values
        action = max(values, key=values.__getitem__)
        if rng.random() < EXPLORED:
            action = Action(rng.choice(state.legal_actions()))
        state = state.successor(action)
        while not state.is_terminal and state.to_move:
            chances = ghost.distribution(state)
            drawn = rng.choice([int(action) for action in chances], p=list(chances.values()))
            state = state.successor(Action(drawn))
        if state.is_terminal:
            break
    left = round_number - np.array(rounds)
    if state.is_loss:
        return np.array(rows), (DISCOUNT**left).astype(np.float32)
    known = left >= UNKNOWN
    return np.array(rows)[known], np.zeros(known.sum(), np.float32)


def fit(features: Floats, targets: Floats, rng: np.random.Generator) -> dict[str, Any]:
    """The weights of the network with the least cross-entropy, by Adam."""
    scale = 1 / np.sqrt([FEATURES, FEATURES, UNITS, UNITS])
    shapes = (FEATURES, UNITS), (UNITS,), (UNITS,), (1,)
    weights = [rng.uniform(-s, s, shape) for s, shape in zip(scale, shapes, strict=True)]
    means, squares = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    for step in range(1, STEPS + 1):
        rate = MOST_RATE * min(step / (0.3 * STEPS), (STEPS - step) / (0.7 * STEPS))
        chosen = rng.integers(len(features), size=BATCH)
        for index, slope in enumerate(slopes(weights, features[chosen], targets[chosen])):
            means[index] += 0.1 * (slope - means[index])
            squares[index] += 0.001 * (slope**2 - squares[index])
            change = means[index] / (1 - 0.9**step)
            change /= np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8
            weights[index] -= rate * (change + DECAY * weights[index])
    first, first_bias, second, (second_bias,) = (weight.round(5).tolist() for weight in weights)
    return {
        "first": first, "first_bias": first_bias, "second": second, "second_bias": second_bias,
    }  # fmt: skip


def slopes(weights: Any, rows: Floats, targets: Floats) -> Iterator[Any]:
    """The derivatives of the mean cross-entropy by the weights."""
    first, first_bias, second, second_bias = weights
    units = np.maximum(rows @ first + first_bias, 0)
    error = (1 / (1 + np.exp(-units @ second - second_bias)) - targets) / len(rows)
    back = np.outer(error, second) * (units > 0)
    yield from (rows.T @ back, back.sum(0), units.T @ error, np.array([error.sum()]))


def main(
    output: Path,
    iterations: int = 3,
    games: int = 1300,
    nodes: int = 250,
    seed: int = 1,
) -> None:
    """Fit the danger, and write the weights to OUTPUT."""
    rng = np.random.default_rng(seed)
    network: Network | None = None
    features, targets = [], []
    table = Table("iteration", "games", "caught in", "positions", title="Games to learn from")
    for iteration in range(iterations):
        for _ in range(games):
            rows, values = play_game(draw_layout(rng), network, nodes, rng)
            features.append(rows.reshape(-1, FEATURES))
            targets.append(values)
        caught = sum(bool(len(values) and values[-1]) for values in targets[-games:])
        positions = sum(map(len, targets))
        table.add_row(str(iteration + 1), str(games), str(caught), f"{positions:,}")
        weights = fit(np.concatenate(features), np.concatenate(targets), rng)
        output.write_text(json.dumps(weights))
        network = network_from(output)
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
