"""A state as course files see it: a thin face over a Pacgrid state."""

from typing import Any, ClassVar, Self

from pacgrid.action import Action
from pacgrid.cs188.board import DrawnLayout, SharedBoard
from pacgrid.cs188.directions import ACTIONS, DIRECTIONS, Direction
from pacgrid.cs188.game_state_data import Getters
from pacgrid.cs188.grid import Grid
from pacgrid.errors import PacgridError
from pacgrid.layout import Layout
from pacgrid.state import IllegalMoveError, State

_STOP = DIRECTIONS[Action.STOP]
_GHOST_ACTIONS = {name: action for name, action in ACTIONS.items() if name != _STOP}


Step = tuple["GameState", int, Direction]
"""How a state is generated: from which one, by which agent, with which action."""


class IllegalActionError(PacgridError):
    """A course file asked for the successor of an action that is not legal."""


class GameState(Getters):
    """The board, the agents on it and the score. `of` makes one of a Pacgrid state."""

    __slots__ = ()

    explored: ClassVar[dict["GameState", "Step | None"]] = {}
    """The states that had a successor generated, and these successors, each with how it was first
    generated; noted from the first `getAndResetExplored` on."""
    _notes_explored: ClassVar[bool] = False

    def __init__(self, prevState: "GameState | None" = None) -> None:
        self._data = None
        if prevState is not None:
            self._fill(prevState.state, prevState.direction, prevState._board)
            self._food = prevState.getFood()
            self._go_on()

    @classmethod
    def of(
        cls,
        state: State,
        direction: Action = Action.STOP,
        start: Layout | State | None = None,
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
        self._before = None

    def initialize(self, layout: DrawnLayout, numGhostAgents: int = 1000) -> None:
        """Begin a game on `layout` with its first ghosts."""
        ours = Layout(tuple(layout.layoutText))
        state = State.initial(ours, min(numGhostAgents, layout.getNumGhosts()))
        self._fill(state, _STOP, SharedBoard(state.maze, ours))

    # The game.

    def getLegalActions(self, agentIndex: int = 0) -> list[Direction]:
        """A new list: West, Stop, East, North, South, as far as they are legal."""
        if self._data is None and self._food.columns is None:
            state = self._state
            if state._lost or not state._food:
                return []
        else:
            if self.isWin() or self.isLose():
                return []
            state = self.state
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
        if self._data is None and self._food.columns is None:
            state = self._state
        else:
            if self.isWin() or self.isLose():
                raise self._illegal(agentIndex, action)
            state = self.state
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
        face._before = state
        if self._data is None:
            face._direction = self._direction
            face._food = self._food
        else:
            face._direction = self._data.direction
            face._food = self._data.food
        if state._to_move == 0:
            if action != _STOP:
                face._direction = action
            if after._food != state._food:
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

    # Copies, equality, text.

    def deepCopy(self) -> "GameState":
        """A copy that shares nothing with this state, and is neither won nor lost."""
        copy = self.__deepcopy__()
        copy._go_on()
        return copy

    def _go_on(self) -> None:
        """Forget that the game is over, as that project does in its copies."""
        if self.isWin() or self.isLose():
            self.data._win = self.data._lose = False

    def __deepcopy__(self, memo: object = None) -> "GameState":
        return GameState._copied(self.state, self.direction, self._board.start)

    def __reduce__(self) -> tuple[Any, ...]:
        return GameState._copied, (self.state, self.direction, self._board.start)

    @staticmethod
    def _copied(state: State, direction: Direction, start: Layout | State) -> "GameState":
        face = _new(GameState)
        face._fill(state, direction, SharedBoard(state.maze, start))
        return face

    def _key(self) -> tuple[Any, ...]:
        state = self.state
        if state._to_move > 1:
            state = state.with_turn(0)
        return (
            state._pacman,
            state._ghosts,
            state._food,
            state._score,
            self.direction,
            state._scared,
            state._capsules,
        )

    def __eq__(self, other: object) -> bool:
        """Equal boards, agents and scores; whose turn it is doesn't matter."""
        if not isinstance(other, GameState):
            return False
        return self._key() == other._key() and self.state.maze == other.state.maze

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
        score = super().getScore()
        return score if score != self._state.score else float(self._state.score)
