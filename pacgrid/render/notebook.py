"""Notebooks show layouts and positions as pictures; records, search trees and quizzes as pages. The
code that draws them is loaded when one is shown."""

from collections.abc import Sequence

from pacgrid.common.markup import markup
from pacgrid.games.game_setup import BoardState, DrawnBoard
from pacgrid.layout import Layout
from pacgrid.quizzes.quiz import Quiz
from pacgrid.records.record import Record, result_line
from pacgrid.state import State
from pacgrid.tree.search_tree import SearchTree, SearchTrees


def register_markup() -> None:
    """Make notebooks show layouts and positions as pictures, games and searches as players, and
    quizzes as pages that ask."""
    markup.register(Layout, _picture)
    markup.register(State, _picture)
    markup.register(Record, _record)
    markup.register(SearchTree, lambda tree: _trees([tree]))
    markup.register(SearchTrees, _trees)
    markup.register(Quiz, _quiz)
    markup.register(DrawnBoard, _board)
    markup.register(object, lambda _: None)  # all else is shown as text


def _picture(value: Layout | State) -> str:
    from pacgrid.render.svg import svg

    return svg(value)


def _record(record: Record) -> str:
    from pacgrid.render.web.page import framed, page

    return framed(page(record), result_line(record))


def _trees(trees: Sequence[SearchTree]) -> str:
    from pacgrid.render.web.page import framed
    from pacgrid.render.web.tree_page import tree_page

    return framed(tree_page(trees), f"the search of {trees[-1].agent}")


def _board(state: BoardState) -> str:
    from pacgrid.render.diagram_svg import diagram_svg
    from pacgrid.session.board_picture import position_diagram

    return diagram_svg(position_diagram(state))


def _quiz(quiz: Quiz) -> str:
    from pacgrid.render.web.page import framed
    from pacgrid.render.web.quiz_page import quiz_page

    return framed(quiz_page(quiz), quiz.title)
