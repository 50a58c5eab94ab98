"""What a worker may say, checked when it arrives: a worker may be anyone."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

ActionName = Literal["north", "east", "south", "west", "stop"]


def _printable(text: str) -> str:
    """`text` without anything that a terminal could take for a command."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


Line = Annotated[str, Field(max_length=2000), AfterValidator(_printable)]
Name = Annotated[str, Field(max_length=200), AfterValidator(_printable)]
Text = Annotated[str, Field(max_length=8000), AfterValidator(_printable)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Failed(_Message):
    """The submission did something wrong, and its process lives on."""

    kind: Literal["failed"]
    message: Line
    frames: Text
    """The author's own lines of the traceback."""


class Loaded(_Message):
    """What a file defines."""

    kind: Literal["loaded"]
    agents: dict[Name, list[Name]]
    """The agent classes, each with the methods that it lacks."""
    functions: list[Name]


class Done(_Message):
    kind: Literal["done"]


class Acted(_Message):
    """The action an agent chose, and what it says about the choice."""

    kind: Literal["acted"]
    action: ActionName
    nodes: int | None
    values: dict[ActionName, float]


Reply = Failed | Loaded | Done | Acted

_REPLY: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])


def read_reply(data: bytes) -> Reply:
    """The reply in `data`. Raises ValueError if it is none."""
    try:
        return _REPLY.validate_json(data)
    except ValidationError as error:
        raise ValueError(str(error)) from None
