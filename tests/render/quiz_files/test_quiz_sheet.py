"""Sheets to print."""

import re

import pytest

from pacgrid import quiz
from pacgrid.quizzes.generator import generate
from pacgrid.quizzes.quiz import Quiz
from pacgrid.render.quiz_files.quiz_sheet import quiz_sheet

BOOK = quiz("book")


def test_neighbouring_questions_share_the_picture_of_their_tree() -> None:
    assert quiz_sheet(BOOK).count("<svg") == 1
    assert quiz_sheet(generate(count=3)).count("<svg") == 3


def test_the_sheet_has_no_answer_and_the_key_has_all() -> None:
    sheet, key = quiz_sheet(BOOK), quiz_sheet(BOOK, with_key=True)
    assert 'class="answer"' not in sheet
    assert "cut" not in re.sub(r"<style>.*</style>", "", sheet, flags=re.DOTALL)
    answers = re.findall(r'<dd class="answer">(.*?)</dd>', key)
    assert answers == [part.key.text for each in BOOK.questions for part in each.parts]
    assert "2 &lt; alpha = 3" in key


def test_the_same_questions_make_the_same_sheet() -> None:
    assert quiz_sheet(BOOK) == quiz_sheet(quiz("book"))


def test_it_prints_on_pages_and_loads_nothing() -> None:
    sheet = quiz_sheet(BOOK)
    assert "@page" in sheet
    assert "default-src 'none'" in sheet
    assert not re.search(r"(?:src|href)=", sheet)


@pytest.mark.parametrize("with_key", [False, True])
def test_a_title_is_only_text(with_key: bool) -> None:
    text = quiz_sheet(Quiz("<b>&", BOOK.questions), with_key=with_key)
    assert "<b>" not in text
    assert "&lt;b&gt;&amp;" in text
