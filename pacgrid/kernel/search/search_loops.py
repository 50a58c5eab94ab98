"""The searches, compiled, each one loop with a stack: alpha-beta, and expectiminimax without
pruning.

Alpha-beta has a transposition table and orders moves. It prunes as `pacgrid.agents.alpha_beta`
does, only where a value is strictly outside `alpha..beta`. So the best action and its value are
those of minimax, in whatever order the actions are tried.
"""

import sys
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.compiled_rules import NTH_BIT, is_over, next_cell
from pacgrid.kernel.ghosts import preferred
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.ghost_models import MINIMISES, GhostModels, chance, expect
from pacgrid.kernel.search.linear_evaluation import Evaluation, evaluate
from pacgrid.kernel.search.position import (
    ACTION_SHIFT,
    COMPLETE,
    LOWER,
    UPPER,
    Position,
    Transpositions,
    find,
    has,
    key_of,
    legal_actions,
    play,
    room_for,
    take_back,
)
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import Maze


class SearchStack(NamedTuple):
    """What a search in one loop knows about each ply on its way."""

    frames: StructuredArray
    """`[ply]`: records of the search's own."""
    lines: NDArray[np.uint8]
    """`[ply, ply]`: the best line from each ply on, as far as it isn't from a table."""
    values: NDArray[np.float64]
    """`[action]` at the root."""
    progress: NDArray[np.int64]
    """The ply, the nodes visited so far, and how many lines were cut off, or whether any was."""
    history: NDArray[np.int64]
    """`[agent, cell, action]`: how much an action has cut off; empty if nobody asks."""

    @classmethod
    def empty(cls, frame: np.dtype[Any], plies: int, maze: Maze | None = None) -> Self:
        """A stack for `plies` plies, with a history if the search is in `maze`."""
        history = (len(maze.homes) + 1, len(maze.positions), len(Action)) if maze else (0, 0, 0)
        return cls(
            frames=np.zeros(plies + 1, frame),
            lines=np.zeros((plies + 1, plies + 1), np.uint8),
            values=np.zeros(len(Action), np.float64),
            progress=np.zeros(3, np.int64),
            history=np.zeros(history, np.int64),
        )


class SearchMemory(NamedTuple):
    """All that a search reads and writes."""

    tables: Tables
    position: Position
    evaluation: Evaluation
    stack: SearchStack
    table: Transpositions
    """Without entries, alpha-beta has no table and doesn't order actions."""


@inlined
def follow(stack: SearchStack, ply: Number, action: Number, end: Number) -> None:
    """Make `action` at `ply`, and the best line after it up to `end`, the best line from `ply`."""
    stack.lines[ply, ply] = action
    for later in range(ply + 1, end):
        stack.lines[ply, later] = stack.lines[ply + 1, later]


_UNKNOWN = 5
"""No action."""
_SHALLOWEST = 3
"""Fewer plies than this are searched again sooner than found in the table."""

ALPHA_BETA_FRAME = np.dtype(
    [
        ("value", np.float64),  # the best so far
        ("alpha", np.float64),
        ("beta", np.float64),
        ("key", np.uint64),
        ("check", np.uint64),
        ("cell", np.uint32),  # of the agent to move
        ("end", np.int32),  # the ply where the line of best play ends
        ("actions", np.uint8),  # those left to try, as bits
        ("action", np.uint8),  # the one tried now
        ("best", np.uint8),
        ("hint", np.uint8),  # the one to try first
        ("preferred", np.uint8),  # those to try first if nothing else is known, as bits
        ("agent", np.uint8),
        ("in_table", np.bool_),  # whether the table is used
        ("complete", np.bool_),  # whether every line so far ended before the cut-off
    ],
    align=True,
)


@inlined
def _enter(search: SearchMemory, ply: int, plies: int) -> bool:
    """Begin with the position at `ply`, `plies` plies before the cut-off. Returns whether its value
    is already known."""
    position, stack, table = search.position, search.stack, search.table
    frame = stack.frames[ply]
    game = position.games[0]
    frame.agent, frame.end = game.to_move, ply
    frame.best = frame.hint = _UNKNOWN
    frame.complete = True
    frame.alpha, frame.beta = -np.inf, np.inf
    if ply:
        frame.alpha, frame.beta = stack.frames[ply - 1].alpha, stack.frames[ply - 1].beta
    frame.value = np.inf if frame.agent else -np.inf
    frame.actions = legal_actions(search.tables, position)
    frame.cell = position.ghosts[0, frame.agent - 1].cell if frame.agent else game.pacman
    # Where there is no choice, it is quicker to go on than to look the position up.
    choice = frame.actions & (frame.actions - 1) != 0
    frame.in_table = choice and plies >= _SHALLOWEST and len(table.entries) > 0
    known = False
    if frame.in_table:
        frame.key, frame.check = key_of(position)
        index = find(table, frame.key, frame.check, game.score)
        if index >= 0:
            entry = table.entries[index]
            frame.hint = entry.facts >> ACTION_SHIFT
            if ply and (entry.depth == plies or (entry.facts & COMPLETE and entry.depth < plies)):
                lower, upper = entry.facts & LOWER, entry.facts & UPPER
                known = (
                    (lower and upper)
                    or (lower and entry.value > frame.beta)
                    or (upper and entry.value < frame.alpha)
                )
                if known:
                    frame.value = entry.value
                    frame.complete = (entry.facts & COMPLETE) != 0
    if known:
        frame.actions = 0
    elif choice and len(table.entries):
        _prefer(search.tables, position, frame)
    return known


@inlined
def _prefer(tables: Tables, position: Position, frame: Any) -> None:
    """What to try first if nothing else is known: food for Pac-Man, and for a ghost the moves
    towards him, or away from him while it is scared."""
    game = position.games[0]
    if frame.agent:
        ghost = position.ghosts[0, frame.agent - 1]
        frame.preferred = preferred(tables, game, ghost, frame.actions)
        return
    frame.preferred = 0
    for action in range(4):
        cell = next_cell(tables.cells, game.pacman, action)
        if has(position.food, cell):
            frame.preferred |= 1 << action


@inlined
def _next_action(stack: SearchStack, table: Transpositions, frame: Any) -> Number:
    """The action to try next: the best one of an earlier search, then those that cut off most.
    Without a table, they aren't ordered."""
    if not len(table.entries):
        return NTH_BIT[frame.actions, 0]
    if frame.actions >> frame.hint & 1:
        return frame.hint
    likely = frame.actions & frame.preferred
    chosen = NTH_BIT[likely if likely else frame.actions, 0]
    rest = frame.actions ^ 1 << chosen
    while rest:
        action = NTH_BIT[rest, 0]
        rest &= rest - 1
        if (
            stack.history[frame.agent, frame.cell, action]
            > stack.history[frame.agent, frame.cell, chosen]
        ):
            chosen = action
    return chosen


@inlined
def _store(table: Transpositions, position: Position, frame: Any, plies: int) -> None:
    """Write what the search found about the position."""
    entry = room_for(table, frame.key, plies)
    entry.key, entry.check, entry.context = frame.key, frame.check, position.games[0].score
    entry.value, entry.depth, entry.generation = frame.value, plies, table.generation[0]
    entry.facts = (
        (0 if frame.value < frame.alpha else LOWER)
        | (0 if frame.value > frame.beta else UPPER)
        | (COMPLETE if frame.complete else 0)
        | frame.best << ACTION_SHIFT
    )


@inlined
def _use(stack: SearchStack, frame: Any, ply: int, plies: int, value: Number, end: int) -> None:
    """Use the value of the action tried last; the line after it ends at ply `end`."""
    if value < frame.value if frame.agent else value > frame.value:
        frame.value = value
        frame.best = frame.action
        frame.end = end
        follow(stack, ply, frame.action, end)
        if value < frame.alpha if frame.agent else value > frame.beta:
            frame.actions = 0
            if len(stack.history):
                stack.history[frame.agent, frame.cell, frame.action] += plies * plies
        elif frame.agent:
            frame.beta = min(frame.beta, value)
        else:
            frame.alpha = max(frame.alpha, value)


@compiled
def alpha_beta(search: SearchMemory, plies: Number, exact: bool, most_nodes: Number) -> bool:
    """Continue the search until `most_nodes` are visited in all. Returns whether it is finished.

    A search starts where `stack.progress` is 0. If `exact`, the values of all actions at the root
    are exact, not only that of the best one.
    """
    tables, position, stack = search.tables, search.position, search.stack
    ply, nodes = stack.progress[0], stack.progress[1]
    if nodes == 0:
        _enter(search, ply, plies)
    while nodes < most_nodes:
        if stack.frames[ply].actions:
            frame = stack.frames[ply]
            frame.action = _next_action(stack, search.table, frame)
            frame.actions ^= 1 << frame.action
            play(tables, position, ply, frame.action)
            nodes += 1
            end = ply + 1
            complete = False
            if is_over(position.games[0]):
                value = np.float64(position.games[0].score)
                complete = True
            elif end == plies:
                value = evaluate(tables, position, search.evaluation)
            else:
                if not _enter(search, end, plies - end):
                    ply += 1
                    continue
                value, complete = stack.frames[end].value, stack.frames[end].complete
        elif ply == 0:
            stack.progress[1], stack.progress[2] = nodes, not stack.frames[0].complete
            if stack.frames[0].in_table:
                _store(search.table, position, stack.frames[0], plies)
            return True
        else:
            frame = stack.frames[ply]
            if frame.in_table:
                _store(search.table, position, frame, plies - ply)
            value, end, complete = frame.value, frame.end, frame.complete
            ply -= 1
        frame = stack.frames[ply]
        take_back(position, ply, frame.agent)
        frame.complete &= complete
        if ply == 0:
            stack.values[frame.action] = value
        _use(stack, frame, ply, plies - ply, value, end)
        if exact and ply == 0:
            frame.alpha, frame.beta = -np.inf, np.inf
    stack.progress[0], stack.progress[1] = ply, nodes
    return False


_MAX, _MIN, _CHANCE = 0, 1, 2
_COMPENSATED = sys.version_info >= (3, 12)
"""Whether Python's `sum` of floats makes up for rounding (Neumaier, 1974)."""

EXPECTIMINIMAX_FRAME = np.dtype(
    [
        ("value", np.float64),  # the best so far, or the sum
        ("rounding", np.float64),  # what the sum has lost
        ("low", np.float64),
        ("high", np.float64),
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
def _enter_layer(search: SearchMemory, models: GhostModels, ply: Number) -> None:
    """Begin with the actions of the position at `ply`."""
    position, frame = search.position, search.stack.frames[ply]
    agent = position.games[0].to_move
    frame.agent = agent
    frame.actions = legal_actions(search.tables, position)
    frame.end = ply
    frame.layer = _MAX
    frame.value = -np.inf
    if agent:
        frame.layer = _MIN
        frame.value = np.inf
        if ply and models.models[agent - 1].kind != MINIMISES:  # the root always chooses
            frame.layer = _CHANCE
            frame.value = frame.rounding = 0
            maze = search.evaluation.maze
            expect(search.tables, position, maze, models, frame, frame.actions, ply)


@compiled
def expectiminimax(search: SearchMemory, models: GhostModels, plies: int, most_nodes: int) -> bool:
    """Continue the search as `alpha_beta` does."""
    tables, position, stack = search.tables, search.position, search.stack
    ply, nodes = stack.progress[0], stack.progress[1]
    if nodes == 0:
        _enter_layer(search, models, ply)
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
                value = evaluate(tables, position, search.evaluation)
                stack.progress[2] += 1
            else:
                ply += 1
                _enter_layer(search, models, ply)
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
            term = chance(frame) * value
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
