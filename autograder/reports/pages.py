"""The pages of feedback, for each student, and of all submissions, for staff.

The template of feedback gets a `StudentView`, which has no hidden tests, so it can't show any.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any
from urllib.parse import quote

from pacgrid.action import Action
from pacgrid.render.diagram_svg import diagram_svg
from pacgrid.render.svg import Arrow, svg
from pacgrid.render.web.page import render, themed
from pacgrid.session.frame import Anchor, Diagram, Polygon, Words, text_width
from pacgrid.session.themes import LIGHT, Ink
from pacgrid.session.tree_diagram import LABEL_HEIGHT, SIDE, tree_diagram
from pacgrid.state import State
from pacgrid.tree.search_tree import Layer, SearchTree
from pacgrid.tree.tree_view import folded
from pacgrid.tree.watched_state import ROOT, Path

from ..assignments.assignment import Assignment
from ..course.dates import NO_COURSE_ROWS, CourseRow
from ..diagnosis.compared_trees import ComparedTrees, by_path
from ..model.fault import UNREPORTED
from ..model.grade import Grade
from ..model.outcome import amount, full, worth
from . import shown_diagnosis
from .gradebook import course_mistakes, grade_mistakes, reasons, tried_changes
from .result_files import file_names
from .shown_diagnosis import ShownExample
from .student_view import StudentView, student_view

_UNREPORTED = '<!doctype html>\n<meta charset="utf-8">\n<title>{0}</title>\n<p>{0}: {1}</p>\n'
_MOST_NODES = 30
"""A search with more is not shown whole: a page would take seconds to make."""
_WIDE = 24
"""A wider drawing is not beside another one."""
_LABEL = 0.75
"""How far from Pac-Man the value of a move is written, in cells."""
_RIM = 0.15
"""The frame of the node where the searches part is so much larger than the node."""
_STEPS: Mapping[Action, tuple[int, int]] = {
    Action.NORTH: (0, 1),
    Action.EAST: (1, 0),
    Action.SOUTH: (0, -1),
    Action.WEST: (-1, 0),
    Action.STOP: (0, 0),
}


def as_page(view: StudentView) -> str:
    """The feedback as one self-contained HTML page, without scripts."""
    tests = (test for question in view.questions for test in question.tests)
    return _render(
        "feedback.html.j2",
        view=view,
        has_pictures=any(test.diagnosis and test.diagnosis.example for test in tests),
        notes=shown_diagnosis,
        board_picture=board_picture,
        search_pictures=search_pictures,
    )


def unreported(name: str) -> str:
    """The page about a submission if a fault of Pacgrid keeps all others from being made."""
    return _UNREPORTED.format(escape(name), UNREPORTED)


def index_page(
    assignment: Assignment,
    grades: Sequence[Grade],
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
) -> str:
    """For staff: a page of all mistakes and submissions, with hidden tests and links to the
    feedback."""
    handed_in = [grade for grade in grades if not grade.missing]
    rows = [
        {
            "grade": grade,
            "visible": student_view(assignment, grade) if assignment.has_hidden_tests else None,
            "rule": course_rows.get(grade.name, CourseRow()).line(grade),
            "failures": list(reasons(grade)),
            "mistakes": grade_mistakes(grade),
            "changes": tried_changes(grade),
            "link": quote(f"feedback/{file}"),
        }
        for grade, file in zip(grades, file_names([grade.name for grade in grades]), strict=True)
    ]
    return _render(
        "index.html.j2",
        title=assignment.title,
        questions=grades[0].questions if grades else (),
        average=sum(grade.points for grade in handed_in) / max(1, len(handed_in)),
        failed=sum(grade.failure is not None for grade in handed_in),
        missing=len(grades) - len(handed_in),
        levels=sorted({grade.sandbox for grade in grades if grade.sandbox}),
        mistakes=course_mistakes(grades),
        rows=rows,
    )


def _render(template: str, **values: Any) -> str:
    return render(template, package="pacgrid.autograder.reports", filters=_FILTERS, **values)


def _percent(points: float, possible: float) -> str:
    """The points in percent of the possible ones, for the style sheet."""
    return amount(100 * min(1, points / possible)) if possible else "0"


_FILTERS: Mapping[str, Callable[..., Any]] = {
    "amount": amount,
    "full": full,
    "worth": worth,
    "percent": _percent,
}


# Pictures of a counterexample.


@dataclass(frozen=True)
class SearchPicture:
    """One of the two searches of a counterexample, for a page."""

    title: str
    drawing: str
    """Its tree as an SVG."""
    is_wide: bool
    """Whether the tree can't be read in half of a page."""


def search_pictures(example: ShownExample) -> Iterator[SearchPicture]:
    """The agent's search, and the right one."""
    trees = example.trees
    compared = ComparedTrees(trees, example.source.departs_at)
    decided = compared.misvalued if example.decided else ()
    own = "What your search visits"
    if trees.known:
        whose = "its own" if trees.has_own_values else "the mistake's"
        own = f"Your search, with {whose} values"
    searches = (
        (own, trees.observed[-1], Ink.BAD),
        ("The right search", trees.right, Ink.GOOD),
    )
    for title, searched, ink in searches:
        diagram = _diagram(searched, compared.parting, decided, ink)
        yield SearchPicture(title, themed(diagram_svg(diagram, LIGHT)), diagram.width > _WIDE)


def board_picture(example: ShownExample) -> str | None:
    """The position as an SVG, with an arrow and a value for each action; None for
    a drawn tree."""
    state, source = example.trees.root, example.source
    if not isinstance(state, State):
        return None
    arrows: list[Arrow] = []
    labels: dict[tuple[float, float], str | float] = {}
    for value in sorted(source.values, key=lambda value: value.action in source.best):
        x, y = state.pacman
        dx, dy = _STEPS[value.action]
        chosen, best = value.action == source.chosen, value.action in source.best
        colour = "best" if best else "bad" if chosen else "faint"
        arrows.append(Arrow((x, y), (x + dx, y + dy), colour))
        if dx or dy:  # a label would hide Pac-Man
            labels[x + _LABEL * dx, y + _LABEL * dy] = value.expected
    return themed(svg(state, arrows=arrows, labels=labels, theme="light"))


def _diagram(
    tree: SearchTree, parting: Path | None, decided: Collection[Path], ink: Ink
) -> Diagram:
    """A tree in which the node where the searches part has a frame, and those whose values a line
    of the submission has `decided` are tinted."""
    nodes, marked = by_path(tree), parting or ROOT
    while marked not in nodes:
        marked = marked.parent
    number = nodes[marked].number
    diagram = tree_diagram(tree, shown=folded(tree, number, most_nodes=_MOST_NODES))
    tinted = {nodes[path].number for path in decided if path in nodes}
    parts: list[Polygon] = []
    for area in diagram.targets:
        is_parting = parting is not None and area.number == number
        if not is_parting and area.number not in tinted:
            continue
        (x, y), (width, height) = area.corner, area.size
        height = SIDE if tree.nodes[area.number].layer is Layer.LEAF else height
        left, top, right, bottom = x - _RIM, y - _RIM, x + width + _RIM, y + height + _RIM
        top -= LABEL_HEIGHT if area.number else 0
        if is_parting:  # its frame is also round what is written beside it
            notes = (
                part
                for part in diagram.parts
                if isinstance(part, Words) and part.anchor is Anchor.START
                if left < part.at[0] < right and top < part.at[1] < bottom
            )
            ends = [note.at[0] + text_width(note.text, note.size) + _RIM for note in notes]
            right = max([right, *ends])
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        parts.append(Polygon(corners, ink, ink if is_parting else None, opacity=0.12))
    return replace(diagram, parts=(*parts, *diagram.parts))
