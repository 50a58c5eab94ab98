"""What lies beside every attack: an agent that plays well, and a way to say that it has worked."""

import gc
import socket
from typing import NoReturn

from pacgrid import Action, Agent


def succeeded(what: object) -> NoReturn:
    """Tell the grader, in words that it looks for, that the attack has worked."""
    raise AssertionError(f"succeeded: {what}")


def best(state) -> Action:
    """What gives the most points at once."""
    return max(state.legal_actions(), key=lambda action: state.successor(action).score)


class Honest(Agent):
    """Plays well after an `attack` that comes to nothing."""

    def __init__(self, depth=1, evaluation="score"):
        pass

    def attack(self, state):
        pass

    def act(self, state):
        self.attack(state)
        return best(state)


def channel() -> socket.socket:
    """The worker's end of the channel to the grader."""
    return next(thing for thing in gc.get_objects() if type(thing) is socket.socket)


def message(text: bytes) -> bytes:
    """As it is sent: with its length in front."""
    return len(text).to_bytes(4, "big") + text
