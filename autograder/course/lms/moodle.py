"""Moodle: the grading worksheet of an assignment, and feedback files in a zip."""

import re

from .lms import Lms


def _feedback_path(name: str, identifier: str, prefix: str) -> str:
    """Moodle takes the part of the path between the first two `_` for the participant's number, so
    the name has none."""
    found = re.match(r"([^_/]+)_([0-9]+)_", prefix)
    who, number = found.groups() if found else (re.sub(r'[_/\\:*?"<>|]', " ", name), identifier)
    if not (number.isascii() and number.isdigit()):
        return ""
    return f"{who.strip(' .') or 'Participant'}_{number}_assignfeedback_file_/feedback.html"


MOODLE = Lms(
    "Moodle",
    source="https://github.com/moodle/moodle: mod/assign/feedback/offline/importgradeslib.php and"
    " mod/assign/feedback/file/importziplib.php",
    headings=frozenset({"identifier", "grade", "last modified (grade)"}),
    only_column="grade",
    comments="feedback comments",
    points_column="maximum grade",
    feedback_path=_feedback_path,
)
