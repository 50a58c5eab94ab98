"""Grades the files in `tests/students` in Pyodide and here, and lists those that differ:

python tests/students_in_page.py [NAME ...]
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from helpers.playground import build_site, comparable, in_node
from helpers.students import FOLDER
from pacgrid.autograder.sandbox.level import Level
from pacgrid.site.in_page import grading


def main(names: list[str], say: Callable[[str], object] = print) -> int:
    """How many of the files with these names, or of all, have another grade in a page."""
    files = [path for path in sorted(FOLDER.glob("*/*.py")) if not names or path.stem in names]
    grading.strongest = lambda: Level.PROCESS
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        site = build_site(Path(folder) / "site")
        os.chdir(folder)
        for file in files:
            text = file.read_text("utf-8")
            (there,) = (
                comparable(each["value"]) for each in in_node(site, [("grade", {"text": text})])
            )
            here = comparable(grading.grade(text, lambda _: None))
            differs = [key for key in here if here[key] != there[key]]
            wrong += bool(differs)
            say(f"{file.parent.name}/{file.name}: {', '.join(differs) or 'the same'}")
    say(f"{wrong} of {len(files)} differ")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
