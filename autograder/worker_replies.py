"""The messages of a worker. They are validated on arrival, because a submission may forge them."""

from math import isnan
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pacgrid.common.sanitize import one_line, printable

ActionName = Literal["north", "east", "south", "west", "stop"]


Line = Annotated[str, Field(max_length=2000), AfterValidator(one_line)]
Name = Annotated[str, Field(max_length=200), AfterValidator(one_line)]
Text = Annotated[str, Field(max_length=8000), AfterValidator(printable)]


def _check_number(value: float) -> float:
    if isnan(value):
        raise ValueError("is not a number")
    return value


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Failed(_Message):
    """The submission failed; its process lives on."""

    kind: Literal["failed"]
    message: Line
    frames: Text
    """The lines of the traceback that are in the author's files."""


class AgentSummary(_Message):
    """An agent class of a submission."""

    missing_methods: list[Name] = []
    options: list[Name] | None = None
    """The options that its `__init__` accepts; None for any."""
    required: list[Name] = []
    """The options without a default."""


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


class Acted(_Message):
    """The action that an agent chose, and its report."""

    kind: Literal["acted"]
    action: ActionName
    nodes: int | None
    values: dict[ActionName, float]


class Values(_Message):
    """The values of the positions that were asked for, up to the one that `failed`, if any."""

    kind: Literal["values"]
    values: list[Annotated[float, AfterValidator(_check_number)]]
    failed: Failed | None = None


class Expand(_Message):
    """A request for a successor, in a search whose states stay with the grader."""

    kind: Literal["expand"]
    state: Annotated[int, Field(ge=0)]
    """The number of the state."""
    action: ActionName


Reply = Failed | Loaded | Done | Acted | Values | Expand

_REPLY: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])


def read_reply(data: bytes) -> Reply:
    """Parses a reply. Raises ValueError if it is invalid."""
    try:
        return _REPLY.validate_json(data)
    except ValidationError as error:
        raise ValueError(str(error)) from None
