import ast
from collections.abc import Iterable
from pathlib import Path

import pytest

from helpers.course import EVEN, SECRETS, course
from pacgrid import Layout, State, play
from pacgrid.agent_loader import load_module
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.kit import Kit, QuestionGuide, starter_file, stubs, visible_part
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.model.schema import Budget
from pacgrid.autograder.reports.result_files import ResultsError

PACKAGE = Package("./pacgrid.whl", ("pacgrid.whl", b"wheel"))
HIDDEN = """
title = "All hidden"
[[questions]]
name = "minimax"
agent = "Minimax"
points = 2
[[questions.tests]]
kind = "search"
visibility = "hidden"
search = "minimax"
depth = 1
points = 2
positions = ["%%%%%\\n%P.1%\\n%%%%%"]
"""


def content(tests: Iterable[GradedTest]) -> list[dict[str, object]]:
    """All of the visible tests but the folders of their ghosts."""
    dumped = [test.model_dump() for test in tests if test.visibility == "visible"]
    for each in dumped:
        ghosts = each.get("ghosts", [])
        each["ghosts"] = [Path(ghost.replace(":", "/")).name for ghost in ghosts]
    return dumped


def all_tests(assignment: Assignment) -> list[GradedTest]:
    return [test for question in assignment.questions for test in question.tests]


def test_the_written_tests_are_the_visible_ones(tmp_path: Path) -> None:
    original, shipped = course(tmp_path / "staff"), Assignment.load("pacman")
    Kit.of(original, PACKAGE).write(tmp_path / "kit")
    written = Assignment.load(tmp_path / "kit" / "assignment.toml")
    assert len(all_tests(written)) == len(content(all_tests(written)))
    assert content(all_tests(written)) == content(all_tests(original))
    assert written.limits == original.limits
    assert (written.title, written.file) == (original.title, original.file)
    Kit.of(shipped, PACKAGE).write(tmp_path / "shipped")
    written = Assignment.load(tmp_path / "shipped" / "assignment.toml")
    assert written.model_dump() == shipped.model_dump(), "all of it is visible"


def test_students_have_the_same_limits_for_a_test_though_they_see_fewer(tmp_path: Path) -> None:
    original = course(tmp_path)
    submission = Budget(cpu_seconds=7, seconds=7)
    limits = original.limits.model_copy(update={"submission": submission})
    original = original.model_copy(update={"limits": limits})
    visible = visible_part(original)
    assert len(all_tests(visible)) < len(all_tests(original))
    assert visible.test_limits == original.test_limits != limits


def test_students_get_exactly_the_files_they_need_and_no_hidden_test(tmp_path: Path) -> None:
    files = Kit.of(course(tmp_path), PACKAGE).files
    assert sorted(files) == [
        *("README.md", "answers.py", "arena.lay", "assignment.toml", "even.py"),
        *("hunter.py", "pacgrid.whl"),
    ]
    assert files["even.py"] == EVEN.encode()
    text = "\n".join(files).encode() + b"\n".join(files.values())
    assert [secret for secret in SECRETS if secret.encode() in text] == []


def test_the_readme_says_what_to_write_and_its_points(tmp_path: Path) -> None:
    readme = Kit.of(course(tmp_path), PACKAGE).files["README.md"].decode()
    for part in (
        "| [reflex](#reflex) | the class `Reflex` | 2 |",
        "| evaluation | the function `evaluate` | – |",
        *("are worth 3.5 points", "5.5 more: 9 points in all", 'pip install "./pacgrid.whl"'),
        "--question reflex` ends with:\n\n```text\n2 of 2 points\n```",
        "A question that you don't answer counts as zero.",
        "| importing your file, or building an agent | 4 s |",
    ):
        assert part in readme
    assert "There are no others" not in readme


def test_if_all_tests_are_hidden_the_readme_says_so(tmp_path: Path) -> None:
    kit = Kit.of(Assignment.parse(HIDDEN, "hidden.toml"), PACKAGE)
    assert kit.visible is None
    assert sorted(kit.files) == ["README.md", "agent.py", "pacgrid.whl"]
    kit.write(tmp_path)
    readme = (tmp_path / "README.md").read_text()
    assert "All tests are hidden" in readme
    assert "assignment.toml" not in readme + (tmp_path / "agent.py").read_text()


def test_files_are_overwritten_only_with_force(tmp_path: Path) -> None:
    kit = Kit.of(course(tmp_path / "staff"), PACKAGE)
    (tmp_path / "answers.py").write_text("precious")
    with pytest.raises(ResultsError, match=r"answers\.py: exists; choose another folder"):
        kit.write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.py", "staff"]
    kit.write(tmp_path, force=True)
    assert (tmp_path / "answers.py").read_bytes() == kit.files["answers.py"]
    with pytest.raises(ResultsError, match=r"can't be written: \w+"):
        kit.write(tmp_path / "answers.py" / "kit")


def test_a_ghost_that_needs_a_file_outside_the_kit_is_an_error(tmp_path: Path) -> None:
    original = course(tmp_path / "staff")
    ghost = tmp_path / "staff" / "ghosts" / "hunter.py"
    (tmp_path / "staff" / "ghosts" / "data").write_text("")
    opens = "from pathlib import Path\nPath(__file__).with_name('data').read_text()\n"
    ghost.write_text(opens + ghost.read_text())
    with pytest.raises(AssignmentError, match=r"hunter\.py: can't be imported: FileNotFoundError"):
        Kit.of(original, PACKAGE).write(tmp_path / "kit")


def drawn(**changes: object) -> QuestionGuide:
    """The guide to a question with these trees or positions."""
    test = {"kind": "search", "search": "minimax", "depth": 1, "points": 1, **changes}
    question = {"name": "q", "agent": "Mine", "points": 1, "tests": [test]}
    assignment = Assignment.model_validate({"title": "t", "questions": [question]})
    return QuestionGuide.of(assignment.questions[0])


def test_a_guide_says_what_points_are_for_and_how_they_follow(tmp_path):
    goals = dict(QuestionGuide.of(course(tmp_path).question("minimax")).tests)
    assert goals["the best action in 2 positions, 1 round ahead"] == (
        "the best action in each of 2 positions, a share for each, found by a right search, with "
        "at most 5,000 successors each: 1.5 points"
    )
    guide = drawn(trees=["MAX\n  MIN: 3 12\n  MIN: 2 4"], generate=2)
    assert guide.tests[0][0] == "the best action in 1 tree and 2 generated positions, 1 round ahead"
    generated, counts = guide.notes
    assert "generated so that common mistakes" in generated
    assert "the search itself counts" in counts
    changes = {"rule": "all", "extra": 1.0, "requires": ["minimax", "search"]}
    question = Assignment.load("pacman").questions[0].model_copy(update=changes)
    assert QuestionGuide.of(question).notes[:2] == (
        "All tests must pass; 1 point extra for full points.",
        "It gives points only if minimax and search got all points.",
    )


QUESTION = """
[[questions]]
name = "{name}"
agent = "Both"
points = 1
[[questions.tests]]
kind = "search"
search = "minimax"
depth = 1
points = 1
options = {{{options}}}
positions = ["%%%%%\\n%P.1%\\n%%%%%"]
"""
ODD = (
    'title = """Of "quotes" and \\\\ """\n'
    + QUESTION.format(name="one", options='depth = 3, style = "bold"')
    + QUESTION.format(name="two", options='evaluation = "linear"')
)


def test_each_name_has_one_stub_with_the_options_of_hidden_tests(tmp_path: Path) -> None:
    assert [stub.name for stub in stubs(course(tmp_path))] == ["Reflex", "Minimax", "evaluate"]
    (both,) = stubs(Assignment.parse(ODD, "odd.toml"))
    assert both.questions == ["one", "two"]
    without_values = "def __init__(self, *, caution: object = None) -> None:"
    assert without_values in starter_file(course(tmp_path))


def test_the_starter_file_plays_and_has_short_lines(tmp_path: Path) -> None:
    file = tmp_path / "answers.py"
    file.write_text(text := starter_file(Assignment.load("pacman")))
    assert max(map(len, text.splitlines())) <= 100
    assert "{" not in text, "the template is filled in"
    module, layout = load_module(file), Layout.load("pocket")
    ghosts = [load_module("agents/random_ghost.py").RandomGhost() for _ in layout.ghosts]
    for pacman in (module.Reflex(), module.Minimax(depth=2, evaluation="score")):
        assert play(layout, [pacman, *ghosts]).forfeit is None
    assert module.evaluate(State.initial(layout)) == 0


def test_an_agent_for_search_tests_only_sees_no_board(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(text := starter_file(Assignment.parse(ODD, "odd.toml")))
    assert "act(self, state: GameState)" in text
    assert "State" not in text.replace("GameState", "")
    agent = load_module(file).Both(evaluation=len)
    assert (agent.depth, agent.style, agent.evaluation) == (3, "bold", len)
    title = ast.get_docstring(ast.parse(text)) or ""
    assert title.startswith("Of 'quotes' and /"), "a title can't break the file"


def test_only_what_can_end_on_a_board_is_to_be_watched() -> None:
    without_depth = ODD.replace('options = {depth = 3, style = "bold"}', "options = {}")
    for text, is_watched in ((ODD, True), (without_depth, False)):
        file = starter_file(Assignment.parse(text, "odd.toml"))
        assert ("pacgrid play agent.py:Both" in file) is is_watched
        assert ("pacgrid play" in file) is is_watched
        assert is_watched or "Grade it at any time:" in file
