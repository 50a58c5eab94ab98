"""What notebooks show of layouts, states, records, search trees and quizzes. What draws them is loaded when
one is shown."""

from pacgrid.common.markup import markup
from pacgrid.layout import Layout
from pacgrid.quizzes.quiz import Quiz
from pacgrid.records.record import Record
from pacgrid.state import State
from pacgrid.tree.search_tree import SearchTree


def register_markup() -> None:
    """Make notebooks show layouts, states and search trees as pictures, records as players, and
    quizzes as pages that ask."""
    markup.register(Layout, _picture)
    markup.register(State, _picture)
    markup.register(Record, _record)
    markup.register(SearchTree, _tree)
    markup.register(Quiz, _quiz)
    markup.register(object, _nothing)


def _nothing(_value: object) -> None:
    """All else is shown as text."""


def _picture(value: Layout | State) -> str:
    from pacgrid.render.pictures.svg import svg

    return svg(value)


def _record(record: Record) -> str:
    from pacgrid.render.web.page import frame

    return frame(record)


def _tree(tree: SearchTree) -> str:
    from pacgrid.render.pictures.tree_svg import tree_svg

    return tree_svg(tree)


def _quiz(quiz: Quiz) -> str:
    from pacgrid.render.web.quiz_page import quiz_frame

    return quiz_frame(quiz)
