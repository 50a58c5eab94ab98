"""Grades, outcomes and conclusions as JSON, for the journal and for other machines."""

import json
from dataclasses import asdict
from functools import reduce
from operator import getitem
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from .conclusion import Conclusion
from .grade import Grade
from .outcome import Outcome

_STRICT = ConfigDict(defer_build=True, strict=True, extra="forbid", allow_inf_nan=False)

_FORMER = {
    *("cpu_seconds", "decided", "decided_from", "decisions", "is_exempt", "later", "shown_before"),
    *("values", "visited"),
}
"""Fields that earlier versions wrote, and that are left out when their journals are read. A journal
with decisions isn't opened."""


class _Kept(BaseModel):
    """The schema of a kept text. Its settings apply to the dataclass inside, too."""

    model_config = _STRICT


class _KeptGrade(_Kept):
    grade: Grade
    rule: str = ""
    counts: float | None = None


class _KeptOutcome(_Kept):
    outcome: Outcome


class _KeptConclusion(_Kept):
    conclusion: Conclusion


_AnyKept = TypeVar("_AnyKept", bound=_Kept)


def dump_grade(grade: Grade, rule: str = "", counts: float | None = None) -> str:
    """`grade` as one line of JSON, with the rule about dates and the points that count after it.
    Raises ValueError if a number in it isn't finite."""
    return _dump({"grade": asdict(grade), "rule": rule, "counts": counts})


def read_grade(text: str) -> tuple[Grade, str, float | None]:
    """The inverse of `dump_grade`: a grade, the rule about dates and the points that count. Raises
    ValueError with one line for other text."""
    try:
        kept = _read(_KeptGrade, text)
        return kept.grade, kept.rule, kept.counts
    except ValidationError as error:
        raise ValueError(f"is no grade: {_first(error)}") from None


def dump_outcome(outcome: Outcome) -> str:
    """`outcome` as one line of JSON. Raises ValueError if a number in it isn't finite."""
    return _dump({"outcome": asdict(outcome)})


def read_outcome(text: str) -> Outcome:
    """The inverse of `dump_outcome`. Raises ValueError with one line for other text."""
    try:
        return _read(_KeptOutcome, text).outcome
    except ValidationError as error:
        raise ValueError(f"is no outcome: {_first(error)}") from None


def dump_conclusion(conclusion: Conclusion) -> str:
    """`conclusion` as one line of JSON. Raises ValueError if a number in it isn't finite."""
    return _dump({"conclusion": asdict(conclusion)})


def read_conclusion(text: str) -> Conclusion:
    """The inverse of `dump_conclusion`. Raises ValueError with one line for other text."""
    try:
        return _read(_KeptConclusion, text).conclusion
    except ValidationError as error:
        raise ValueError(f"is no conclusion: {_first(error)}") from None


def _read(schema: type[_AnyKept], text: str) -> _AnyKept:
    try:
        return schema.model_validate_json(text)
    except ValidationError as error:
        unknown = (e["loc"] for e in error.errors() if e["type"] == "unexpected_keyword_argument")
        if not (former := [place for place in unknown if place[-1] in _FORMER]):
            raise
    data: Any = json.loads(text)
    for *path, name in former:
        del reduce(getitem, path, data)[name]
    return schema.model_validate_json(json.dumps(data))


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]
