"""What is made from a course: files for students and files for staff, apart from each other."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from itertools import chain
from pathlib import Path
from shlex import quote

import tomlkit

from pacgrid.agent_spec import AgentSpec

from ..assignments.assignment import Assignment, AssignmentError
from ..authoring.exercise_files import FOLDER as EXERCISES
from ..authoring.gradescope_bundle import bundle, to_zip
from ..authoring.kit import Kit
from ..authoring.output_folder import write_folder
from ..authoring.package import Package
from ..authoring.question_guide import illustration_svg
from ..authoring.solving_agents import solving_agents
from ..authoring.template import render_template
from ..course.errors import CourseError
from ..course.roster import Roster
from ..ladder.rules import LadderRules
from .course_file import COURSE, DATES, STAFF, STUDENTS, is_junk
from .course_folder import GUIDE, HANDOUT, CourseAssignment, CourseFolder
from .handout import Handout, board_svg, pdf
from .rubric import rubric

ROSTER = "roster.csv"
"""Of a course's folder."""
BUNDLE = "autograder.zip"
"""For Gradescope."""
_RECORD = Path(STAFF, ".built.json")
"""What the last build wrote, by path with a hash of the content, and from what."""


@dataclass(frozen=True)
class BuiltCourse:
    """What a build has done to the folder of a course."""

    written: int
    """How many files."""
    kept: Sequence[str]
    """Files that somebody has changed since the last build."""
    lacks_pdf: bool
    """Whether there are no PDFs, since no browser prints them."""


def build(course: CourseFolder, package: Package, browser: str | None) -> BuiltCourse:
    """Writes `students/` and `staff/`. Students install Pacgrid from `package`; `browser` is the
    program that prints PDFs, if there is one.

    A file that somebody has changed since the last build is kept. A file of the last build that is
    no longer made is removed.

    Raises:
        CourseError, AssignmentError, FolderError: a file can't be made or written; names it.
    """
    made = dict(_files(course, package))
    printed = _printed(made, browser) if browser else {}
    made |= printed
    _, before = _record(course.path)
    kept = sorted(
        name
        for name in {*made, *before}
        if _is_changed(course.path / name, before.get(name), made.get(name))
    )
    files = {name: content for name, content in made.items() if name not in kept}
    for name in before.keys() - made.keys() - set(kept):
        (course.path / name).unlink(missing_ok=True)
    write_folder(course.path, files, force=True)
    hashes = {name: _hash(content) for name, content in files.items()}
    hashes |= {name: before.get(name, "") for name in kept}
    record = {"sources": sources(course), "files": dict(sorted(hashes.items()))}
    write_folder(course.path, {str(_RECORD): json.dumps(record, indent=1).encode()}, force=True)
    return BuiltCourse(len(files), kept, not printed)


def problems(course: CourseFolder) -> Iterator[str]:
    """What is wrong with the files that the last build wrote."""
    built_from, written = _record(course.path)
    again = f"run: pacgrid course build {quote(str(course.path))}"
    if not written:
        yield f"{course.path}: nothing has been built yet; {again}"
    elif built_from != sources(course):
        yield f"{course.path}: has changed since {STUDENTS}/ and {STAFF}/ were made; {again}"
    elif gone := [name for name in written if not (course.path / name).exists()]:
        others = f", as are {len(gone) - 1} more" if len(gone) > 1 else ""
        yield f"{course.path / gone[0]}: is gone{others}; {again}"


def sources(course: CourseFolder) -> str:
    """A hash of what the course is made from."""
    own = (course.path / name for name in (COURSE, DATES, GUIDE, ROSTER))
    inside = chain.from_iterable(sorted(each.folder.rglob("*")) for each in course.assignments)
    hashed = sha256()
    for path in chain(own, inside):
        name = path.relative_to(course.path)
        if path.is_file() and not any(map(is_junk, name.parts)):
            hashed.update(f"{name.as_posix()}\0".encode() + path.read_bytes())
    return hashed.hexdigest()


def handouts(course: CourseFolder, assignment: CourseAssignment) -> tuple[Handout, Handout]:
    """The pages of `assignment` for students and for staff. Raises CourseError."""
    under, over = course.shown(assignment), course.file.title
    staff = assignment.folder / GUIDE
    return (
        Handout.load(assignment.folder / HANDOUT, over, under, assignment.title),
        Handout.load(staff, f"{over}, for staff", under, f"{assignment.title}: guide"),
    )


def _files(course: CourseFolder, package: Package) -> Iterator[tuple[str, bytes]]:
    """All files, by path in the course's folder."""
    roster = course.path / ROSTER
    students = Roster.load(roster).students if roster.exists() else ()
    identifiers = [each.identifier for each in students if each.identifier]
    guide = Handout.load(course.path / GUIDE, course.file.title, "for staff only", "Guide")
    yield from _within(STAFF, guide.files("guide"))
    yield from _within(STUDENTS, _schedule(course).files("schedule"))
    for each in course.assignments:
        students_page, staff_page = handouts(course, each)
        kit, own = _kit(each, package, identifiers)
        own |= staff_page.files("guide") | _rubric(course, each).files("rubric")
        slides = {**students_page.figures, **staff_page.figures, **_slides(each)}
        own |= {f"slides/{name}": content for name, content in slides.items()}
        if isinstance(each.source, Assignment):
            own[BUNDLE] = to_zip(bundle(str(each.file), package))
        yield from _within(f"{STUDENTS}/{each.name}", students_page.files("handout"))
        yield from _within(f"{STUDENTS}/{each.name}/kit", kit)
        yield from _within(f"{STAFF}/{each.name}", own)


def _kit(
    assignment: CourseAssignment, package: Package, identifiers: Sequence[str]
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """What all students get, and what the staff give to each of them: individual exercises."""
    if isinstance(assignment.source, LadderRules):
        return _ladder_kit(assignment, package), {}
    if assignment.entry.without_solutions:
        try:
            package = package.without(solving_agents(assignment.source))
        except AssignmentError as error:
            raise AssignmentError(f"{assignment.file}: {error}") from None
    files = Kit.of(assignment.source, package, identifiers).files
    own = {name: content for name, content in files.items() if name.startswith(f"{EXERCISES}/")}
    return {name: content for name, content in files.items() if name not in own}, own


def _ladder_kit(assignment: CourseAssignment, package: Package) -> dict[str, bytes]:
    """How to use it; the rules without the seed, comments and anchors from files, which are the
    staff's; the layouts that they name, and Pacgrid."""
    document = tomlkit.parse(assignment.file.read_text("utf-8-sig")).unwrap()
    document.pop("seed", None)
    if anchors := document.get("anchors"):
        document["anchors"] = [a for a in anchors if not AgentSpec.parse(a).source.endswith(".py")]
    names = [name for name in document.get("layouts", []) if (assignment.folder / name).is_file()]
    for name in names:
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise CourseError(
                f"{assignment.file}: the layout {name!r} is outside its folder, so it can't be in"
                " the kit; copy it there"
            )
    readme = render_template(
        "ladder_kit_readme.md.j2",
        title=escape(assignment.title, quote=False),
        file=assignment.asked_files.main,
        rules=assignment.file.name,
        requirement=package.requirement,
    )
    return {
        "README.md": readme.encode(),
        assignment.file.name: tomlkit.dumps(document).encode(),
        **{name: (assignment.folder / name).read_bytes() for name in names},
        **dict([package.wheel] if package.wheel else []),
    }


def _slides(assignment: CourseAssignment) -> dict[str, bytes]:
    """Pictures of the visible tests, by name."""
    if isinstance(assignment.source, LadderRules):
        return {
            f"{Path(layout.name).stem}.svg": board_svg(layout).encode()
            for layout in assignment.source.layouts
        }
    return {
        f"{question.name}-{test.number}.svg": illustration_svg(shown).encode()
        for question in assignment.source.questions
        for test in question.authored_tests
        if not test.is_hidden and (shown := test.illustration(question.asks_for, "agent"))
    }


def _schedule(course: CourseFolder) -> Handout:
    """The page of all assignments, for students."""
    lines = [
        f"- [{each.title}]({each.name}/handout.html): {course.shown(each)}"
        for each in course.assignments
    ]
    return Handout(course.file.title, "Schedule", "all assignments", "\n".join([*lines, ""]), {})


def _rubric(course: CourseFolder, assignment: CourseAssignment) -> Handout:
    title = f"{assignment.title}: rubric"
    over = f"{course.file.title}, for staff: includes hidden tests"
    return Handout(title, over, course.shown(assignment), rubric(assignment), {})


def _within(folder: str, files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    for name, content in files.items():
        yield f"{folder}/{name}", content


def _printed(made: Mapping[str, bytes], browser: str) -> dict[str, bytes]:
    """The handouts and the schedule as PDF; none if `browser` doesn't print one of them."""
    printed: dict[str, bytes] = {}
    for name, content in made.items():
        page = Path(name)
        if page.parts[0] == STUDENTS and page.name in ("handout.html", "schedule.html"):
            if not (each := pdf(content.decode(), browser)):
                return {}
            printed[page.with_suffix(".pdf").as_posix()] = each
    return printed


def _is_changed(path: Path, before: str | None, made: bytes | None) -> bool:
    """Whether somebody has written or changed the file at `path` since the last build, which wrote
    content with the hash `before`. It may have been stopped after writing what is `made` now."""
    if not path.is_file():
        return False
    content = path.read_bytes()
    return content != made and _hash(content) != before


def _record(folder: Path) -> tuple[str, dict[str, str]]:
    """From what the last build was made, and what it wrote. Raises CourseError if the record is
    damaged."""
    try:
        record = json.loads((folder / _RECORD).read_text("utf-8"))
        built_from, written = record["sources"], dict(record["files"])
    except FileNotFoundError:
        return "", {}
    except (OSError, ValueError, KeyError, TypeError):
        is_sound = False
    else:  # a build removes files that the record names
        is_sound = all(map(_is_made, written))
    if not is_sound:
        raise CourseError(f"{folder / _RECORD}: is damaged; remove it and build again")
    return built_from, written


def _is_made(name: str) -> bool:
    """Whether the path `name` in the course's folder is one for made files."""
    top, *inside = Path(name).parts or ("",)
    return top in (STAFF, STUDENTS) and ".." not in inside


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()
