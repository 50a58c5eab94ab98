"""Minimax and expectimax without pruning: one loop with a stack, compiled."""

import sys

import numpy as np

from pacgrid.kernel.compiled_rules import NTH_BIT, is_over
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.ghost_models import MINIMISES, GhostModels, chance, expect
from pacgrid.kernel.search.linear_evaluation import Evaluation, MazeTables, evaluate
from pacgrid.kernel.search.position import (
    Position,
    SearchStack,
    follow,
    legal_actions,
    play,
    take_back,
)
from pacgrid.kernel.tables import Tables

_MAX, _MIN, _CHANCE = 0, 1, 2
_COMPENSATED = sys.version_info >= (3, 12)
"""Whether Python's `sum` of floats makes up for rounding (Neumaier, 1974)."""

FRAME = np.dtype(
    [
        ("value", np.float64),  # the best so far, or the sum
        ("rounding", np.float64),  # what the sum has lost
        ("low", np.float64),
        ("high", np.float64),
        ("row", np.int32),  # of the probabilities in a table, or -1 for these:
        ("preferred", np.uint8),  # the actions with the probability `high`; the others have `low`
        ("actions", np.uint8),  # those left to try, as bits
        ("action", np.uint8),  # the one tried now
        ("agent", np.uint8),
        ("layer", np.uint8),
        ("end", np.int32),  # the ply where the line of best play ends
    ],
    align=True,
)


@inlined
def _enter(
    tables: Tables,
    position: Position,
    maze: MazeTables,
    stack: SearchStack,
    models: GhostModels,
    ply: Number,
) -> None:
    """Begin with the actions of the position at `ply`."""
    frame = stack.frames[ply]
    agent = position.games[0].to_move
    frame.agent = agent
    frame.actions = legal_actions(tables, position)
    frame.end = ply
    frame.layer = _MAX
    frame.value = -np.inf
    if agent:
        frame.layer = _MIN
        frame.value = np.inf
        if ply and models.models[agent - 1].kind != MINIMISES:  # the root always chooses
            frame.layer = _CHANCE
            frame.value = frame.rounding = 0
            expect(tables, position, maze, models, frame, frame.actions, ply)


@compiled
def search(
    tables: Tables,
    position: Position,
    evaluation: Evaluation,
    models: GhostModels,
    stack: SearchStack,
    plies: int,
    most_nodes: int,
) -> bool:
    """Search on, and stop when `most_nodes` are visited in all. Returns whether it is finished.

    It begins anew where `stack.progress` is 0.
    """
    ply, nodes = stack.progress[0], stack.progress[1]
    if nodes == 0:
        _enter(tables, position, evaluation.maze, stack, models, ply)
    while nodes < most_nodes:
        if stack.frames[ply].actions:
            frame = stack.frames[ply]
            frame.action = NTH_BIT[frame.actions, 0]
            frame.actions &= frame.actions - 1
            play(tables, position, ply, frame.action)
            nodes += 1
            end = ply + 1
            if is_over(position.games[0]):
                value = np.float64(position.games[0].score)
            elif ply + 1 == plies:
                value = evaluate(tables, position, evaluation)
                stack.progress[2] += 1
            else:
                ply += 1
                _enter(tables, position, evaluation.maze, stack, models, ply)
                continue
        elif ply == 0:
            stack.progress[1] = nodes
            return True
        else:
            value = stack.frames[ply].value
            if _COMPENSATED and stack.frames[ply].layer == _CHANCE:
                value += stack.frames[ply].rounding
            end = stack.frames[ply].end
            ply -= 1
        frame = stack.frames[ply]
        take_back(position, ply, frame.agent)
        if ply == 0:
            stack.values[frame.action] = value
        if frame.layer == _CHANCE:
            term = chance(position, models, frame) * value
            total = frame.value + term
            if _COMPENSATED:
                if abs(frame.value) >= abs(term):
                    frame.rounding += (frame.value - total) + term
                else:
                    frame.rounding += (term - total) + frame.value
            frame.value = total
        elif value > frame.value if frame.layer == _MAX else value < frame.value:
            frame.value = value
            frame.end = end
            follow(stack, ply, frame.action, end)
    stack.progress[0], stack.progress[1] = ply, nodes
    return False
