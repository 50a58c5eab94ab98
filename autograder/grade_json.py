"""Grades and outcomes as text that can be kept, and read again as what they were."""

import json
from dataclasses import asdict

from pydantic import BaseModel, ConfigDict, ValidationError

from pacgrid.autograder.grade import Grade, Outcome

_STRICT = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class _Kept(BaseModel):
    """What a kept text says; its settings hold for the dataclass in it, too."""

    model_config = _STRICT


class _KeptGrade(_Kept):
    grade: Grade


class _KeptOutcome(_Kept):
    outcome: Outcome


def dump_grade(grade: Grade) -> str:
    """`grade` as one line of JSON. Raises ValueError if a number in it isn't finite."""
    return _dump({"grade": asdict(grade)})


def read_grade(text: str) -> Grade:
    """The grade that `dump_grade` made `text` of. Raises ValueError (one line) for others."""
    try:
        return _KeptGrade.model_validate_json(text).grade
    except ValidationError as error:
        raise ValueError(f"is no grade: {_first(error)}") from None


def dump_outcome(outcome: Outcome) -> str:
    """`outcome` as one line of JSON. Raises ValueError if a number in it isn't finite."""
    return _dump({"outcome": asdict(outcome)})


def read_outcome(text: str) -> Outcome:
    """The outcome that `dump_outcome` made `text` of. Raises ValueError (one line) for others."""
    try:
        return _KeptOutcome.model_validate_json(text).outcome
    except ValidationError as error:
        raise ValueError(f"is no outcome: {_first(error)}") from None


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]
