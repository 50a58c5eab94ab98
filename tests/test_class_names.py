"""No two classes have the same name."""

import ast
import re
from collections import Counter
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("pacgrid", "autograder", "agents")
COURSE_NAMES = {"Agent", "DirectionalGhost", "GameState", "RandomGhost"}
"""What course files and their test cases call so: one class for them has this name, too."""


def test_no_two_classes_have_the_same_name() -> None:
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    texts = [path.read_text("utf-8") for path in paths if "templates" not in path.parts]
    found = [set(re.findall(r"^ *class (\w+)", text, re.MULTILINE)) for text in texts]
    twice = {name for name, count in Counter(chain(*found)).items() if count > 1}
    # Parsing takes long, and tells classes from examples in strings.
    trees = [ast.parse(text) for text, names in zip(texts, found, strict=True) if names & twice]
    nodes = (node for tree in trees for node in ast.walk(tree))
    names = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    again = {name: count for name, count in names.items() if count > 1 and name[0] != "_"}
    assert again == dict.fromkeys(COURSE_NAMES, 2)
