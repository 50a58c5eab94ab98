"""The search of a ghost in a game of a batch: `pacgrid.agents.minimax_ghost`, compiled."""

import numpy as np

from pacgrid.kernel.arrays import GAME, GHOST, Arrays
from pacgrid.kernel.jit import Number, allocating
from pacgrid.kernel.search.alpha_beta import FRAME, AlphaBetaStack, search
from pacgrid.kernel.search.evaluation_tables import AROUND, Evaluation, MazeTables
from pacgrid.kernel.search.position import UNDO, Position
from pacgrid.kernel.search.search_tables import SearchTables
from pacgrid.kernel.tables import CAPSULE, FOOD, Tables

_ALL = 1 << 62
"""More nodes than any search visits."""
_BIT, _WORD = np.uint64(63), np.uint64(6)


@allocating
def search_action(
    boards: SearchTables, tables: Tables, arrays: Arrays, index: int, number: int, plies: int
) -> Number:
    """The best action of ghost `number`, looking `plies` plies ahead; the first of equal ones."""
    game = arrays.games[index]
    board, team, ghosts = game.board, game.team, arrays.ghosts.shape[1]
    first, size = boards.firsts[board], boards.sizes[board]
    cells, mazes = boards.cells[board], boards.mazes
    words = (cells.shape[0] + 63) >> 6
    position = Position(
        np.empty(1, GAME),
        np.empty((1, ghosts), GHOST),
        np.zeros(words, np.uint64),
        np.zeros(words, np.uint64),
        np.zeros(2, np.uint64),
        np.zeros(1, np.int64),
        boards.numbers,
        np.empty(plies + 1, UNDO),
        np.empty((plies + 1, ghosts), GHOST),
    )
    position.games[0] = game
    position.games[0].board, position.games[0].to_move = 0, number + 1
    position.games[0].pacman -= first
    for other in range(ghosts):
        position.ghosts[0, other] = arrays.ghosts[index, other]
        position.ghosts[0, other].cell -= first
    for cell in range(size):
        kind = arrays.pellets[index, cells[cell].pixel]
        bit = np.uint64(1) << (np.uint64(cell) & _BIT)
        if kind == FOOD:
            position.food[np.uint64(cell) >> _WORD] |= bit
        elif kind == CAPSULE:
            position.capsules[np.uint64(cell) >> _WORD] |= bit
    count = boards.counts[team, number]
    around = np.empty(1, AROUND)
    around[0].version = -1
    evaluation = Evaluation(
        boards.terms[team, number, :count],
        boards.weights[team, number, :count],
        boards.wanted[team, number],
        MazeTables(
            mazes.steps[board],
            mazes.order[board],
            mazes.reachable[board],
            mazes.nearby[board],
            mazes.room[board],
            mazes.area[board],
            mazes.dead_ends[board],
            mazes.closeness[board],
            mazes.squares[board],
            mazes.shares[board],
        ),
        around,
        np.zeros(boards.values.shape[0], np.float64),
    )
    stack = AlphaBetaStack(
        np.empty(plies + 1, FRAME),
        np.empty((plies + 1, plies + 1), np.uint8),
        np.empty(5, np.float64),
        np.zeros(3, np.int64),
        np.empty((0, 0, 0), np.int64),
    )
    own = Tables(cells, tables.boards, boards.homes[board], tables.pellets)
    exact = False
    search(own, position, evaluation, boards.table, stack, np.int64(plies), exact, np.int64(_ALL))
    return np.int64(stack.frames[0].best)
