"""The tree of a question as a picture of pixels, which every system shows."""

from io import BytesIO

from pacgrid.quizzes.quiz_question import QuizQuestion
from pacgrid.session.question_diagram import question_diagram
from pacgrid.session.themes import LIGHT

UNIT = 40
"""Pixels for a unit of the diagram; on the page it is shown half as large, to be crisp."""
_NAME = "tree.png"


def question_picture(question: QuizQuestion) -> tuple[bytes, int, int]:
    """A PNG file in light colours, and how wide and high it is to be shown, in pixels."""
    from pacgrid.render.diagram_painter import diagram_surface
    from pacgrid.render.sdl import pygame

    diagram = question_diagram(question.tree)
    size = round(diagram.width * UNIT), round(diagram.height * UNIT)
    file = BytesIO()
    pygame.image.save(diagram_surface(diagram, size, LIGHT, scale=1), file, _NAME)
    return file.getvalue(), size[0] * 3 // 4, size[1] * 3 // 4
