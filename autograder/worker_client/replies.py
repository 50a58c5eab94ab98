"""The messages of a worker. They are validated on arrival, because a submission may forge them."""

import struct
from collections.abc import Callable, Mapping
from math import isnan
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line, printable

from ..worker.messages import (
    ACTED,
    ACTED_FORMAT,
    ACTED_VALUE_FORMAT,
    ACTIONS,
    ASK,
    ASK_FORMAT,
    EXPAND,
    EXPAND_FORMAT,
    MAX_FEATURES,
    MAX_RETURNED,
    MAX_STEPS,
    QUESTION_KINDS,
    QuestionKind,
)
from .stable_text import stable_text

MAX_NODES = 1 << 53


def _identifier(name: str) -> str:
    if not name.isidentifier():
        raise ValueError("must be an identifier")
    return name


Line = Annotated[str, Field(max_length=2000), AfterValidator(one_line)]
Name = Annotated[str, Field(max_length=60), AfterValidator(_identifier)]
FeatureName = Annotated[str, Field(max_length=60), AfterValidator(one_line)]
Step = Annotated[list[int], Field(min_length=3, max_length=3)]
"""An `ExploredStep`."""
Finite = Annotated[float, Field(allow_inf_nan=False)]
Text = Annotated[str, Field(max_length=8000), AfterValidator(printable)]


def _check_number(value: float) -> float:
    if isnan(value):
        raise ValueError("a value is not a number")
    return value


Number = Annotated[float, AfterValidator(_check_number)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Failed(_Message):
    """The submission failed; its process lives on."""

    kind: Literal["failed"]
    message: Line
    frames: Text
    """The lines of the traceback that are in the author's files."""
    position: Text = ""
    """The position in which it happened, if the submission knows it."""
    exits: bool = False
    """Whether the submission asked to exit, as `sys.exit` does."""

    @property
    def failure(self) -> Failure:
        return Failure(*map(stable_text, (self.message, self.frames, self.position)))


class AgentSummary(_Message):
    """An agent class of a submission."""

    missing_methods: list[Name] = []
    options: list[Name] | None = None
    """The options that its `__init__` accepts; None for any."""
    required: list[Name] = []
    """The options without a default."""
    is_ghost: bool = False
    """Whether it is a `GhostTeam`, or a `ChanceAgent`, which ghosts are."""


class Loaded(_Message):
    """What can be graded in a file."""

    kind: Literal["loaded"]
    agents: dict[Name, AgentSummary] = {}
    """The agent classes that were asked for, and the first ones that the file defines."""
    functions: list[Name] = []
    """The functions that were asked for."""
    similar: dict[Name, Name] = {}
    """By name that was asked for and is missing: a similar name in the file; or the same name, if
    it is there but not an agent or function."""


class Done(_Message):
    kind: Literal["done"]


class Acted(NamedTuple):
    """The action that an agent chose, and its report."""

    action: Action
    nodes: int | None
    values: dict[Action, float]
    used: int = 0
    """In a search of states that stay with the grader: how many successors it has used."""


class Values(_Message):
    """The values of the positions that were asked for, up to the one that `failed`, if any."""

    kind: Literal["values"]
    values: list[Number]
    failed: Failed | None = None


class Features(_Message):
    """A submission's weights by feature, and the features in each position that was asked for."""

    kind: Literal["features"]
    weights: Annotated[dict[FeatureName, Finite], Field(max_length=MAX_FEATURES)]
    values: list[list[Finite]]


class Chosen(_Message):
    """What an agent of a course file returned."""

    kind: Literal["chosen"]
    action: Annotated[Line, Field(max_length=60)] | None
    """Its name, if it is a name at all."""
    returned: Line
    """How Python writes it."""


class Explored(_Message):
    """How a search came to the states that it explored, or to the next ones of them."""

    kind: Literal["explored"]
    steps: Annotated[list[Step], Field(max_length=MAX_STEPS)]


class Returned(_Message):
    """What the functions of a submission returned for states, by the states' handles."""

    kind: Literal["returned"]
    values: Annotated[list[tuple[int, Number]], Field(max_length=MAX_RETURNED)]


class Expand(NamedTuple):
    """A request for a successor, in a search of states that stay with the grader."""

    state: int
    """The number of the state."""
    action: Action
    used: int
    """How many successors the search has used, with this one."""


class StateQuestion(NamedTuple):
    """A question about a state, in a search that is observed."""

    number: int
    kind: QuestionKind
    handle: int
    """The handle of the state."""
    action: Action


_JsonReply = Failed | Loaded | Done | Chosen | Explored | Values | Features | Returned
Reply = _JsonReply | Acted | Expand | StateQuestion

_JSON: TypeAdapter[_JsonReply] = TypeAdapter(Annotated[_JsonReply, Field(discriminator="kind")])


def read_reply(data: bytes) -> Reply:
    """Parses a reply. Raises ValueError if it is invalid."""
    try:
        return _READERS.get(data[:1], _JSON.validate_json)(data)
    except (ValidationError, struct.error, IndexError) as error:
        raise ValueError(str(error)) from None


def _read_expand(data: bytes) -> Expand:
    _, state, used, action = EXPAND_FORMAT.unpack(data)
    return Expand(state, ACTIONS[action], used)


def _read_question(data: bytes) -> StateQuestion:
    _, number, kind, handle, action = ASK_FORMAT.unpack(data)
    return StateQuestion(number, QUESTION_KINDS[kind], handle, ACTIONS[action])


def _read_acted(data: bytes) -> Acted:
    _, action, nodes, used = ACTED_FORMAT.unpack_from(data)
    items = list(ACTED_VALUE_FORMAT.iter_unpack(data[ACTED_FORMAT.size :]))
    values = {ACTIONS[number]: value for number, value in items}
    if not -1 <= nodes < MAX_NODES or len(values) < len(items) or any(map(isnan, values.values())):
        raise ValueError("an impossible number")
    return Acted(ACTIONS[action], None if nodes < 0 else nodes, values, used)


_READERS: Mapping[bytes, Callable[[bytes], Reply]] = {
    ACTED: _read_acted,
    ASK: _read_question,
    EXPAND: _read_expand,
}
"""By the first byte of a message; all others are JSON."""
