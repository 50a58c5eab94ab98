"""Brightspace: the grades that are exported and imported, and feedback files in a zip."""

from .lms import Lms


def _feedback_path(name: str, identifier: str, prefix: str) -> str:  # noqa: ARG001
    """Brightspace knows the student by the folder, or the prefix, that its download has."""
    return f"{prefix}feedback.html" if prefix[:1].isdigit() else ""


BRIGHTSPACE = Lms(
    "Brightspace",
    source="https://community.d2l.com/brightspace/kb/articles/3538-importing-grades;"
    " https://carleton.ca/brightspace/instructors/grading-assignments-and-providing-feedback/",
    headings=frozenset({"orgdefinedid"}),
    grade_heading=r"(?P<name>.+?) Points Grade(?: <.*?MaxPoints:(?P<points>[0-9]+(?:\.[0-9]+)?)"
    r".*>)?",
    feedback_path=_feedback_path,
)
