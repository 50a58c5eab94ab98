"""Modules that belong to a hand-in, but are only beside the file that is named."""

import re
from pathlib import Path

from pacgrid.cs188.course_file import COURSE_FILE, is_course_file
from pacgrid.cs188.stand_in_modules import STAND_INS

from .hand_in import join
from .submission import Submission


def note_on_files(file: Path, submission: Submission, main: str) -> str:
    """What to say if the `submission` of a single `file` leaves others behind; "" if it doesn't. In
    a hand-in of several files, the one called `main`, or else `COURSE_FILE`, is graded."""
    source = dict(submission.files).get(submission.main, b"")
    text, unneeded = source.decode(errors="replace"), {file.stem}
    if is_course_file(source):
        unneeded |= STAND_INS
    siblings = sorted(path for path in file.parent.glob("*.py") if path.stem not in unneeded)
    modules = [path.name for path in siblings if _imports(text, path.stem)]
    if not modules:
        return ""
    rename = f"rename it to {main} and " * (file.name not in (main, COURSE_FILE))
    left = f"{file.name} is graded without {join(modules)}, which it imports"
    return f"{left}; to grade them together, {rename}name their folder"


def _imports(text: str, module: str) -> bool:
    """Whether a line of `text` imports `module`."""
    name = rf"{re.escape(module)}\b"
    return bool(re.search(rf"^[ \t]*(?:from[ \t]+{name}|import[ \t][^#\n]*\b{name})", text, re.M))
