"""Who handed in what, from the files that Gradescope puts into its export and beside a submission
that an autograder grades."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

NAME = "submission_metadata.yml"
ALONE = "submission_metadata.json"
"""Beside the folder of the submission that an autograder grades."""


class Submitter(NamedTuple):
    """One of the students who handed in a submission together."""

    name: str
    identifier: str
    """The student's number, or their address if they have none."""


Submitters = Mapping[str, Sequence[Submitter]]
"""By the folder of a submission."""


class _Student(BaseModel):
    name: str = Field("", alias=":name")
    number: str = Field("", alias=":sid")
    email: str = Field("", alias=":email")


class _Submission(BaseModel):
    submitters: list[_Student] = Field([], alias=":submitters")


class _User(BaseModel):
    name: str = ""
    email: str = ""


class _Alone(BaseModel):
    users: list[_User] = []


_METADATA = TypeAdapter(dict[str, _Submission])


def read(text: str) -> Submitters:
    """The submitters of each submission; none if `text` is invalid, or PyYAML isn't installed."""
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
        folder: [Submitter(one.name, one.number or one.email) for one in submission.submitters]
        for folder, submission in found.items()
    }


def read_alone(text: bytes) -> Submitter | None:
    """The only submitter of a submission that an autograder grades; None if there are several, or
    `text` is invalid. See https://gradescope-autograders.readthedocs.io/en/latest/submission_metadata/.
    """
    try:
        users = _Alone.model_validate_json(text).users
    except ValidationError:
        return None
    return Submitter(users[0].name, users[0].email) if len(users) == 1 else None
