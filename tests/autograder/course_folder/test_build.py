import io
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest
import tomlkit

from helpers.course_folders import FILES, write_files
from helpers.ladders import HEAD, HUNGRY
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.course.errors import CourseError
from pacgrid.autograder.course_folder import build as build_module
from pacgrid.autograder.course_folder.build import build, problems
from pacgrid.autograder.course_folder.course_folder import CourseFolder
from pacgrid.autograder.course_folder.new_course import new_course
from pacgrid.autograder.ladder.rules import LadderRules

PACKAGE = Package("./p.whl", ("p.whl", b"wheel"))
SECRETS = (
    *("SECRET", "28657", "46368", "75025", "17711", "SOLUTION", "the reference"),
    *("The hidden tree has large numbers", "[slip]", "salt", "seed ="),
)
"""In the files of the course: what students must not see."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A course that isn't built yet."""
    rules = FILES["3_ladder/ladder.toml"] + "# last year's seed = 28657\n"
    source = write_files(tmp_path / "source", {**FILES, "3_ladder/ladder.toml": rules})
    new_course(tmp_path / "course", source, date(2027, 1, 11), "Europe/Berlin")
    return tmp_path / "course"


def built(folder: Path) -> list[str]:
    """Builds the course; returns the files that were kept."""
    return [*build(CourseFolder.load(folder), PACKAGE, None).kept]


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_students_get_nothing_of_hidden_tests_and_solutions(folder: Path) -> None:
    write_files(folder, {"roster.csv": "name,username\nAda,ada\nBob,bob\n"})
    built(folder)
    students = [path for path in (folder / "students").rglob("*") if path.is_file()]
    assert len(students) > 15
    for path in students:
        text = path.read_bytes().decode("latin-1")
        assert not [secret for secret in SECRETS if secret in text], path
    own = {name for name in files(folder) if "exercises/" in name}
    assert own == {
        f"staff/1_trees/exercises/{who}/own.{kind}"
        for who in ("ada", "bob")
        for kind in ("toml", "html")
    }


def test_each_assignment_has_a_handout_a_kit_a_rubric_an_autograder_and_pictures(
    folder: Path,
) -> None:
    built(folder)
    found = files(folder)
    for name in ("1_trees", "2_minimax", "3_ladder"):
        assert {f"students/{name}/handout.md", f"students/{name}/handout.html"} <= found
        assert {f"staff/{name}/guide.html", f"staff/{name}/rubric.md"} <= found
        assert {f"students/{name}/kit/p.whl", f"students/{name}/kit/README.md"} <= found
        assert [each for each in found if each.startswith(f"staff/{name}/slides/")]
    assert {"students/schedule.html", "staff/guide.html", "students/3_ladder/kit/tiny.lay"} <= found
    kit = Assignment.load(folder / "students/2_minimax/kit/assignment.toml")
    assert kit.points == 2
    archive = ZipFile(io.BytesIO((folder / "staff/2_minimax/autograder.zip").read_bytes()))
    assert b"SECRET" in archive.read("assignment.toml")
    rubric = (folder / "staff/2_minimax/rubric.md").read_text()
    assert "| 1 | hidden | SECRET title;" in rubric
    assert "a rating above that of random" in (folder / "staff/3_ladder/rubric.md").read_text()
    page = (folder / "students/2_minimax/handout.html").read_text()
    assert "due Friday 2027-01-22 23:59 (Europe/Berlin); 3 points, 50 % of the course" in page


def test_a_kit_without_solutions_whose_exercises_need_them_is_an_error(folder: Path) -> None:
    path = folder / "course.toml"
    entry = 'folder = "1_trees"\n'
    path.write_text(path.read_text().replace(entry, f"{entry}without_solutions = true\n"))
    with pytest.raises(AssignmentError) as error:
        built(folder)
    place = folder / "1_trees/assignment.toml"
    assert str(error.value).startswith(f"{place}: book.1: the searches mark this exercise")


def test_a_kit_can_be_without_solutions(folder: Path) -> None:
    path = folder / "course.toml"
    text = path.read_text().replace("weight = 50\n", "weight = 50\nwithout_solutions = true\n")
    path.write_text(text)
    wheel = io.BytesIO()
    with ZipFile(wheel, "w") as archive:
        archive.writestr("pacgrid/agents/minimax.py", "")
    build(CourseFolder.load(folder), Package("./p.whl", ("p.whl", wheel.getvalue())), None)
    has_solution = {
        name: "pacgrid/agents/minimax.py"
        in ZipFile(folder / f"students/{name}/kit/p.whl").namelist()
        for name in ("1_trees", "2_minimax", "3_ladder")
    }
    assert has_solution == {"1_trees": True, "2_minimax": False, "3_ladder": True}


def test_a_second_build_changes_nothing(folder: Path) -> None:
    built(folder)
    before = {name: (folder / name).read_bytes() for name in files(folder)}
    assert built(folder) == []
    assert {name: (folder / name).read_bytes() for name in files(folder)} == before


def test_a_build_after_a_change_keeps_edits_and_removes_what_is_no_longer_made(
    folder: Path,
) -> None:
    built(folder)
    edited, own = folder / "students/1_trees/handout.md", folder / "staff/1_trees/mine.pptx"
    edited.write_text("My own words.")
    own.write_text("slides")
    write_files(folder, {"2_minimax/handout.md": "Other words, and no picture.\n"})
    (problem,) = problems(CourseFolder.load(folder))
    assert problem.endswith(f"staff/ were made; run: pacgrid course build {folder}")
    assert built(folder) == ["students/1_trees/handout.md"]
    assert (edited.read_text(), own.read_text()) == ("My own words.", "slides")
    assert "Other words" in (folder / "students/2_minimax/handout.html").read_text()
    assert not (folder / "students/2_minimax/figures/layout-pocket.svg").exists()
    assert not [*problems(CourseFolder.load(folder))]
    assert built(folder) == ["students/1_trees/handout.md"]


def test_a_course_that_is_not_built_or_lost_files_has_problems(folder: Path) -> None:
    (problem,) = problems(CourseFolder.load(folder))
    assert "nothing has been built yet" in problem
    built(folder)
    (folder / "students/2_minimax/kit/agent.py").unlink()
    (problem,) = problems(CourseFolder.load(folder))
    assert "agent.py: is gone" in problem


def test_a_build_after_one_that_was_stopped_keeps_nothing(folder: Path) -> None:
    built(folder)
    (folder / "staff/.built.json").unlink()
    assert built(folder) == []


def test_a_damaged_record_is_named(folder: Path) -> None:
    built(folder)
    for text in (
        *("", "[]", '{"sources": "", "files": 1}'),
        '{"sources": "", "files": {"course.toml": ""}}',
        '{"sources": "", "files": {"staff/../../else": ""}}',
    ):
        (folder / "staff/.built.json").write_text(text)
        with pytest.raises(CourseError, match=r"built\.json: is damaged; remove it"):
            built(folder)


def test_files_of_the_system_are_no_change_of_the_course(folder: Path) -> None:
    built(folder)
    write_files(folder, {"1_trees/.DS_Store": "x", "2_minimax/__pycache__/agent.pyc": "x"})
    assert not [*problems(CourseFolder.load(folder))]


def test_the_kit_of_a_ladder_has_no_anchors_from_files_of_the_staff(folder: Path) -> None:
    rules = folder / "3_ladder/ladder.toml"
    text = rules.read_text().replace('"random_ghost"]', '"random_ghost", "ours.py"]')
    rules.write_text(text)
    write_files(folder, {"3_ladder/ours.py": HEAD + HUNGRY})
    built(folder)
    kit = LadderRules.load(folder / "students/3_ladder/kit/ladder.toml")
    assert kit.anchors == ["random_agent", "random_ghost"]
    assert len(LadderRules.load(rules).anchors) == 3


def test_a_layout_outside_the_folder_of_a_ladder_is_refused(folder: Path) -> None:
    (folder / "3_ladder/tiny.lay").rename(folder / "tiny.lay")
    rules = folder / "3_ladder/ladder.toml"
    document = tomlkit.parse(rules.read_text())
    document["layouts"] = ["../tiny.lay"]
    rules.write_text(tomlkit.dumps(document))
    with pytest.raises(CourseError, match=r"'\.\./tiny\.lay' is outside its folder"):
        built(folder)


def test_a_browser_that_prints_nothing_is_tried_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = iter([b"PDF", None])
    monkeypatch.setattr(build_module, "pdf", lambda _, __: next(printed))
    assert build(CourseFolder.load(folder), PACKAGE, "browser").lacks_pdf
    assert not [name for name in files(folder) if name.endswith(".pdf")]
