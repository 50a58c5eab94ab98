from pathlib import Path

import pytest

from helpers.course import ARENA, EVEN, HUNTER, course, write_course
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.dependencies import Dependencies
from pacgrid.autograder.kinds.games.games import Games

GAME = """
title = "t"
[[questions]]
name = "q"
agent = "A"
points = 2
"""

TEST = """
[[questions.tests]]
kind = "games"
layout = "{layout}"
ghosts = ["{ghost}"]
thresholds = [{{wins = 0, points = 1}}]
"""


def games(assignment: Assignment) -> list[Games]:
    found = [test for question in assignment.questions for test in question.tests]
    return [test for test in found if isinstance(test, Games)]


def of_two(folder: Path, *pairs: tuple[str, str]) -> tuple[list[Games], Dependencies]:
    """The dependencies of two tests with these layouts and ghosts."""
    tests = "".join(TEST.format(layout=layout, ghost=ghost) for layout, ghost in pairs)
    found = games(Assignment.parse(GAME + tests, "two.toml", folder))
    return found, Dependencies.of(found, taken=["agent.py"])


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.{'lay' if '%' in text else 'py'}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


GHOST = "from pacgrid.agents.random_ghost import RandomGhost\nclass G(RandomGhost): ...\n"


def test_files_go_beside_the_assignment_with_their_imports(tmp_path: Path) -> None:
    (arena, _) = games(course(tmp_path))
    dependencies = Dependencies.of([arena])
    assert dependencies.files == {
        "arena.lay": ARENA.encode(),
        "hunter.py": HUNTER.encode(),
        "even.py": EVEN.encode(),
    }
    relocated = arena.relocated(dependencies.paths)
    assert relocated == {"layout": "arena.lay", "ghosts": ["hunter.py:Hunter:attack=0.7"]}


def test_shipped_layouts_and_agents_need_no_file(tmp_path: Path) -> None:
    tests, dependencies = of_two(tmp_path, *[("small", "directional_ghost:attack=1")] * 2)
    assert dependencies.files == {}
    relocated = tests[0].relocated(dependencies.paths)
    assert relocated == {"layout": "small", "ghosts": ["directional_ghost:attack=1"]}


def test_files_with_the_same_name_go_into_folders(tmp_path: Path) -> None:
    write(tmp_path, a__m=ARENA, b__M=ARENA.replace(". ", ".."), a__agent=GHOST, b__g=GHOST)
    tests, dependencies = of_two(tmp_path, ("a/m.lay", "a/agent.py"), ("b/M.lay", "b/g.py"))
    assert sorted(dependencies.files) == ["2/M.lay", "2/agent.py", "g.py", "m.lay"]
    assert [test.relocated(dependencies.paths) for test in tests] == [
        {"layout": "m.lay", "ghosts": ["2/agent.py"]},
        {"layout": "2/M.lay", "ghosts": ["g.py"]},
    ]


def test_only_modules_beside_the_ghost_are_followed(tmp_path: Path) -> None:
    write(tmp_path, json="1", pacgrid="1", near__all="import last_one", near__far="")
    write(tmp_path, last_one="", aside="", g=f"import json, numpy, near.far, pacgrid\n{GHOST}")
    _, dependencies = of_two(tmp_path, *[("small", "g.py")] * 2)
    assert sorted(dependencies.files) == ["g.py", "last_one.py", "near/all.py", "near/far.py"]


def test_a_ghost_that_is_gone_is_an_error(tmp_path: Path) -> None:
    tests = games(Assignment.load(write_course(tmp_path)))
    (tmp_path / "ghosts" / "hunter.py").unlink()
    with pytest.raises(AssignmentError, match=r"^\S+hunter\.py: can't be read: No such file"):
        Dependencies.of(tests)


def test_a_module_with_a_syntax_error_is_an_error(tmp_path: Path) -> None:
    tests = games(Assignment.load(write_course(tmp_path)))
    (tmp_path / "ghosts" / "even.py").write_text("def (")
    with pytest.raises(AssignmentError, match=r"even\.py: is not valid Python"):
        Dependencies.of(tests)
