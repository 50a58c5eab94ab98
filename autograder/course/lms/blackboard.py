"""Blackboard: the Grade Center's file to work offline. It has no bulk upload of feedback."""

from .lms import Lms

BLACKBOARD = Lms(
    "Blackboard",
    source="http://library.blackboard.com/ref/3ea64795-6ecc-4abd-b595-0a9a8dfdec94/Content/"
    "_instructor_grade_center/grade_center_upload_download.htm",
    headings=frozenset({"last name", "first name", "username"}),
    grade_heading=r"(?P<name>.+?) \[Total Pts: (?:up to )?(?P<points>[0-9]+(?:\.[0-9]+)?)"
    r"[^\]]*\](?: ?\|[0-9]+)?",
    comments="feedback to learner",
    has_points=True,
)
