"""A page that asks questions on trees: a file that needs nothing else, no network, no other
file."""

from pathlib import Path

from pacgrid.quizzes.quiz import Quiz
from pacgrid.render.pictures.diagram_svg import diagram_svg
from pacgrid.render.web.page import framed, packed, render, write_text
from pacgrid.render.web.quiz_page_data import quiz_page_data
from pacgrid.session.quiz_session import question_diagram


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
