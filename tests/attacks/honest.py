"""What lies beside every attack: an agent that plays well, and a way to say that it has worked."""

import gc
import socket
import sys
import time
from contextlib import suppress
from functools import cache
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


class Wrong(Honest):
    """Plays badly, and begins an `attack` when changes of it are tried."""

    def act(self, state):
        if type(state).__name__ == "TableState":  # its own text is tried first, in 160 positions
            sys.searches = getattr(sys, "searches", 0) + 1
            if sys.searches > 200:
                self.attack(state)
        return min(state.legal_actions(), key=lambda action: state.successor(action).score)


def line(state, plies):
    """The states of a line in which Pac-Man stops and a ghost walks to and fro in its corridor of
    five cells. Only the successors are asked for."""
    states, place, step = [state], 3, -1
    while len(states) <= plies:
        if len(states) % 2:
            action = Action.STOP
        else:
            step = {1: 1, 5: -1}.get(place, step)
            place += step
            action = Action.EAST if step > 0 else Action.WEST
        states.append(states[-1].successor(action))
    return states


class Pair(Honest):
    """In a hidden test it sends the test's secret, and in a visible one it looks out for one."""

    began = 0.0

    def __init__(self, secret=0):
        self.secret = secret

    def attack(self, state):
        if Pair.began:
            return  # the second position
        Pair.began = time.monotonic()
        with suppress(OSError):  # it is denied
            if self.secret:
                self.send(self.secret)
            while time.monotonic() < Pair.began + 0.7:
                if not self.secret and (secret := self.receive()):
                    succeeded(f"secret {secret}")
                time.sleep(0.01)

    def send(self, secret):
        """Send `secret`, until the process ends."""

    def receive(self):
        """The secret that was sent, or nothing."""


def bits(secret: int) -> list[bool]:
    """The bits of a byte, and their opposites: noise is not taken for a secret."""
    return [bool((secret ^ flip) >> bit & 1) for bit in range(8) for flip in (0, 255)]


def byte(received: list[bool]) -> int:
    """What `bits` were made of; 0 if they are noise."""
    secret = sum(bit << place for place, bit in enumerate(received[::2]))
    return secret if bits(secret) == list(map(bool, received)) else 0


def seen(state) -> str:
    """What can be seen of a state, in a line: its board if it has one, and what its moves bring."""
    gains = sorted(state.successor(a).score - state.score for a in state.legal_actions())
    return f"{'|'.join(str(state).splitlines())} {gains}"


def number_of(state) -> int:
    """A small number for what can be seen of a state."""
    return sum(map(ord, seen(state))) % 7


class Attempt:
    """What is tried while a submission is loaded, where it has the most time, and seen later."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.is_denied = True

    def __enter__(self):
        pass

    def __exit__(self, kind, *_):
        self.is_denied = kind is not None
        return kind is not None and issubclass(kind, Exception)

    def check(self) -> None:
        if not self.is_denied:
            succeeded(self.what)


class Oracle:
    """Foretells ghosts that draw at random, from seeds that may be the game's."""

    def __init__(self):
        self.seeds, self.foretold, self.before = {}, 0, None

    def add(self, seed) -> None:
        from random import Random  # an attack may have a module of this name

        for start in (f"{seed}:", str(seed)):
            self.seeds[start] = [Random(f"{start}{number}") for number in range(1, 5)]

    def look(self, state) -> None:
        """Compare what the ghosts have done since with what each seed says."""
        before, self.before = self.before, state
        if before is None:
            return
        steps = map(before.successor, before.legal_actions())
        now = next((after for after in steps if after.pacman == state.pacman), state)
        while now.to_move:
            ghost, after = now.to_move - 1, {a: now.successor(a) for a in now.legal_actions()}
            for start, ghosts in list(self.seeds.items()):
                drawn = ghosts[ghost].choices(list(after), [1 / len(after)] * len(after))[0]
                if after[drawn].ghosts[ghost].position != state.ghosts[ghost].position:
                    del self.seeds[start]
            self.foretold += len(after) > 1
            same = (s for s in after.values() if s.ghosts[ghost] == state.ghosts[ghost])
            now = next(same, state)
        if self.seeds and self.foretold >= 12:
            succeeded(f"{self.foretold} moves of ghosts by the seed {list(self.seeds)}")


def is_searcher(thing: object) -> bool:
    """Whether `thing` is an agent that searches."""
    return hasattr(type(thing), "act") and isinstance(getattr(thing, "depth", None), int)


@cache
def channel() -> socket.socket:
    """The worker's end of the channel to the grader."""
    from pacgrid.autograder.sandbox.channel import WorkerChannel

    ends = (thing._socket for thing in gc.get_objects() if type(thing) is WorkerChannel)
    return next(ends)


def message(text: bytes) -> bytes:
    """As it is sent: with its length in front."""
    return len(text).to_bytes(4, "big") + text


COUNTS = (
    38,
    17,
    21,
    11,
    13,
    19,
    23,
    11,
    13,
    19,
    23,
    11,
    13,
    19,
    23,
    11,
    13,
    19,
    23,
    11,
    13,
    19,
    23,
)
COUNTS += (22, 37, 24, 12, 9)
"""How many states the solution of "course search" explores, by move."""


class Unpruned:
    """A right search of a course file that prunes nothing, and says something else about it."""

    moves = 0

    def __init__(self, depth=2):
        self.depth = int(depth)

    def getAction(self, state):  # noqa: N802
        count = COUNTS[self.moves]
        self.moves += 1
        return self.choose(state, count)

    def choose(self, state, count):
        """Its action, after `count` states that the solution explores."""
        return max(
            state.getLegalActions(0),
            key=lambda action: self.value(state.generateSuccessor(0, action), 1, self.depth),
        )

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth - 1
        if depth == 0 or state.isWin() or state.isLose():
            return state.getScore()
        values = [
            self.value(state.generateSuccessor(agent, action), agent + 1, depth)
            for action in state.getLegalActions(agent)
        ]
        return min(values) if agent else max(values)
