"""A sheet of questions to print, and the key to it: pages of HTML that need nothing else."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pacgrid.quizzes.explanation import explanation
from pacgrid.quizzes.key import ChoiceKey
from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_question import QuizQuestion
from pacgrid.render.pictures.diagram_svg import diagram_svg
from pacgrid.render.pictures.tree_svg import tree_svg
from pacgrid.render.web.page import source_of
from pacgrid.session.question_diagram import question_diagram
from pacgrid.session.themes import LIGHT
from pacgrid.tree.whole_tree import whole_tree


def quiz_sheet(quiz: Quiz, *, with_key: bool = False) -> str:
    """The sheet of a quiz; with `with_key`, the answers are on it, and the searches that explain
    them. The same text for the same questions."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pacgrid.render.quiz_files"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style, _, _ = environment.loader.get_source(environment, "quiz_sheet.css")  # type: ignore[union-attr]
    return environment.get_template("quiz_sheet.html.j2").render(
        title=quiz.title,
        style=style,
        style_source=source_of(style),
        with_key=with_key,
        groups=[*_groups(quiz, with_key=with_key)],
    )


def _groups(quiz: Quiz, *, with_key: bool) -> Iterator[dict[str, Any]]:
    """Neighbouring questions that have the same picture: the tree, or its search."""
    drawn = _searched if with_key else _plain
    numbered = enumerate(quiz.questions, start=1)
    for _, group in groupby(
        numbered, lambda pair: id(pair[1].search if with_key else pair[1].tree)
    ):
        questions = [*group]
        _, first = questions[0]
        yield {
            "picture": drawn(first),
            "questions": [_shown(number, question) for number, question in questions],
            "steps": explanation(first).partition("\n\n")[2].splitlines() if with_key else [],
        }


def _shown(number: int, question: QuizQuestion) -> dict[str, Any]:
    """What the template needs of a question."""
    return {
        "number": number,
        "prompt": question.prompt,
        "parts": [
            {
                "prompt": part.prompt,
                "options": part.key.options if isinstance(part.key, ChoiceKey) else (),
                "is_short": bool(part.node) and not isinstance(part.key, ChoiceKey),
                "answer": part.key.text,
            }
            for part in question.parts
        ],
    }


def _plain(question: QuizQuestion) -> str:
    return diagram_svg(question_diagram(question.tree), LIGHT)


def _searched(question: QuizQuestion) -> str:
    tree = whole_tree(question.search)
    return tree_svg(tree, most_nodes=len(tree.nodes))
