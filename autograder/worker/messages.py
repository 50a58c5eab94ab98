"""The messages of games and searches, in short fixed formats. All other messages are JSON.

The first byte is the kind of message, which can't be the `{` of JSON; numbers are little-endian.
An action is a byte, and actions are a byte for each. From the grader:

    ACT     the actions played since the last answer
    FINISH  the same
    STATES  the number of the request it answers (4 bytes), and a `StateSummary` for each state
    NUMBER  the number of the question it answers (4 bytes), a double, and whether it is an integer
    NO_NUMBER  the number of the question it answers: there is no such number
    NAMES   the same, and the names of the legal actions, a line for each
    CHILD   the same, and the fields of an `ObservedSummary`
    ILLEGAL the same, and the legal actions as bits
    LIMIT   the same, and which limit the search has exceeded

From the worker, which may forge them (`pacgrid.autograder.worker_client.replies` checks them):

    ACTED   the action, `nodes` (8 bytes; -1 for None), `used` (4 bytes), and for each value its
            action and a double
    EXPAND  the number of a state, `used` (4 bytes each), an action
    ASK     the number of the question (4 bytes), its kind, the handle of a state (4 bytes), and an
            action, if the kind is SUCCESSOR
"""

import struct
from collections.abc import Iterable, Mapping
from enum import IntEnum
from operator import attrgetter
from typing import Any, NamedTuple

from pacgrid.action import Action
from pacgrid.maze import Maze
from pacgrid.state import State

ACT, FINISH, STATES = b"a", b"f", b"s"
NUMBER, NO_NUMBER, NAMES, CHILD, ILLEGAL, LIMIT = b"n", b"o", b"m", b"c", b"i", b"l"
ACTED, EXPAND, ASK = b"A", b"X", b"Q"
ANSWERS = {STATES, NUMBER, NO_NUMBER, NAMES, CHILD, ILLEGAL, LIMIT}

MAX_RETURNED = 2000
"""The values that functions returned are kept for so many states of a search. They fit into a
message, however many digits they have."""

MAX_STEPS = 4000
"""How many steps of a search a message has at most."""
ExploredStep = tuple[int, int, int]
"""How a search explored a state: the number of the state before, the agent, and its action. The
first state is 0, that of each step the next number; -1 is a state that no step led to."""

ACTIONS = tuple(Action)
"""Actions by number; `Action(number)` takes as long as a system call."""

ACTED_FORMAT = struct.Struct("<cBqI")
ACTED_VALUE_FORMAT = struct.Struct("<Bd")
EXPAND_FORMAT = struct.Struct("<cIIB")
ASK_FORMAT = struct.Struct("<cIBIB")
_STATE_FORMAT = struct.Struct("<IqBBB??")
_NUMBER_FORMAT = struct.Struct("<cId?")
_CHILD_FORMAT = struct.Struct("<cIIIB")
_ANSWER_FORMAT = struct.Struct("<cI")

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


class ObservedSummary(NamedTuple):
    """What the worker learns about a state before it asks."""

    handle: int
    """Every state that a search generates has its own."""
    number: int
    """Equal states of a task have the same number."""
    to_move: int


class QuestionKind(IntEnum):
    """What a search can ask about a state that is observed."""

    LEGAL_ACTIONS = 0
    SUCCESSOR = 1
    IS_TERMINAL = 2
    IS_WIN = 3
    IS_LOSS = 4
    SCORE = 5
    EVALUATE = 6
    ACTION_NAMES = 7


QUESTION_KINDS = tuple(QuestionKind)


def bits_of(legal: tuple[Action, ...]) -> int:
    """The actions as bits."""
    return _BITS[legal]


def actions_in(bits: int) -> tuple[Action, ...]:
    """The actions of `bits_of`."""
    return _LEGAL[bits]


# Games, and searches whose successors are counted


def pack_played(kind: bytes, played: Iterable[Action]) -> bytes:
    """A message of the `kind` ACT or FINISH."""
    return kind + bytes(played)


def unpack_played(message: bytes) -> list[Action]:
    return [ACTIONS[number] for number in message[1:]]


def pack_acted(
    action: Action, nodes: int | None, used: int, values: Mapping[Action, float]
) -> bytes:
    """The agent's choice; its report; and how many successors its search has used."""
    head = ACTED_FORMAT.pack(ACTED, action, -1 if nodes is None else nodes, used)
    return head + b"".join(ACTED_VALUE_FORMAT.pack(*item) for item in values.items())


def pack_expand(state: int, action: Action, used: int) -> bytes:
    """Asks for a successor. With it, the search has `used` that many."""
    return EXPAND_FORMAT.pack(EXPAND, state, used, action)


def pack_states(request: int, states: Iterable[StateSummary]) -> bytes:
    """The states that answer an EXPAND whose `used` was `request`."""
    packed = (_STATE_FORMAT.pack(*state) for state in states)
    return _ANSWER_FORMAT.pack(STATES, request) + b"".join(packed)


def unpack_states(message: bytes) -> tuple[int, list[tuple[Any, ...]]]:
    """The number of the request, and the fields of each `StateSummary`."""
    return answered_question(message), list(_STATE_FORMAT.iter_unpack(_answer(message)))


# Searches that are observed


def pack_question(question: int, kind: QuestionKind, handle: int, action: int = 0) -> bytes:
    """Asks about the state with that handle."""
    return ASK_FORMAT.pack(ASK, question, kind, handle, action)


def answered_question(message: bytes) -> int:
    """The number of the question that `message` answers."""
    number: int = _ANSWER_FORMAT.unpack_from(message)[1]
    return number


def _answer(message: bytes) -> bytes:
    """What follows that number."""
    return message[_ANSWER_FORMAT.size :]


def pack_number(question: int, number: float) -> bytes:
    """A number that answers a question: bits of actions, a truth value, a score, an estimate."""
    return _NUMBER_FORMAT.pack(NUMBER, question, number, isinstance(number, int))


def unpack_number(message: bytes) -> float:
    _, _, number, is_integer = _NUMBER_FORMAT.unpack(message)
    return int(number) if is_integer else number


def pack_no_number(question: int) -> bytes:
    return _ANSWER_FORMAT.pack(NO_NUMBER, question)


def pack_names(question: int, names: Iterable[str]) -> bytes:
    """The names of the legal actions, which have no white space."""
    return _ANSWER_FORMAT.pack(NAMES, question) + "\n".join(names).encode()


def unpack_names(message: bytes) -> tuple[str, ...]:
    return tuple(_answer(message).decode().split())


def pack_child(question: int, child: ObservedSummary) -> bytes:
    """The successor that answers a question."""
    return _CHILD_FORMAT.pack(CHILD, question, *child)


def unpack_child(message: bytes) -> tuple[int, int, int]:
    """The fields of an `ObservedSummary`."""
    return _CHILD_FORMAT.unpack(message)[2:]


def pack_illegal(question: int, legal: tuple[Action, ...]) -> bytes:
    """Answers that the action isn't legal; `legal` are."""
    return _ANSWER_FORMAT.pack(ILLEGAL, question) + bytes([bits_of(legal)])


def unpack_illegal(message: bytes) -> tuple[Action, ...]:
    return actions_in(_answer(message)[0])


def pack_limit(question: int, reason: str) -> bytes:
    """Answers that the search has exceeded a limit."""
    return _ANSWER_FORMAT.pack(LIMIT, question) + reason.encode()


def unpack_limit(message: bytes) -> str:
    return _answer(message).decode()


# Positions of one game, whose maze both sides know: a batch of them asks for values

EncodedPosition = tuple[int, int, tuple[int, ...], tuple[int, ...], str, str, int, bool]
"""All of a state but its maze; sets of cells are hexadecimal."""

_fields = attrgetter(
    "_to_move", "_pacman", "_ghosts", "_scared", "_food", "_capsules", "_score", "_lost"
)


def encode_position(state: State) -> EncodedPosition:
    to_move, pacman, ghosts, scared, food, capsules, score, lost = _fields(state)
    return to_move, pacman, ghosts, scared, f"{food:x}", f"{capsules:x}", score, lost


def decode_position(maze: Maze, position: EncodedPosition) -> State:
    """Reverses `encode_position`; the tuples in `position` may be lists."""
    state = State()
    state._maze = maze
    state._to_move, state._pacman, ghosts, scared, food, capsules, score, lost = position
    state._ghosts, state._scared = tuple(ghosts), tuple(scared)
    state._food, state._capsules = int(food, 16), int(capsules, 16)
    state._score, state._lost = score, lost
    return state
