"""The base of an assignment's parts: strict fields, and errors that name the key and the mend."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from keyword import iskeyword
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from pacgrid.common.gone import gone
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError


def invalid(message: str) -> PydanticCustomError:
    """An error for a validator to raise; pydantic adds the key, and no prefix of its own."""
    return PydanticCustomError("invalid", "{message}", {"message": message})


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
            if line := gone(written) or gone(f"a {cls.__name__.lower()}'s {name}"):
                raise invalid(line)
            close = get_close_matches(name, cls.model_fields, n=1)
            hint = (
                f"did you mean {close[0]!r}?" if close else f"known: {', '.join(cls.model_fields)}"
            )
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
        raise invalid(_first_line(error)) from None
    except Exception as error:
        raise invalid(f"{type(error).__name__}: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
