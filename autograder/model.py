"""What an assignment's file is made of: strict fields, and errors that name the key."""

from collections.abc import Callable
from difflib import get_close_matches
from keyword import iskeyword
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError


def _no_keyword(name: str) -> str:
    if iskeyword(name):
        raise ValueError(f"{name} is a word of Python's own")
    return name


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$"), AfterValidator(_no_keyword)]
Line = Annotated[str, AfterValidator(one_line)]
Points = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Option = bool | int | float | str


class Model(BaseModel):
    """A part of an assignment. What can't be read in it raises pydantic's ValidationError."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _has_known_keys(cls, data: object) -> object:
        if isinstance(data, dict) and (unknown := data.keys() - cls.model_fields.keys()):
            name = min(unknown)
            close = get_close_matches(name, cls.model_fields, n=1)
            hint = (
                f"did you mean {close[0]!r}?"
                if close
                else f"known are {', '.join(cls.model_fields)}"
            )
            raise ValueError(f"unknown key {name!r}; {hint}")
        return data


def mended(read: Callable[..., Any], *arguments: object) -> Any:
    """`read(*arguments)`, whose errors pydantic can tell the place of."""
    try:
        return read(*arguments)
    except (PacgridError, ValueError) as error:
        raise ValueError(str(error).split("\n")[0]) from None
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}".split("\n")[0]) from None
