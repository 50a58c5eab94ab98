"""What course files read of a state."""

from typing import Any

from pacgrid.cs188.agent_state import AgentState
from pacgrid.cs188.board import SharedBoard
from pacgrid.cs188.directions import Direction
from pacgrid.cs188.game_state_data import GameStateData
from pacgrid.cs188.grid import Grid
from pacgrid.layout import Position
from pacgrid.state import State
from pacgrid.state_proxy import StateFace


class Getters(StateFace):
    """A Pacgrid state, and what course files learn about it.

    Everything that can be written to is made when it is asked for, and is then the truth: `state`
    is made anew if somebody wrote to it.
    """

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_before",
        "_board",
        "_data",
        "_direction",
        "_food",
        "_state",
    )

    _state: State
    _direction: Direction
    _food: Grid
    _board: SharedBoard
    _data: GameStateData | None
    """None until somebody asked for it."""
    _before: State | None
    """The state before the last move."""

    @property
    def behind(self) -> State:
        return self._state

    @property
    def state(self) -> State:
        """The Pacgrid state, as it is after what was written to this one.

        Raises ValueError if there is no such state.
        """
        if self._data is None and self._food.columns is None:
            return self._state
        return self.data.state()

    @property
    def direction(self) -> Direction:
        """Pac-Man's direction."""
        return self._direction if self._data is None else self._data.direction

    def isWin(self) -> bool:
        return not self._state._food if self._data is None else self._data._win

    def isLose(self) -> bool:
        return self._state._lost if self._data is None else self._data._lose

    def getScore(self) -> float:
        return float(self._state._score if self._data is None else self._data.score)

    # The agents.

    def getNumAgents(self) -> int:
        if self._data is None:
            return len(self._state._ghosts) + 1
        return len(self._data.agentStates)

    def getPacmanState(self) -> AgentState:
        """A copy."""
        return self.data.agentStates[0].copy()

    def getPacmanPosition(self) -> Any:
        if self._data is None:
            return self._board.tables.maze.positions[self._state._pacman]
        return self._data.agentStates[0].getPosition()

    def getGhostStates(self) -> list[AgentState]:
        return self.data.agentStates[1:]

    def getGhostState(self, agentIndex: int) -> AgentState:
        return self.data.agentStates[self._ghost(agentIndex)]

    def getGhostPosition(self, agentIndex: int) -> Any:
        if agentIndex == 0:
            raise ValueError("agent 0 is Pac-Man, not a ghost")
        return self.data.agentStates[agentIndex].getPosition()

    def getGhostPositions(self) -> list[Any]:
        if self._data is None:
            state = self._state
            if state._to_move > 1:
                state = state.with_turn(0)
            places = self._board.tables.ghost_places
            return [places[node][0] for node in state._ghosts]
        return [ghost.getPosition() for ghost in self._data.agentStates[1:]]

    def _ghost(self, agent: int) -> int:
        """The ghost with that index, which may count from the end."""
        agents = self.getNumAgents()
        if agent == 0 or not -agents < agent < agents:
            raise ValueError(f"agent {agent} is not a ghost; the ghosts are 1 to {agents - 1}")
        return agent % agents

    # The board.

    def getCapsules(self) -> list[Position]:
        return self.data.capsules

    def getFood(self) -> Grid:
        return self._food if self._data is None else self._data.food

    def getNumFood(self) -> int:
        if self._data is None and self._food.columns is None:
            return self._state._food.bit_count()
        return self.getFood().count()

    def hasFood(self, x: int, y: int) -> bool:
        food = self._food if self._data is None else self._data.food
        found: bool = food[x][y]
        return found

    def getWalls(self) -> Grid:
        return self._board.walls

    def hasWall(self, x: int, y: int) -> bool:
        found: bool = self._board.walls[x][y]
        return found

    @property
    def data(self) -> GameStateData:
        """Everything in one object; from now on, it is the truth."""
        if self._data is None:
            self._data = GameStateData.of(
                self._state, self._direction, self._food, self._board, self._before
            )
        return self._data

    @data.setter
    def data(self, data: GameStateData) -> None:
        self._data = data
