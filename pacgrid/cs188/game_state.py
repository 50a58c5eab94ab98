"""States as course files see them: with a board, and of games without one, such as drawn trees."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, NoReturn, Self

from pacgrid.action import Action
from pacgrid.cs188.board import (
    ACTIONS,
    DIRECTIONS,
    AgentState,
    Configuration,
    Direction,
    Directions,
    DrawnLayout,
    Grid,
    SharedBoard,
    in_legal_order,
)
from pacgrid.errors import IllegalMoveError, PacgridError
from pacgrid.layout import Layout, Position
from pacgrid.marks import CAPSULE, FLOOR, FOOD, WALL
from pacgrid.search import GameState as AnyState
from pacgrid.state import State
from pacgrid.tree.search_log import StateFace

_STOP = DIRECTIONS[Action.STOP]
_GHOST_ACTIONS = {name: action for name, action in ACTIONS.items() if name != _STOP}

Step = tuple["GameState", int, Direction]
"""How a state is generated: from which one, by which agent, with which action."""


class IllegalActionError(PacgridError):
    """A course file asked for the successor of an action that is not legal."""


class GameState(StateFace):
    """The board, the agents on it and the score: a thin face over a Pacgrid state, of which `of`
    makes one.

    What it hands out can be written to, as course files do with grids and ghosts' timers, but the
    game goes on from `state`, whatever is written.
    """

    __slots__ = ("__dict__", "__weakref__", "_board", "_data", "_direction", "_food", "_state")

    _state: State
    _direction: Direction
    _food: Grid
    _board: SharedBoard
    _data: "GameStateData | None"
    """None until somebody asked for it."""

    explored: ClassVar[dict["GameState", "Step | None"]] = {}
    """The states that had a successor generated, and these successors, each with how it was first
    generated; noted from the first `getAndResetExplored` on."""
    _notes_explored: ClassVar[bool] = False

    def __init__(self, prevState: "GameState") -> None:
        self._fill(prevState._state, prevState._direction, prevState._board)

    @classmethod
    def of(
        cls, state: State, direction: Action = Action.STOP, start: Layout | State | None = None
    ) -> Self:
        """The face of `state`, with Pac-Man going in `direction`, in a game that began at `start`.

        `data.layout` shows `start`; by default, that is `state`.
        """
        face = cls.__new__(cls)
        face._fill(state, DIRECTIONS[direction], SharedBoard(state.maze, start or state))
        return face

    def _fill(self, state: State, direction: Direction, board: SharedBoard) -> None:
        self._state = state
        self._direction = direction
        self._board = board
        self._food = Grid.of(board.tables.food(state._food))
        self._data = None

    # The game.

    def getLegalActions(self, agentIndex: int = 0) -> list[Direction]:
        """A new list: West, Stop, East, North, South, as far as they are legal."""
        state = self._state
        if state._lost or not state._food:
            return []
        tables = self._board.tables
        if agentIndex == 0:
            return tables.pacman_legal[state._pacman][:]
        ghosts = state._ghosts
        if not 0 < agentIndex <= len(ghosts):
            agentIndex = self._ghost(agentIndex)
        return tables.ghost_legal[ghosts[agentIndex - (state._to_move or 1)]][:]

    def generateSuccessor(self, agentIndex: int, action: Direction) -> "GameState":
        """The state after `action` of that agent, whose turn it need not be.

        Raises IllegalActionError if the game is over or the action is not legal.
        """
        state = self._state
        if state._to_move != agentIndex:
            state = state.with_turn(self._ghost(agentIndex) if agentIndex else 0)
        try:
            after = state.successor((_GHOST_ACTIONS if state._to_move else ACTIONS)[action])
        except (KeyError, TypeError, IllegalMoveError):
            raise self._illegal(agentIndex, action) from None
        face = _new(type(self))
        face._state = after
        face._board = self._board
        face._data = None
        face._direction = self._direction
        face._food = self._food
        if state._to_move == 0 and action != _STOP:
            face._direction = action
        # A grid that somebody has looked at may be written to, so it isn't shared.
        if after._food != state._food or self._food.columns is not None:
            face._food = Grid.of(self._board.tables.food(after._food))
        if GameState._notes_explored:
            explored = GameState.explored
            if self not in explored:
                explored[self] = None
            if face not in explored:
                explored[face] = self, state._to_move, action
        return face

    def _illegal(self, agent: int, action: object) -> IllegalActionError:
        mover = f"ghost {agent}" if agent else "Pac-Man"
        if self.isWin() or self.isLose():
            reason = f"the game is {'won' if self.isWin() else 'lost'}"
        else:
            reason = f"legal: {', '.join(self.getLegalActions(agent))}"
        return IllegalActionError(f"{mover} can't play {action!r:.40}; {reason}")

    def getLegalPacmanActions(self) -> list[Direction]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Direction) -> "GameState":
        return self.generateSuccessor(0, action)

    getAvailableActions = getLegalActions
    getNextState = generateNextState = generateChild = generateSuccessor
    getPacmanNextState = generatePacmanChild = generatePacmanSuccessor

    @staticmethod
    def getAndResetExplored() -> dict["GameState", "Step | None"]:
        """The states explored since the last call."""
        explored = GameState.explored
        GameState.explored = {}
        GameState._notes_explored = True
        return explored

    @property
    def behind(self) -> State:
        return self._state

    @property
    def state(self) -> State:
        """The Pacgrid state."""
        return self._state

    @property
    def direction(self) -> Direction:
        """Pac-Man's direction."""
        return self._direction

    def isWin(self) -> bool:
        return not self._state._food

    def isLose(self) -> bool:
        return self._state._lost

    def getScore(self) -> float:
        return float(self._state._score)

    # The agents.

    def getNumAgents(self) -> int:
        return len(self._state._ghosts) + 1

    def getPacmanState(self) -> AgentState:
        """A copy."""
        return self.data.agentStates[0].copy()

    def getPacmanPosition(self) -> Position:
        return self._board.tables.maze.positions[self._state._pacman]

    def getGhostStates(self) -> list[AgentState]:
        return self.data.agentStates[1:]

    def getGhostState(self, agentIndex: int) -> AgentState:
        return self.data.agentStates[self._ghost(agentIndex)]

    def getGhostPosition(self, agentIndex: int) -> Any:
        if agentIndex == 0:
            raise ValueError("agent 0 is Pac-Man, not a ghost")
        return self.data.agentStates[agentIndex].getPosition()

    def getGhostPositions(self) -> list[Any]:
        state = self._state
        if state._to_move > 1:
            state = state.with_turn(0)
        places = self._board.tables.ghost_places
        return [places[node].pos for node in state._ghosts]

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
        return self._food

    def getNumFood(self) -> int:
        return self._state._food.bit_count()

    def hasFood(self, x: int, y: int) -> bool:
        found: bool = self._food[x][y]
        return found

    def getWalls(self) -> Grid:
        return self._board.walls

    def hasWall(self, x: int, y: int) -> bool:
        found: bool = self._board.walls[x][y]
        return found

    @property
    def data(self) -> "GameStateData":
        """Everything in one object, which is made when somebody asks for it."""
        if self._data is None:
            self._data = GameStateData(self)
        return self._data

    # Copies, equality, text.

    def deepCopy(self) -> "GameState":
        """A copy that shares nothing with this state that can be written to."""
        return GameState._copied(self._state, self._direction, self._board.start)

    def __deepcopy__(self, memo: object = None) -> "GameState":
        return self.deepCopy()

    def __reduce__(self) -> tuple[Any, ...]:
        return GameState._copied, (self._state, self._direction, self._board.start)

    @staticmethod
    def _copied(state: State, direction: Direction, start: Layout | State) -> "GameState":
        face = _new(GameState)
        face._fill(state, direction, SharedBoard(state.maze, start))
        return face

    def _key(self) -> tuple[Any, ...]:
        state = self._state
        if state._to_move > 1:
            state = state.with_turn(0)
        return (
            state._pacman,
            state._ghosts,
            state._food,
            state._score,
            self._direction,
            state._scared,
            state._capsules,
        )

    def __eq__(self, other: object) -> bool:
        """Equal boards, agents and scores; whose turn it is doesn't matter."""
        if not isinstance(other, GameState):
            return False
        return self._key() == other._key() and self._state.maze == other._state.maze

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return str(self.data)


_new = GameState.__new__


class WatchedGameState(GameState):
    """A `GameState` over a proxy of a state. It asks the proxy what a plain one finds in tables."""

    __slots__ = ()

    def getLegalActions(self, agentIndex: int = 0) -> list[Direction]:
        self._state.legal_actions()
        return super().getLegalActions(agentIndex)

    def isWin(self) -> bool:
        return self._state.is_terminal and super().isWin()

    def isLose(self) -> bool:
        return self._state.is_terminal and super().isLose()

    def getScore(self) -> float:
        return float(self._state.score)


_PACMAN_MARKS = {Directions.NORTH: "v", Directions.SOUTH: "^", Directions.WEST: ">"}
"""Pac-Man's mark by his direction: his mouth is open to where he goes."""


class GameStateData:
    """The agents, the food, the capsules and the score of a state, to be read or written to."""

    def __init__(self, prevState: GameState) -> None:
        state, board = prevState._state, prevState._board
        if state._to_move > 1:
            state = state.with_turn(0)
        tables, scared = board.tables, state._scared or (0,) * len(state._ghosts)
        pacman = Configuration(tables.maze.positions[state._pacman], prevState._direction)
        self.agentStates = [AgentState(board.pacman_home, isPacman=True, configuration=pacman)]
        for node, timer, home in zip(state._ghosts, scared, tables.homes, strict=True):
            self.agentStates.append(
                AgentState(
                    home, isPacman=False, configuration=tables.ghost_places[node], scaredTimer=timer
                )
            )
        self.capsules = tables.capsules(state._capsules).copy()
        self.food = prevState._food
        self.score: float = state._score
        self._win = not state._food
        self._lose = state._lost
        self._board = board

    @property
    def layout(self) -> DrawnLayout:
        return self._board.layout

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


class CourseTreeState(StateFace):
    """What a search needs, over any game of `pacgrid.search`. Actions have the names that course
    files know, or those of the game if it has its own.

    The state says whose turn it is, so the agent's index is ignored. What it has said is kept, so
    that a state that stays with a grader is asked only once.
    """

    def __init__(self, state: AnyState) -> None:
        self.state = state

    @property
    def behind(self) -> AnyState:
        return self.state

    def getLegalActions(self, agentIndex: int = 0) -> list[Any]:
        return in_legal_order(self._legal) if self._has_directions else list(self._legal)

    def generateSuccessor(self, agentIndex: int, action: Any) -> Self:
        if isinstance(action, str) and action in ACTIONS and self._has_directions:
            action = ACTIONS[action]
        return type(self)(self.state.successor(action))

    getAvailableActions = getLegalActions
    getNextState = generateNextState = generateChild = generateSuccessor

    def getNumAgents(self) -> int:
        return self.state.num_agents

    def getScore(self) -> float:
        return float(self.state.score)

    def isWin(self) -> bool:
        """Whether the game is over, and not said to be lost."""
        return self._is_over and not self.isLose()

    def isLose(self) -> bool:
        return self._is_over and bool(getattr(self.state, "is_loss", False))

    @cached_property
    def _legal(self) -> Sequence[Any]:
        return self.state.legal_actions()

    @property
    def _has_directions(self) -> bool:
        return any(isinstance(action, Action) for action in self._legal)

    @cached_property
    def _is_over(self) -> bool:
        return self.state.is_terminal

    def __deepcopy__(self, memo: object) -> Self:
        """States never change."""
        return self

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"no {name} here: the states of this test have no board. Only self.evaluationFunction "
            "can evaluate them"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CourseTreeState) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)


class SearchState(CourseTreeState):
    """One that also knows the calls for Pac-Man, as states with a board do. Those in a course's
    test cases don't: there, such a call fails in that project, too.

    With a board, another ghost than the one whose turn it is could move, too. Here it can't, so
    this is noted.
    """

    out_of_turn: ClassVar[str] = ""
    """The first ghost that was moved out of turn since this was emptied, in words."""

    def generateSuccessor(self, agentIndex: int, action: Any) -> Self:
        turn = self.state.to_move
        if agentIndex != turn and agentIndex > 0 < turn and not SearchState.out_of_turn:
            SearchState.out_of_turn = f"moved ghost {agentIndex} when it was ghost {turn}'s turn"
        return super().generateSuccessor(agentIndex, action)

    getNextState = generateNextState = generateChild = generateSuccessor

    def getLegalPacmanActions(self) -> list[Any]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Any) -> Self:
        return self.generateSuccessor(0, action)

    getPacmanNextState = generatePacmanChild = generatePacmanSuccessor
