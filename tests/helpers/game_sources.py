"""Games to watch, and agents that play in them."""

from collections.abc import Sequence
from threading import Event

from pacgrid import Action, Agent, Layout, State
from pacgrid.session.playback import Keyboard, LiveGame

CORRIDOR = Layout.parse("%%%%%%%\n%P....%\n%%%%%%%")
ROOM = Layout.parse("%%%%%%%\n%P .o.%\n%.%%%.%\n%...G.%\n%%%%%%%")


class Scripted(Agent):
    """Plays a list of actions, then the last legal action forever."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.name = "scripted"
        self._actions = iter(actions)

    def act(self, state: State) -> Action:
        return next(self._actions, state.legal_actions()[-1])


class Thinker(Agent):
    """Doesn't answer until `let_go` is set."""

    def __init__(self) -> None:
        self.name = "thinker"
        self.thinking = Event()
        self.let_go = Event()

    def act(self, state: State) -> Action:
        self.thinking.set()
        self.let_go.wait()
        return state.legal_actions()[0]


def eastward(layout: Layout = CORRIDOR, seed: int = 0) -> LiveGame:
    """A game in which Pac-Man goes east to the wall."""
    return LiveGame(layout, [Scripted([Action.EAST] * 9)], seed=seed)


def steered(layout: Layout = CORRIDOR) -> LiveGame:
    """A game in which a person steers Pac-Man."""
    return LiveGame(layout, [Keyboard()])
