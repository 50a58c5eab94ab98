"""A test case of a class that Pacgrid doesn't know."""

from typing import Literal

from .course_test import CourseTest


class UnknownTest(CourseTest):
    """A test that can't be run, so it is never passed."""

    kind: Literal["unknown"] = "unknown"
    class_name: str
    """What the file calls its class."""

    @property
    def full_size(self) -> int:
        return 1
