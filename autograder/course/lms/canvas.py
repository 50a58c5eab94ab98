"""Canvas: the gradebook that is exported and imported, and submissions that are uploaded again."""

import re

from .lms import Lms

_PREFIX = re.compile(r"\w+_[1-9][0-9]+_[1-9][0-9]+_", re.DOTALL)


def _feedback_path(name: str, identifier: str, prefix: str) -> str:  # noqa: ARG001
    """Canvas attaches a file to the submission whose student and file have the numbers in its
    name, so the prefix must stay as it was."""
    return f"{prefix}feedback.html" if _PREFIX.fullmatch(prefix) else ""


CANVAS = Lms(
    "Canvas",
    source="https://github.com/instructure/canvas-lms: lib/gradebook_importer.rb, and"
    " generate_comments_from_files in app/models/abstract_assignment.rb",
    headings=frozenset({"student", "id", "section"}),
    grade_heading=r"(?P<name>.+?)(?: \([0-9]+\))?",
    points_row="points possible",
    feedback_path=_feedback_path,
)
