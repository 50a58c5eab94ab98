"""What a worker may say, checked when it arrives: a worker may be anyone."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pacgrid.common.sanitize import one_line, printable

ActionName = Literal["north", "east", "south", "west", "stop"]


Line = Annotated[str, Field(max_length=2000), AfterValidator(one_line)]
Name = Annotated[str, Field(max_length=200), AfterValidator(one_line)]
Text = Annotated[str, Field(max_length=8000), AfterValidator(printable)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Failed(_Message):
    """The submission did something wrong, and its process lives on."""

    kind: Literal["failed"]
    message: Line
    frames: Text
    """The author's own lines of the traceback."""


class SeenAgent(_Message):
    """An agent class, as seen from outside."""

    lacks: list[Name] = []
    """The methods that it must have and hasn't."""
    takes: list[Name] | None = None
    """The options that its `__init__` accepts; None for any."""
    needs: list[Name] = []
    """Those of them that have no default."""


class Loaded(_Message):
    """What a file has that may be graded."""

    kind: Literal["loaded"]
    agents: dict[Name, SeenAgent] = {}
    """The agent classes: those asked for by name, and the first of those that the file defines."""
    functions: list[Name] = []
    """Those asked for by name."""
    near: dict[Name, Name] = {}
    """By name asked for and not there: what the file has that may be meant; the same name if it is
    there, but is no agent or function."""


class Done(_Message):
    kind: Literal["done"]


class Acted(_Message):
    """The action an agent chose, and what it says about the choice."""

    kind: Literal["acted"]
    action: ActionName
    nodes: int | None
    values: dict[ActionName, float]


class Expand(_Message):
    """In a search, whose states are held by the grader: it wants a successor."""

    kind: Literal["expand"]
    state: Annotated[int, Field(ge=0)]
    """The number of the state, as it was told."""
    action: ActionName


Reply = Failed | Loaded | Done | Acted | Expand

_REPLY: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])


def read_reply(data: bytes) -> Reply:
    """The reply in `data`. Raises ValueError if it is none."""
    try:
        return _REPLY.validate_json(data)
    except ValidationError as error:
        raise ValueError(str(error)) from None
