"""A page that asks questions on trees: a file that needs nothing else, no network, no other
file."""

from dataclasses import replace
from typing import Any

from pacgrid.quizzes.quiz import (
    FORMS,
    MINUS,
    PATTERN,
    ChoiceKey,
    LeavesKey,
    Number,
    NumberKey,
    Quiz,
    QuizPart,
    QuizQuestion,
    question_text,
)
from pacgrid.quizzes.quiz_tree import QuizNode, QuizTree, unsearched
from pacgrid.render.diagram_svg import UNIT, diagram_svg
from pacgrid.render.web.frame_json import ElementTable
from pacgrid.render.web.page import packed, player
from pacgrid.render.web.page_data import player_data, saved_frame, stepped_frames
from pacgrid.render.web.tree_page import STEP_COMMANDS, iteration_data
from pacgrid.session.frame import LETTER, Board, Caption, Diagram, Frame
from pacgrid.session.themes import DARK
from pacgrid.session.tree_diagram import SIDE, VALUE_SIZE, tree_diagram
from pacgrid.session.tree_session import HELP, SPEED, TreeSession
from pacgrid.tree.search_tree import Layer, SearchTree
from pacgrid.tree.whole_tree import whole_tree

RIM = 0.1
"""How far the frame of a node with an answer stands around it."""
ROOM = 1.2
TIP = 0.36
"""How far above or below the middle of a triangle its number stands."""
BADGE = 0.42
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
"""The sizes of fields for answers in the tree, in units of its picture."""
_READING = {"minus": f"[{MINUS}]", "number": f"^{PATTERN}$", "forms": FORMS, "closeness": 1e-9}
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
    return player("quiz", title=quiz.title, data=data, last=picture, details="")


def quiz_page_data(quiz: Quiz) -> dict[str, Any]:
    """The questions, and the frames of what is shown with them: first of each question the tree,
    then of each search its steps."""
    table = ElementTable()
    searches: dict[int, SearchTree] = {id(each.search): each.search for each in quiz.questions}
    first = {key: len(quiz.questions) + n for n, key in enumerate(searches)}
    frames = [_question_frames(quiz, question, table) for question in quiz.questions]
    for search in searches.values():
        session = TreeSession([whole_tree(search)], title=quiz.title)
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
        "elements": table.elements,
    }


def _question_frames(quiz: Quiz, question: QuizQuestion, table: ElementTable) -> dict[str, Any]:
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
    actions = [branch.action for branch in question.tree.inner[0].tree.branches]
    return {
        "prompt": question.prompt,
        "text": question_text(question),
        "nodes": [_node(node, actions) for node in question.tree.nodes],
        "parts": [_part(part, labels) for part in question.parts],
    }


def _node(node: QuizNode, actions: list[Any]) -> dict[str, Any]:
    """What the page knows of a node: the option that it is, too, if one of the root's `actions`
    leads to it."""
    found: dict[str, Any] = {"label": node.label, "title": node.title, "leaf": node.is_leaf}
    if not node.is_leaf:
        found["middle"] = round({Layer.MAX: TIP, Layer.MIN: -TIP}.get(node.layer, 0) * UNIT)
    if len(node.path) == 1:
        found["option"] = actions.index(node.path[0])
    return found


def _part(part: QuizPart, labels: list[str]) -> dict[str, Any]:
    key = part.key
    found: dict[str, Any] = {
        "name": part.name,
        "prompt": part.prompt,
        "node": labels.index(part.node) if part.node else None,
        "right": key.text,
        "form": key.form,
    }
    match key:
        case NumberKey():
            tolerance = float(key.tolerance)
            return found | {"kind": "number", "value": _number(key.value), "tolerance": tolerance}
        case LeavesKey():
            leaves = [labels.index(each) for each in key.right]
            return found | {"kind": "leaves", "leaves": leaves, "inOrder": key.in_order}
        case ChoiceKey():
            numbers = [n for n, each in enumerate(key.options) if each in key.right]
            return found | {"kind": "choice", "options": key.options, "choices": numbers}


def _number(value: Number) -> list[int]:
    """A fraction; an infinity has the denominator 0."""
    if isinstance(value, float):
        return [1 if value > 0 else -1, 0]
    return [value.numerator, value.denominator]


def question_diagram(tree: QuizTree) -> Diagram:
    """The tree with its leaves, before any search. The target of a node is its index in
    `tree.nodes`."""
    found = unsearched(tree)
    diagram = tree_diagram(found, most_nodes=len(found.nodes))
    index = {node.path: number for number, node in enumerate(tree.nodes)}
    numbers = {node.number: index[node.state.path] for node in found.nodes}
    targets = tuple(replace(each, number=numbers[each.number]) for each in diagram.targets)
    words = f"A tree with {len(tree.leaves)} leaves; at the root is {tree.inner[0].title}"
    return replace(diagram, targets=targets, description=words)
