"""Data as text: what assignments in TOML are made of, with errors in one line; and results as JSON
for the journal."""

import json
import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from keyword import iskeyword
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    create_model,
    model_validator,
)
from pydantic_core import PydanticCustomError

from pacgrid.common.gone import gone
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError


def invalid(message: str) -> PydanticCustomError:
    """An error for a validator to raise; pydantic adds the key, and no prefix of its own."""
    return PydanticCustomError("invalid", "{message}", {"message": message})


class StrictModel(BaseModel):
    """A part of an assignment. Raises pydantic's ValidationError for a value it can't accept."""

    # Processes that run tests get finished objects, so they need no validators.
    model_config = ConfigDict(defer_build=True, extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _has_known_keys(cls, data: object) -> object:
        if isinstance(data, dict) and (unknown := data.keys() - cls.model_fields.keys()):
            name = min(unknown)
            written = f"{name} = {json.dumps(data[name], default=str)}"
            forms = (written, f"the key {name}", f"a {cls.__name__.lower()}'s {name}")
            if line := next(filter(None, map(gone, forms)), ""):
                raise invalid(line)
            close = get_close_matches(name, cls.model_fields, n=1)
            known = f"known: {', '.join(cls.model_fields)}"
            hint = f"did you mean {close[0]!r}?" if close else known
            raise invalid(f"unknown key {name!r}; {hint}")
        return data


@contextmanager
def errors_as_invalid() -> Iterator[None]:
    """Turns any exception in the `with` block into one line that pydantic reports at its key."""
    try:
        yield
    except PydanticCustomError:
        raise
    except (PacgridError, ValueError) as error:
        raise invalid(str(error).partition("\n")[0]) from None
    except Exception as error:
        raise invalid(f"{type(error).__name__}: {error}".partition("\n")[0]) from None


def _check_identifier(name: str) -> str:
    if iskeyword(name):
        raise invalid(f"{name} is a Python keyword; use another name")
    if not name.isidentifier():
        raise invalid(f"{name!r} is not a Python name; use letters, digits and _")
    return name


Identifier = Annotated[str, AfterValidator(_check_identifier)]
Line = Annotated[str, AfterValidator(one_line)]
Points = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Option = bool | int | Annotated[float, Field(allow_inf_nan=False)] | str
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
MIB = 1 << 20


class Budget(StrictModel):
    """Time limits, which don't depend on how busy the machine is.

    `cpu_seconds` limits what a submission computes. `seconds` stops one that sleeps: seconds on the
    clock in which it neither computes nor waits for a CPU.
    """

    cpu_seconds: Seconds
    seconds: Seconds


class SubmissionLimits(StrictModel):
    """Limits for a submission; exceeding one ends all its processes."""

    load: Budget = Budget(cpu_seconds=5, seconds=60)
    """The limit for starting Python, importing the file, and building an agent."""
    move: Budget = Budget(cpu_seconds=3, seconds=30)
    game: Budget = Budget(cpu_seconds=30, seconds=300)
    """The limit for all moves of one game, or all positions of one test, and any computing in
    between."""
    test: Budget = Budget(cpu_seconds=600, seconds=120)
    """The limit for everything in one test, loading included."""
    submission: Budget = Budget(cpu_seconds=6000, seconds=1200)
    """The limit for all tests together: see `for_each_of`. In a ladder, for all games together."""
    memory_mb: Annotated[int, Field(ge=64)] = 1024
    """MiB of memory (address space) for each process."""
    processes: Annotated[int, Field(ge=1)] = 1
    """Processes at once, including the first one. Threads are free, but their CPU time counts."""
    file_mb: Annotated[int, Field(ge=1)] = 16
    """MiB for all its temporary files together."""
    open_files: Annotated[int, Field(ge=16)] = 64
    output_kb: Annotated[int, Field(ge=1)] = 1024
    """KiB of printed output in one test; the rest is cut off."""

    def for_each_of(self, tests: int) -> Self:
        """The limits for each of a submission's `tests`, which may take at most equal shares of its
        budget. So the result of one doesn't depend on when the others run, or on what they use."""

        def at_most(test: float, submission: float) -> float:
            return min(test, float(f"{submission / tests:.3g}"))

        whole, test = self.submission, self.test
        budget = Budget(
            cpu_seconds=at_most(test.cpu_seconds, whole.cpu_seconds),
            seconds=at_most(test.seconds, whole.seconds),
        )
        return self.model_copy(update={"test": budget})


class TomlError(ValueError):
    """Text that isn't valid TOML; the message starts with the line and, if known, the column."""


def parse_toml(text: str) -> dict[str, Any]:
    """Parses `text`; integers must fit in 64 bits, as TOML demands. Raises TomlError."""
    try:
        return _loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).removesuffix(")").rpartition(" (at ")
        column = re.fullmatch(r"line (\d+), column (\d+)", place)
        line = ":".join(column.groups()) if column else str(text.count("\n") + 1)
        raise TomlError(f"{line}: {message}") from None
    except RecursionError:
        message = "arrays or tables are nested too deeply; use fewer levels"
    except ValueError:
        message = "an integer doesn't fit in 64 bits; write a smaller one"
    raise TomlError(f"{_failing_line(text)}: {message}")


def _loads(text: str) -> dict[str, Any]:
    """Raises TOMLDecodeError, RecursionError, or ValueError for an integer that is too large."""
    data = tomllib.loads(text)
    values: list[Any] = [data]
    while values:
        match values.pop():
            case dict() as table:
                values += table.values()
            case list() as array:
                values += array
            case int(number) if not -(1 << 63) <= number < 1 << 63:
                raise ValueError("integer too large")
    return data


def _failing_line(text: str) -> int:
    """The number of the first line at which reading fails with more than a syntax error."""
    lines = text.split("\n")

    def fails(count: int) -> bool:
        try:
            _loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:  # cut off in the middle of a value
            return False
        except (RecursionError, ValueError):
            return True
        return False

    return 1 + bisect_left(range(1, len(lines)), x=True, key=fails)


# Results as JSON

_T = TypeVar("_T")


class JsonForm(Generic[_T]):
    """How values of the type `kind` are kept as text. Errors call one a `noun`."""

    def __init__(self, kind: object, noun: str) -> None:
        # The settings of a model apply to the dataclasses inside, too.
        config = ConfigDict(defer_build=True, strict=True, extra="forbid", allow_inf_nan=False)
        fields: dict[str, Any] = {noun: (kind, ...)}
        self._schema = create_model("Kept", __config__=config, **fields)
        self._noun = noun

    def dump(self, value: _T) -> str:
        """`value` as one line of JSON, without what has its default value. Raises ValueError if a
        number in it isn't finite."""
        kept = self._schema.model_construct(**{self._noun: value})
        data = kept.model_dump(exclude_defaults=True)
        return json.dumps(data, ensure_ascii=False, allow_nan=False)

    def read(self, text: str) -> _T:
        """Reverses `dump`. Raises ValueError with one line for other text."""
        try:
            value: _T = getattr(self._schema.model_validate_json(text), self._noun)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            message = f"{place}: {first['msg']}" if place else first["msg"]
            raise ValueError(f"is no {self._noun}: {message}") from None
        return value
