"""All learning management systems."""

from collections.abc import Sequence

from .blackboard import BLACKBOARD
from .brightspace import BRIGHTSPACE
from .canvas import CANVAS
from .gradescope import GRADESCOPE
from .lms import PLAIN, Lms
from .moodle import MOODLE

SYSTEMS = (CANVAS, MOODLE, BRIGHTSPACE, BLACKBOARD, GRADESCOPE)
"""In the order in which they are tried: Brightspace's file may also have Blackboard's headings."""


def lms_of(headings: Sequence[str]) -> Lms:
    """The system whose export has these headings; `PLAIN` if none has."""
    return next((lms for lms in SYSTEMS if lms.has(headings)), PLAIN)
