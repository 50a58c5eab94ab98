"""The distribution of a chance agent as a table, for agents that see nothing but Pac-Man."""

from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.maze import NODES_PER_CELL, Maze, Node
from pacgrid.state import SCARED_MOVES, Drawing, DrawnGhost, State


class ChanceTable:
    """How `agent` plays a ghost on `maze`.

    Its distribution may depend on Pac-Man's cell, the ghost's node and whether the ghost is scared,
    and on nothing else. The agent is asked once for each of these.
    """

    def __init__(self, agent: ChanceAgent, maze: Maze) -> None:
        self.agent = agent
        self.maze = maze
        self.rows: NDArray[np.int32] = np.full(
            (2, NODES_PER_CELL * len(maze.positions)), -1, np.int32
        )
        """`[scared, node]`: the row in `chances`; -1 where there is only one legal action."""
        self.chances: NDArray[np.float64] = np.zeros((0, len(maze.positions), len(Action)))
        """`[row, Pac-Man's cell, action]`."""

    def fill(self, state: State) -> None:
        """Ask the agent about all that can follow `state`, unless it was asked before."""
        maze, ghosts = self.maze, state.ghosts
        start = {maze.node(ghost.position, ghost.direction) for ghost in ghosts}
        scared_or_not = [0, 1] if state.capsules or any(ghost.scared for ghost in ghosts) else [0]
        new = [
            (scared, node)
            for node in sorted(_reachable(maze, start))
            for scared in scared_or_not
            if len(maze.ghost_actions[node]) > 1 and self.rows[scared, node] < 0
        ]
        for row, (scared, node) in enumerate(new, len(self.chances)):
            self.rows[scared, node] = row
        if new:
            chances = [self._chances(state, bool(scared), node) for scared, node in new]
            self.chances = np.concatenate([self.chances, np.array(chances)])

    def _chances(self, state: State, scared: bool, node: Node) -> NDArray[np.float64]:
        """`[Pac-Man's cell, action]` for a ghost on `node`; the rest is as in `state`."""
        maze = self.maze
        drawn = [DrawnGhost(home, Action.STOP, 0, home) for home in maze.homes]
        position, direction = maze.node_position(node), maze.node_direction(node)
        drawn[0] = DrawnGhost(position, direction, SCARED_MOVES if scared else 0, maze.homes[0])
        chances = np.zeros((len(maze.positions), len(Action)))
        for cell, pacman in enumerate(maze.positions):
            question = State.drawn(
                Drawing(
                    walls=maze.walls,
                    pacman=pacman,
                    ghosts=tuple(drawn),
                    food=frozenset(state.food),
                    capsules=frozenset(state.capsules),
                    score=0,
                    to_move=1,
                    lost=False,
                )
            )
            for action, probability in self.agent.distribution(question).items():
                chances[cell, action] = probability
        return chances


def _reachable(maze: Maze, start: AbstractSet[Node]) -> AbstractSet[Node]:
    """The nodes that ghosts can reach from `start` or from their homes."""
    found = set(start) | set(maze.home_nodes)
    ahead = list(found)
    while ahead:
        node = ahead.pop()
        following = {
            *maze.ghost_moves[node].values(),
            *maze.scared_moves[node].values(),
            maze.snapped[node],
        }
        ahead += following - found
        found |= following
    return found
