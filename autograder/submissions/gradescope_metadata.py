"""Who handed in what, from the files that Gradescope puts into its export and beside a submission
that an autograder grades."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib import import_module
from typing import NamedTuple

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

NAME = "submission_metadata.yml"
FOLDER = "submission"
"""That of the submission that an autograder grades."""
ALONE = "submission_metadata.json"
"""Beside that folder."""


class Submitter(NamedTuple):
    """One of the students who handed in a submission together."""

    name: str
    identifier: str
    """The student's number, or their address if they have none."""


class Delivery(NamedTuple):
    """Who handed in a submission together, and when."""

    submitters: Sequence[Submitter]
    submitted: datetime | None


HandedIn = Mapping[str, Delivery]
"""By the folder of a submission."""

_TIME = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[ T](?P<time>[0-9]{2}:[0-9]{2}:[0-9]{2})"
    r"(?:\.[0-9]+)? ?(?P<offset>Z|[+-][0-9]{2}:?[0-9]{2})"
)


class _Student(BaseModel):
    name: str = Field("", alias=":name")
    number: str = Field("", alias=":sid")
    email: str = Field("", alias=":email")


class _Submission(BaseModel):
    submitters: list[_Student] = Field([], alias=":submitters")
    created_at: str = Field("", alias=":created_at")


class _User(BaseModel):
    name: str = ""
    email: str = ""


class _Alone(BaseModel):
    users: list[_User] = []


_METADATA = TypeAdapter(dict[str, _Submission])


def read(text: str) -> HandedIn:
    """Who handed in each submission, and when; nothing if `text` is invalid, or PyYAML isn't
    installed."""
    try:
        yaml = import_module("yaml")
    except ImportError:
        return {}
    try:
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # leaves 007 as it is
        found = _METADATA.validate_python(yaml.load(text, loader))
    except (yaml.YAMLError, ValidationError, RecursionError):
        return {}
    return {
        folder: Delivery(
            [Submitter(one.name, one.number or one.email) for one in submission.submitters],
            _time(submission.created_at),
        )
        for folder, submission in found.items()
    }


def _time(text: str) -> datetime | None:
    """A time such as `2026-01-31 12:00:00.123456789 Z`; None for other text."""
    if not (match := _TIME.fullmatch(text.strip())):
        return None
    try:
        return datetime.fromisoformat(f"{match['day']}T{match['time']}{match['offset']}")
    except ValueError:
        return None


def read_alone(text: bytes) -> Submitter | None:
    """The only submitter of a submission that an autograder grades; None if there are several, or
    `text` is invalid. See https://gradescope-autograders.readthedocs.io/en/latest/submission_metadata/.
    """
    try:
        users = _Alone.model_validate_json(text).users
    except ValidationError:
        return None
    return Submitter(users[0].name, users[0].email) if len(users) == 1 else None
