"""The messages of a worker. They are validated on arrival, because a submission may forge them."""

import re
import struct
from collections.abc import Callable, Mapping
from math import isnan
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line, printable

from ..sandbox.scratch import PREFIX
from ..sandbox.worker_disk import LIBRARY, SUBMISSION
from ..worker import messages

MAX_NODES = 1 << 53


def _identifier(name: str) -> str:
    if not name.isidentifier():
        raise ValueError("must be an identifier")
    return name


Line = Annotated[str, Field(max_length=2000), AfterValidator(one_line)]
Name = Annotated[str, Field(max_length=60), AfterValidator(_identifier)]
Step = Annotated[list[int], Field(min_length=3, max_length=3)]
"""An `ExploredStep`."""
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
    is_ghost: bool = False
    """Whether it is a `GhostTeam`, or a `ChanceAgent`, which ghosts are."""


class Loaded(_Message):
    """What can be graded in a file."""

    kind: Literal["loaded"]
    agents: dict[Name, AgentSummary] = {}
    """The agent classes that were asked for, and the first ones that the file defines."""
    functions: list[Name] = []
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
    """The successors that a search of states that stay with the grader has used."""


class Values(_Message):
    """The values of the positions that were asked for, up to the one that `failed`, if any."""

    kind: Literal["values"]
    values: list[Number]
    failed: Failed | None = None


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
    steps: Annotated[list[Step], Field(max_length=messages.MAX_STEPS)]


class Returned(_Message):
    """What the functions of a submission returned for states, by the states' handles."""

    kind: Literal["returned"]
    values: Annotated[list[tuple[int, Number]], Field(max_length=messages.MAX_RETURNED)]


class Tried(_Message):
    """What changed submissions decided, in each task, in each move: the action, the number of
    successors, and the reported value. A submission may forge it."""

    kind: Literal["tried"]
    answers: list[list[list[tuple[int, int, Number | None]]]]


class FunctionsRun(_Message):
    """Functions of a submission, by file and first line. It may forge them."""

    kind: Literal["functions_run"]
    functions: list[tuple[Line, int]]


class Expand(NamedTuple):
    """A request for a successor, in a search of states that stay with the grader."""

    state: int
    action: Action
    used: int
    """How many successors the search has used, with this one."""


class StateQuestion(NamedTuple):
    """A question about a state, in a search that is observed."""

    number: int
    kind: messages.QuestionKind
    handle: int
    action: Action


_JsonReply = Failed | Loaded | Done | Chosen | Explored | Values | Returned | Tried | FunctionsRun
Reply = _JsonReply | Acted | Expand | StateQuestion

_JSON: TypeAdapter[_JsonReply] = TypeAdapter(Annotated[_JsonReply, Field(discriminator="kind")])


def read_reply(data: bytes) -> Reply:
    """Parses a reply. Raises ValueError if it is invalid."""
    try:
        return _READERS.get(data[:1], _JSON.validate_json)(data)
    except (ValidationError, struct.error, IndexError) as error:
        raise ValueError(str(error)) from None


def _read_expand(data: bytes) -> Expand:
    _, state, used, action = messages.EXPAND_FORMAT.unpack(data)
    return Expand(state, messages.ACTIONS[action], used)


def _read_question(data: bytes) -> StateQuestion:
    _, number, kind, handle, action = messages.ASK_FORMAT.unpack(data)
    return StateQuestion(number, messages.QUESTION_KINDS[kind], handle, messages.ACTIONS[action])


def _read_acted(data: bytes) -> Acted:
    _, action, nodes, used = messages.ACTED_FORMAT.unpack_from(data)
    items = list(messages.ACTED_VALUE_FORMAT.iter_unpack(data[messages.ACTED_FORMAT.size :]))
    values = {messages.ACTIONS[number]: value for number, value in items}
    if not -1 <= nodes < MAX_NODES or len(values) < len(items) or any(map(isnan, values.values())):
        raise ValueError("an impossible number")
    return Acted(messages.ACTIONS[action], None if nodes < 0 else nodes, values, used)


_READERS: Mapping[bytes, Callable[[bytes], Reply]] = {
    messages.ACTED: _read_acted,
    messages.ASK: _read_question,
    messages.EXPAND: _read_expand,
}
"""The reader of a message by its first byte; all other messages are JSON."""


_ADDRESS = re.compile(r"(?i)\b(at|thread) 0x[0-9a-f]+")
_INSIDE = "|".join(re.escape(str(folder)) for folder in (SUBMISSION, LIBRARY))
_FOLDER = re.compile(
    # On disk, or as bubblewrap shows it. The names may end early, in a text that was cut.
    rf"""(?:[a-z]:)?(?:[/\\][^\s'"<>|:/\\]*)*[/\\]{PREFIX}\w*(?:[/\\]+work\b)?"""
    rf"""(?:[/\\]+(?:submission\b|(?P<temporary>worker-\w+)))?(?P<below>[/\\]+)?"""
    rf"""|(?<![\w./\\-])(?:{_INSIDE})(?P<below_inside>/|(?![\w.-]))""",
    re.IGNORECASE,
)
"""The folder of a submission, of its worker's library or of its temporary files."""


def stable_text(text: str) -> str:
    """`text` with file names relative to the submission, and without the addresses of objects.

    >>> stable_text("<Node object at 0x7f3a5e10> in /submission/agent.py")
    '<Node object at 0x…> in agent.py'
    """
    return _FOLDER.sub(_relative, _ADDRESS.sub(r"\1 0x…", text))


def _relative(match: re.Match[str]) -> str:
    below = match["below"] or match["below_inside"]
    if match["temporary"]:
        return f"/tmp{'/' if below else ''}"
    return "" if below else "."
