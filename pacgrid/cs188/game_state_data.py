"""What a state consists of, as course files read it, and sometimes write to it."""

from typing import Any, NamedTuple

from pacgrid.cs188.agent_state import AgentState, Place
from pacgrid.cs188.board import DrawnLayout, SharedBoard
from pacgrid.cs188.directions import ACTIONS, Direction, Directions
from pacgrid.cs188.grid import Grid
from pacgrid.layout import Position
from pacgrid.layout_drawing import CAPSULE, FLOOR, FOOD, WALL
from pacgrid.state import Drawing, DrawnGhost, State
from pacgrid.tree.state_proxy import StateFace

_PACMAN_MARKS = {Directions.NORTH: "v", Directions.SOUTH: "^", Directions.WEST: ">"}
"""By his direction; his mouth is open to where he goes."""


class GameStateData:
    """The agents, the food, the capsules, the score, and what the last move changed.

    All of it can be written to. `agentStates`, `capsules` and what the last move changed are made
    when somebody asks for them.
    """

    _state: State
    _direction: Direction
    _board: SharedBoard
    _last_move: tuple[State | None, State]
    _agents: list[AgentState] | None = None
    _capsules: list[Position] | None = None

    def __init__(self, prevState: "GameStateData | None" = None) -> None:
        if prevState is not None:
            self._fill(prevState.state(), prevState.direction, prevState.food, prevState._board)

    @staticmethod
    def of(
        state: State,
        direction: Direction,
        food: Grid,
        board: SharedBoard,
        before: State | None = None,
    ) -> "GameStateData":
        """The data of `state`, which a move in `before` led to."""
        data = _new(GameStateData)
        data._fill(state, direction, food, board, before)
        return data

    def _fill(
        self,
        state: State,
        direction: Direction,
        food: Grid,
        board: SharedBoard,
        before: State | None = None,
    ) -> None:
        self._state = state
        self._direction = direction
        self._board = board
        self._last_move = before, state
        self.food = food
        self.score: float = state._score
        self._win = not state._food
        self._lose = state._lost

    @property
    def agentStates(self) -> list[AgentState]:
        """Pac-Man and the ghosts."""
        if self._agents is None:
            board, state = self._board, self._state
            tables = board.tables
            at = tables.maze.positions[state._pacman], self._direction
            self._agents = [AgentState.of(at, 0, board.pacman_home, is_pacman=True)]
            for (place, scared), home in zip(self._ghosts(), tables.homes, strict=True):
                self._agents.append(AgentState.of(place, scared, home))
        return self._agents

    @agentStates.setter
    def agentStates(self, agents: list[AgentState]) -> None:
        self._agents = agents

    @property
    def capsules(self) -> list[Position]:
        if self._capsules is None:
            self._capsules = self._board.tables.capsules(self._state._capsules).copy()
        return self._capsules

    @capsules.setter
    def capsules(self, capsules: list[Position]) -> None:
        self._capsules = capsules

    @property
    def layout(self) -> DrawnLayout:
        return self._board.layout

    def deepCopy(self) -> "GameStateData":
        """A copy that shares nothing with this one. Its game is not lost, even if this one is."""
        state, board = self.state(), SharedBoard(self._state.maze, self._board.start)
        copy = GameStateData.of(state, self.direction, self.food.copy(), board)
        copy._win = copy._lose = False
        return copy

    # What somebody may have written.

    @property
    def direction(self) -> Direction:
        """Pac-Man's direction."""
        return self._agents[0].getDirection() if self._agents else self._direction

    def state(self) -> State:
        """The Pacgrid state of all this.

        Raises ValueError if there is none: an agent is in a wall, for example.
        """
        if self._is_changed():
            self._state = self._remade()
        return self._state

    def _is_changed(self) -> bool:
        state, tables = self._state, self._board.tables
        return (
            self.score != state._score
            or self._lose != state._lost
            or self._food_mask() != state._food
            or (self._capsules is not None and self._capsules != tables.capsules(state._capsules))
            or (self._agents is not None and self._agents_are_changed(*self._agents))
        )

    def _agents_are_changed(self, pacman: AgentState, *ghosts: AgentState) -> bool:
        state = self._state
        if pacman.getPosition() != self._board.tables.maze.positions[state._pacman]:
            return True
        return [(ghost.place, ghost.scaredTimer) for ghost in ghosts] != self._ghosts()

    def _food_mask(self) -> int:
        if squares := self.food.unchanged():
            return squares.mask
        return self._state.maze.mask(self.food.asList())

    def _remade(self) -> State:
        pacman, *ghosts = self.agentStates
        at: Any = pacman.getPosition()
        drawn = [
            DrawnGhost(
                ghost.getPosition(),
                ACTIONS[ghost.getDirection()],
                max(0, ghost.scaredTimer),
                ghost.start.getPosition(),  # type: ignore[arg-type]  # a cell
            )
            for ghost in ghosts
        ]
        score: Any = self.score
        return State.drawn(
            Drawing(
                walls=self._state.maze.walls,
                pacman=at,
                ghosts=tuple(drawn),
                food=frozenset(self.food.asList()),
                capsules=frozenset(self.capsules),
                score=score,
                to_move=self._state.to_move,
                lost=self._lose,
            )
        )

    def _ghosts(self) -> list[tuple[Place, int]]:
        """The ghosts' places and timers in the state."""
        state = self._state
        if state._to_move > 1:
            state = state.with_turn(0)
        places, nodes = self._board.tables.ghost_places, state._ghosts
        scared = state._scared or (0,) * len(nodes)
        return [(places[node], timer) for node, timer in zip(nodes, scared, strict=True)]

    def __getattr__(self, name: str) -> Any:
        if name not in vars(LastMove) or "_state" not in vars(self):
            raise AttributeError(f"a state's data has no attribute {name!r}")
        value = getattr(LastMove(*self._last_move), name)
        setattr(self, name, value)
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameStateData):
            return False
        return (
            self.agentStates == other.agentStates
            and self.food == other.food
            and self.capsules == other.capsules
            and self.score == other.score
        )

    def __hash__(self) -> int:
        return hash((tuple(self.agentStates), self.food, tuple(self.capsules), self.score))

    def __str__(self) -> str:
        """The board and the score, as that project prints them."""
        marks = [
            [FOOD if food else WALL if wall else FLOOR for food, wall in zip(*columns, strict=True)]
            for columns in zip(self.food.data, self._board.walls.data, strict=True)
        ]
        for agent in self.agentStates:
            x, y = agent.getPosition()
            mark = _PACMAN_MARKS.get(agent.getDirection(), "<") if agent.isPacman else "G"
            marks[int(x + 0.5)][int(y + 0.5)] = mark
        for column, row in self.capsules:
            marks[column][row] = CAPSULE
        rows = ["".join(row) for row in zip(*marks, strict=True)]
        return "\n".join([*reversed(rows), f"Score: {int(self.score)}\n"])


_new = GameStateData.__new__


class LastMove(NamedTuple):
    """The states before and after a move; the first is None if nobody has moved."""

    before: State | None
    after: State

    @property
    def scoreChange(self) -> int:
        return self.after.score - self.before.score if self.before else 0

    @property
    def _agentMoved(self) -> int | None:
        """Who moved."""
        return self.before.to_move if self.before else None

    @property
    def _foodAdded(self) -> None:
        """Nobody adds food."""

    @property
    def _foodEaten(self) -> Position | None:
        """Where Pac-Man ate food."""
        return next(iter(self.before.food - self.after.food), None) if self.before else None

    @property
    def _capsuleEaten(self) -> Position | None:
        """Where Pac-Man ate a capsule."""
        return next(iter(self.before.capsules - self.after.capsules), None) if self.before else None

    @property
    def _eaten(self) -> list[bool]:
        """By agent: whether it is a scared ghost that met Pac-Man."""
        before, after = self.before, self.after
        eaten = [False] * after.num_agents
        if before is not None:
            for index, (then, now) in enumerate(zip(before.ghosts, after.ghosts, strict=True), 1):
                met = then.scared > 1 and now.scared == 0
                eaten[index] = met and before.to_move in (0, index)
        return eaten


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
