"""Grades the files in `tests/students` in Pyodide and here, and lists those that differ:

python tests/students_in_page.py [--first-look] [NAME ...]

All of them take hours; a first look, at few games and positions of each test, half an hour.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from helpers.playground import build_site, comparable, in_node
from helpers.students import FOLDER
from pacgrid.autograder.sandbox.level import Level
from pacgrid.site.in_page import grading

FILES_A_PAGE = 10
"""How many are graded one after the other, before Python starts anew."""


def main(words: Sequence[str], say: Callable[[str], object] = print) -> int:
    """How many of the files with these names, or of all, have another grade in a page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--first-look", action="store_true")
    options = parser.parse_args(words)
    names, fast = options.names, options.first_look
    files = [path for path in sorted(FOLDER.glob("*/*.py")) if not names or path.stem in names]
    grading.strongest = lambda: Level.PROCESS
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        site = build_site(Path(folder) / "site")
        os.chdir(folder)
        for first in range(0, len(files), FILES_A_PAGE):
            together = files[first : first + FILES_A_PAGE]
            texts = [file.read_text("utf-8") for file in together]
            calls = [("grade", {"text": text, "fast": fast}) for text in texts]
            for file, text, told in zip(together, texts, in_node(site, calls), strict=True):
                there = comparable(told["value"])
                here = comparable(grading.grade(text, lambda _: None, fast=fast))
                differs = [key for key in here if here[key] != there[key]]
                wrong += bool(differs)
                say(f"{file.parent.name}/{file.name}: {', '.join(differs) or 'the same'}")
    say(f"{wrong} of {len(files)} differ")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
