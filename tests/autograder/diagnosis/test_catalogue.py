import re
from pathlib import Path

import pytest

from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package, bundle
from pacgrid.autograder.diagnosis.catalogue import (
    SHIPPED,
    check_catalogue,
    entries,
    known_mistakes,
    problem_in_use,
    problem_of,
)
from pacgrid.autograder.diagnosis.mistake import EVERY_SEARCH
from pacgrid.autograder.model.diagnosis import SearchName
from pacgrid.autograder.model.fault import CatalogueError

OURS = """
from pacgrid.autograder.diagnosis.mistake import mistake
from pacgrid.tree.reference_search import ReferenceSearch

@mistake("minimax", title="is ours", thought="Why not?", hint="Who knows?", section="")
class Ours(ReferenceSearch):
    def plies(self, state):
        return 7
"""
ASSIGNMENT = """
title = "Ours"
[[questions]]
name = "minimax"
agent = "Minimax"
points = 1
[[questions.tests]]
kind = "search"
search = "minimax"
depth = 2
points = 1
generate = 2
mistakes = ["deep/ours.py"]
"""


@pytest.mark.parametrize(
    ("search", "every"),
    [("minimax", 5), *(pytest.param(each, 1, marks=pytest.mark.slow) for each in EVERY_SEARCH)],
)
def test_each_mistake_shows(search: SearchName, every: int) -> None:
    mistakes = known_mistakes(search)[::every]
    problems = {mistake.name: problem_in_use(mistake) for mistake in mistakes}
    assert {name: problem for name, problem in problems.items() if problem} == {}


@pytest.mark.parametrize("search", EVERY_SEARCH)
def test_each_mistake_has_a_name_of_its_own(search: SearchName) -> None:
    names = [mistake.name for mistake in known_mistakes(search)]
    assert len(set(names)) == len(names) > 50


def test_what_is_shipped_keeps_the_rules() -> None:
    variations = [each for module in SHIPPED for each, _ in entries(module)]
    assert [each for each in variations if problem_of(each)] == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ((OURS, "# nothing"), "ours.py: has no mistakes; put @mistake above a class"),
        (("is ours", ""), "ours.py: Ours: title is empty; write a short text"),
        (("Why not?", "x" * 161), "Ours: thought has 161 characters; write at most 160"),
        (("Who knows?", "Use max(v)."), "Ours: hint has code in it, 'x('; say it in words"),
        (('"minimax"', '"minmax"'), "Ours: name its searches, from minimax, alpha_beta, expect"),
        (("(ReferenceSearch)", ""), "Ours: must inherit from ReferenceSearch"),
        (("Ours(", "PrunesNothing("), "PrunesNothing: is a shipped mistake; rename it"),
        (("def plies", "deff plies"), "can't be imported: SyntaxError: invalid syntax"),
        (("def plies", "def pleis"), "Ours: searches like the right search; does it override"),
        (("return 7", "return seven"), "Ours: can't search: NameError: name 'seven' is not def"),
        (('section=""', ""), "can't be imported: TypeError: mistake() missing 1 required"),
    ],
)
def test_an_error_names_the_file_and_the_entry(
    tmp_path: Path, change: tuple[str, str], error: str
) -> None:
    file = tmp_path / "ours.py"
    file.write_text(OURS.replace(*change, 1))
    with pytest.raises(CatalogueError) as raised:
        check_catalogue(file)
    assert error in str(raised.value)
    assert str(file) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_readme_says_how_many_mistakes_are_known() -> None:
    titles = {entry.finding.title for module in SHIPPED for _, entry in entries(module)}
    readme = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
    assert f"of [{len(titles)} that it knows]" in readme


def test_the_example_of_the_page_is_a_mistake_of_ones_own(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "mistakes.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.+?)```", page, re.DOTALL)
    file = tmp_path / "our_mistakes.py"
    file.write_text(example)
    titles = [mistake.finding.title for mistake in known_mistakes("minimax", [file])]
    assert titles[-2:] == ["counts lost games twice"] * 2


def test_a_mistake_without_searches_is_one_in_all_of_them(tmp_path: Path) -> None:
    file = tmp_path / "ours.py"
    file.write_text(OURS.replace('"minimax", ', ""))
    check_catalogue(file)
    for search in EVERY_SEARCH:
        assert "is ours" in {each.finding.title for each in known_mistakes(search, [file])}


def test_an_assignment_can_have_mistakes_of_its_own(tmp_path: Path) -> None:
    source = tmp_path / "course.toml"
    source.write_text(ASSIGNMENT)
    (tmp_path / "deep").mkdir()
    ours = tmp_path / "deep" / "ours.py"
    with pytest.raises(AssignmentError, match=r"mistakes\.0: .*ours\.py: no such file"):
        Assignment.load(source)
    ours.write_text(OURS)
    assignment = Assignment.load(source)
    (test,) = assignment.questions[0].tests
    assert test.kind == "search"
    assert known_mistakes("minimax", map(Path, test.mistakes))[-1].finding.title == "is ours"
    package = Package("pacgrid==1.2.3")
    assert bundle(str(source), package)["ours.py"].decode() == OURS
    assert not [name for name in Kit.of(assignment, package).files if "ours" in name]
    before = test.model_dump_json()
    ours.write_text(OURS + "\n")
    assert test.model_dump_json() != before, "results of other mistakes aren't taken for these"
