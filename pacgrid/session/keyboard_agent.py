"""The agent that a person steers."""

from pacgrid.action import Action
from pacgrid.agent import Agent
from pacgrid.records.description import KEYBOARD as NAME
from pacgrid.state import State

__all__ = ["NAME", "STEERING", "Keyboard"]

STEERING: dict[str, Action] = {
    "up": Action.NORTH,
    "right": Action.EAST,
    "down": Action.SOUTH,
    "left": Action.WEST,
    "w": Action.NORTH,
    "d": Action.EAST,
    "s": Action.SOUTH,
    "a": Action.WEST,
}
"""The keys that steer, by name."""


class Keyboard(Agent):
    """Goes where a person wants as soon as it can; until then it goes straight on.

    A session calls `steer` when a key is pressed; `act` never waits for one.
    """

    def __init__(self) -> None:
        self.name = NAME
        self._wanted = Action.STOP
        self._going = Action.STOP

    def start(self, state: State) -> None:  # noqa: ARG002
        self._going = Action.STOP

    def steer(self, action: Action) -> None:
        """Go there from now on."""
        self._wanted = action

    def act(self, state: State) -> Action:
        legal = state.legal_actions()
        choices = (self._wanted, self._going, Action.STOP, legal[0])
        self._going = next(action for action in choices if action in legal)
        return self._going
