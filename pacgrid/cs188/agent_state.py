"""An agent on the board as course files see it: where it is, where it goes, and its timer."""

from typing import Any

from pacgrid.cs188.directions import Actions, Direction, Directions

Place = tuple[tuple[float, float], Direction]
"""A position and a direction."""


class Configuration:
    """A position and the direction of the last move."""

    def __init__(self, pos: tuple[float, float], direction: Direction) -> None:
        self.pos = pos
        self.direction = direction

    def getPosition(self) -> tuple[float, float]:
        return self.pos

    def getDirection(self) -> Direction:
        return self.direction

    def isInteger(self) -> bool:
        """Whether it is at the centre of a cell."""
        return all(coordinate == int(coordinate) for coordinate in self.pos)

    def generateSuccessor(self, vector: tuple[float, float]) -> "Configuration":
        """This one moved by `vector`, whatever is there. Without a move the direction stays."""
        x, y = self.pos
        dx, dy = vector
        direction = Actions.vectorToDirection(vector)
        if direction == Directions.STOP:
            direction = self.direction
        return Configuration((x + dx, y + dy), direction)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Configuration):
            return False
        return self.pos == other.pos and self.direction == other.direction

    def __hash__(self) -> int:
        return hash((self.pos, self.direction))

    def __str__(self) -> str:
        return f"(x,y)={self.pos}, {self.direction}"


class AgentState:
    """An agent's place, and how many of its moves it stays scared.

    The engine's own (`AgentState.of`) make their `configuration` and `start` when asked for.
    """

    __slots__ = (
        "__dict__",
        "_configuration",
        "_place",
        "_start",
        "isPacman",
        "scaredTimer",
    )

    numCarrying = numReturned = 0
    """Food of another game."""

    def __init__(self, startConfiguration: Configuration, isPacman: bool) -> None:
        self._place: Place | None = None
        self._configuration = startConfiguration
        self._start: Configuration | Place = startConfiguration
        self.isPacman = isPacman
        self.scaredTimer = 0

    @staticmethod
    def of(place: Place, scared: int, home: Place, *, is_pacman: bool = False) -> "AgentState":
        """An agent at `place` that began at `home`."""
        agent = _new(AgentState)
        agent._place = place
        agent._start = home
        agent.isPacman = is_pacman
        agent.scaredTimer = scared
        return agent

    @property
    def place(self) -> Place:
        """Its position and its direction."""
        return self._place or (self._configuration.pos, self._configuration.direction)

    @property
    def configuration(self) -> Configuration:
        if self._place is not None:
            self._configuration = Configuration(*self._place)
            self._place = None  # from now on, the configuration can change
        return self._configuration

    @configuration.setter
    def configuration(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._place = None

    @property
    def start(self) -> Configuration:
        if isinstance(self._start, tuple):
            self._start = Configuration(*self._start)
        return self._start

    @start.setter
    def start(self, start: Configuration) -> None:
        self._start = start

    def getPosition(self) -> tuple[float, float]:
        place = self._place
        return place[0] if place is not None else self._configuration.pos

    def getDirection(self) -> Direction:
        place = self._place
        return place[1] if place is not None else self._configuration.direction

    def copy(self) -> "AgentState":
        """Another one with the same configuration."""
        place, start = self._place, self._start
        if place is not None and isinstance(start, tuple):
            return AgentState.of(place, self.scaredTimer, start, is_pacman=self.isPacman)
        other = AgentState(self.start, self.isPacman)
        other.configuration = self.configuration
        other.scaredTimer = self.scaredTimer
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AgentState):
            return False
        return self.place == other.place and self.scaredTimer == other.scaredTimer

    def __hash__(self) -> int:
        return hash((self.place, self.scaredTimer))

    def __reduce__(self) -> tuple[Any, ...]:
        return AgentState._with, (self.start, self.configuration, self.isPacman, self.scaredTimer)

    @staticmethod
    def _with(
        start: Configuration, configuration: Configuration, is_pacman: bool, scared: int
    ) -> "AgentState":
        agent = AgentState(start, is_pacman)
        agent.configuration = configuration
        agent.scaredTimer = scared
        return agent

    def __str__(self) -> str:
        return f"{'Pacman' if self.isPacman else 'Ghost'}: {self.configuration}"


_new = AgentState.__new__
