"""Blackboard: the Grade Center's file to work offline. It has no bulk upload of feedback."""

from .lms import Lms

BLACKBOARD = Lms(
    "Blackboard",
    source="https://help.blackboard.com/Learn/Instructor/Original/Grade/Work_Offline",
    headings=frozenset({"last name", "first name", "username"}),
    grade_heading=r"(?P<name>.+?) \[Total Pts: (?:up to )?(?P<points>[0-9]+(?:\.[0-9]+)?)"
    r"[^\]]*\](?: ?\|[0-9]+)?",
    comments="feedback to learner",
    has_points=True,
)
