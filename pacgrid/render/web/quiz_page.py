"""A page that asks questions on trees: a file that needs nothing else, no network, no other
file."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from pacgrid.quizzes.answer_key import (
    FORMS,
    MINUS,
    NOTHING,
    PATTERN,
    ChoiceKey,
    Key,
    LeavesKey,
    Number,
    NumberKey,
    SequenceKey,
    values_of,
)
from pacgrid.quizzes.quiz import Quiz, question_text
from pacgrid.quizzes.quiz_question import QuizPart, QuizQuestion
from pacgrid.quizzes.quiz_tree import BETWEEN, QuizNode
from pacgrid.render.diagram_svg import UNIT, diagram_svg
from pacgrid.render.web.frame_json import FigureTable
from pacgrid.render.web.page import framed, packed, render, write_text
from pacgrid.render.web.page_data import player_data, saved_frame, stepped_frames
from pacgrid.render.web.tree_page import STEP_COMMANDS, iteration_data
from pacgrid.session.diagram import LETTER
from pacgrid.session.frame import Board, Caption, Frame
from pacgrid.session.quiz_session import BADGE, RIM, ROOM, TIP, question_diagram
from pacgrid.session.themes import DARK, THEMES
from pacgrid.session.tree_figures import SIDE, VALUE_SIZE
from pacgrid.session.tree_session import HELP, SPEED, TreeSession
from pacgrid.tree.search_tree import Layer, SearchTree

_BASELINE = 0.29
"""How far below the middle of a line letters stand, by its height."""
_SIZES = {
    "rim": round(RIM * UNIT),
    "side": round(SIDE * UNIT),
    "badge": round(BADGE * UNIT),
    "value": round(VALUE_SIZE * UNIT),
    "room": round(ROOM / LETTER * UNIT),
    "baseline": _BASELINE,
}
"""Of what is drawn in the tree for answers, in units of its picture."""
_READING = {
    "minus": f"[{MINUS}]",
    "number": f"^{PATTERN}$",
    "forms": FORMS,
    "nothing": ["", *NOTHING],
    "between": BETWEEN,
    "closeness": 1e-9,
}
"""How answers are read, as `quizzes` does; numbers are floats on the page, and so only close."""
_COMMANDS = STEP_COMMANDS | {
    **dict.fromkeys(("[", "page_up"), "QUESTION_BACK"),
    **dict.fromkeys(("]", "page_down"), "QUESTION_FORWARD"),
}
_ROWS = (
    ("Tab", "go to the next field or button"),
    ("Enter", "in a field: check the answers"),
    ("[  ]", "the previous or next question"),
    ("click", "a leaf: it is pruned, or comes next; a node: go to its field"),
    *((caps, effect) for caps, effect in HELP if caps not in ("click", "[  ]", "Enter", "O", "W")),
)


def quiz_page(quiz: Quiz) -> str:
    """The page of a quiz; the same text for the same questions. It has the key, too, so that it can
    check answers by itself."""
    picture = diagram_svg(question_diagram(quiz.questions[0].tree))
    data = packed(quiz_page_data(quiz))
    return render("quiz", title=quiz.title, data=data, last=picture, details="")


def write_quiz_page(path: str | Path, quiz: Quiz) -> None:
    """Write the page of a quiz to `path`, whole or not at all. Raises PageError."""
    write_text(path, quiz_page(quiz))


def quiz_frame(quiz: Quiz) -> str:
    """The page in a frame of its own, for notebooks."""
    return framed(quiz_page(quiz), quiz.title)


def quiz_page_data(quiz: Quiz) -> dict[str, Any]:
    """The questions, and the frames of what is shown with them: first of each question the tree,
    then of each search its steps."""
    table = FigureTable(list(THEMES.values()))
    searches: dict[int, SearchTree] = {id(each.search): each.search for each in quiz.questions}
    first = {key: len(quiz.questions) + n for n, key in enumerate(searches)}
    frames = [_question_frames(quiz, question, table) for question in quiz.questions]
    for search in searches.values():
        session = TreeSession([search], title=quiz.title, leaves_first=True)
        frames.append(iteration_data(session, table, _COMMANDS))
    commands = {key: name for key, name in _COMMANDS.items() if not name.startswith("ITERATION")}
    return {
        "title": quiz.title,
        "questions": [
            _question(question) | {"search": first[id(question.search)]}
            for question in quiz.questions
        ],
        "iterations": frames,
        "sizes": _SIZES,
        "reading": _READING,
        "start": 0,
        **player_data(SPEED, _ROWS, commands),
        **table.lists,
    }


def _question_frames(quiz: Quiz, question: QuizQuestion, table: FigureTable) -> dict[str, Any]:
    """The only frame of a question."""
    board = Board(question_diagram(question.tree), "the tree")
    frame = Frame((board,), Caption(quiz.title), DARK)
    return {
        **stepped_frames([saved_frame(replace(frame, step="step", jump="cut"), _COMMANDS, table)]),
        "cuts": [],
        "actions": [],
        "targets": {},
    }


def _question(question: QuizQuestion) -> dict[str, Any]:
    labels = [node.label for node in question.tree.nodes]
    return {
        "prompt": question.prompt,
        "text": question_text(question),
        "nodes": _nodes(question),
        "parts": [_part(part, labels) for part in question.parts],
    }


def _nodes(question: QuizQuestion) -> list[dict[str, Any]]:
    """What the page knows of each node: the option that it is, too, if it is one."""
    (root, *_), nodes = question.tree.inner, question.tree.nodes
    actions = [branch.action for branch in root.tree.branches]
    return [
        _node(node) | ({"option": actions.index(node.path[0])} if len(node.path) == 1 else {})
        for node in nodes
    ]


def _node(node: QuizNode) -> dict[str, Any]:
    found: dict[str, Any] = {"label": node.label, "title": node.title, "leaf": node.is_leaf}
    if node.is_leaf:
        return found | {"values": [_number(value) for value in values_of(node)]}
    middle = {Layer.MAX: TIP, Layer.MIN: -TIP}.get(node.layer, 0)
    return found | {"middle": round(middle * UNIT)}


def _part(part: QuizPart, labels: list[str]) -> dict[str, Any]:
    return {
        "name": part.name,
        "prompt": part.prompt,
        "node": labels.index(part.node) if part.node else None,
        "right": part.key.text,
        "form": part.key.form,
        **_key(part.key, labels),
    }


def _key(key: Key, labels: list[str]) -> dict[str, Any]:
    """What the page needs to check answers."""
    match key:
        case NumberKey():
            tolerance = float(key.tolerance)
            return {"kind": "number", "value": _number(key.value), "tolerance": tolerance}
        case LeavesKey():
            return {"kind": "leaves", "leaves": [labels.index(each) for each in key.right]}
        case SequenceKey():
            return {"kind": "sequence", "leaves": [labels.index(each) for each in key.right]}
        case ChoiceKey():
            numbers = [n for n, each in enumerate(key.options) if each in key.right]
            return {"kind": "choice", "options": key.options, "choices": numbers}
    raise AssertionError(f"no field for a {type(key).__name__}")


def _number(value: Number) -> list[int]:
    """A fraction; an infinity has the denominator 0."""
    if isinstance(value, float):
        return [1 if value > 0 else -1, 0]
    return [value.numerator, value.denominator]
