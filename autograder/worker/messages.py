"""The messages of games and searches, in short fixed formats. All other messages are JSON.

The first byte is the kind of message, which can't be the `{` of JSON; numbers are little-endian.
An action is a byte, and actions are a byte for each. From the grader:

    ACT     the actions played since the last answer
    FINISH  the same
    STATES  the number of the request it answers (4 bytes), and a `StateSummary` for each state

From the worker, which may forge them (`pacgrid.autograder.worker_replies` checks them):

    ACTED   the action, `nodes` (8 bytes; -1 for None), `used` (4 bytes), and for each value its
            action and a double
    EXPAND  the number of a state, `used` (4 bytes each), an action
"""

import struct
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pacgrid.action import Action

ACT, FINISH, STATES = b"a", b"f", b"s"
ACTED, EXPAND = b"A", b"X"

MAX_FEATURES = 12
"""How many features of an evaluation are looked at: the first ones."""

ACTIONS = tuple(Action)
"""By number; `Action(number)` takes as long as a system call."""

ACTED_FORMAT = struct.Struct("<cBqI")
ACTED_VALUE_FORMAT = struct.Struct("<Bd")
EXPAND_FORMAT = struct.Struct("<cIIB")
_STATES_FORMAT = struct.Struct("<cI")
_STATE_FORMAT = struct.Struct("<IqBBB??")

_LEGAL = tuple(tuple(a for a in Action if bits >> a & 1) for bits in range(1 << len(Action)))
"""By bits: the actions. Lists of actions are always in this order."""
_BITS = {actions: bits for bits, actions in enumerate(_LEGAL)}


class StateSummary(NamedTuple):
    """What the worker learns about a state that stays with the grader."""

    number: int
    score: int
    legal: int
    """A bit for each action."""
    to_move: int
    num_agents: int
    is_win: bool
    is_loss: bool


def bits_of(legal: tuple[Action, ...]) -> int:
    """The actions as bits."""
    return _BITS[legal]


def actions_in(bits: int) -> tuple[Action, ...]:
    """The actions of `bits_of`."""
    return _LEGAL[bits]


def pack_played(kind: bytes, played: Iterable[Action]) -> bytes:
    """A message of the `kind` ACT or FINISH."""
    return kind + bytes(played)


def unpack_played(message: bytes) -> list[Action]:
    return [ACTIONS[number] for number in message[1:]]


def pack_states(request: int, states: Iterable[StateSummary]) -> bytes:
    """The states that answer an EXPAND whose `used` was `request`."""
    return _STATES_FORMAT.pack(STATES, request) + b"".join(
        _STATE_FORMAT.pack(*state) for state in states
    )


def unpack_states(message: bytes) -> tuple[int, list[tuple[Any, ...]]]:
    """The number of the request, and the fields of each `StateSummary`."""
    _, request = _STATES_FORMAT.unpack_from(message)
    return request, list(_STATE_FORMAT.iter_unpack(message[_STATES_FORMAT.size :]))


def pack_acted(
    action: Action, nodes: int | None, used: int, values: Mapping[Action, float]
) -> bytes:
    """The agent's choice; its report; and how many successors its search has used."""
    head = ACTED_FORMAT.pack(ACTED, action, -1 if nodes is None else nodes, used)
    return head + b"".join(ACTED_VALUE_FORMAT.pack(*item) for item in values.items())


def pack_expand(state: int, action: Action, used: int) -> bytes:
    """Asks for a successor. With it, the search has `used` that many."""
    return EXPAND_FORMAT.pack(EXPAND, state, used, action)
