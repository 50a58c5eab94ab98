import tomllib
from pathlib import Path

from helpers.course import COURSE, course
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.dependencies import Dependencies
from pacgrid.autograder.authoring.toml_writer import to_toml


def written(assignment: Assignment) -> str:
    return to_toml(assignment, Dependencies({}, {}), "A heading,\nand more.")


def test_the_written_assignment_loads_as_the_same() -> None:
    shipped = Assignment.load("pacman")
    assert Assignment.parse(written(shipped), "again.toml") == shipped


def test_every_key_of_every_kind_survives(tmp_path: Path) -> None:
    original = course(tmp_path)
    again = Assignment.parse(written(original), "again.toml", tmp_path)
    assert again.model_dump() == original.model_dump()


def test_trees_survive(tmp_path: Path) -> None:
    trees = 'trees = ["MAX: 1 2", "MAX\\n  MIN (eval 2.5)\\n    12 win\\n  MIN: 3"]\ngenerate = 2\n'
    text = COURSE.replace('kind = "search"\n', f'kind = "search"\n{trees}', 1)
    course(tmp_path)
    original = Assignment.parse(text, "a.toml", tmp_path)
    again = Assignment.parse(written(original), "again.toml", tmp_path)
    assert again.model_dump() == original.model_dump()


def test_default_values_are_left_out(tmp_path: Path) -> None:
    data = tomllib.loads(written(course(tmp_path)))
    assert data["limits"] == {"load": {"cpu_seconds": 4, "seconds": 40}}
    arena = data["questions"][0]["tests"][0]
    assert list(arena) == [
        *("kind", "title", "layout", "games", "seed", "rounds", "ghosts", "thresholds")
    ]


def test_the_toml_is_readable(tmp_path: Path) -> None:
    text = written(course(tmp_path))
    assert text.startswith('# A heading,\n# and more.\n\ntitle = "A course"\n')
    assert "points = 5\n" in text
    assert "thresholds = [{points = 2, average_score = -10000}]\n" in text
    assert (
        "positions = [\n    '''\n%%%%%%\n%.P1 %\n%%%%%%\n"
        "ghost 1: (3, 1) stop, home (3, 1)\n''',\n" in text
    )
