"""`pacgrid quiz`."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Pacgrid = Callable[..., Result]


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_questions_are_printed_without_their_answers(pacgrid):
    text = pacgrid("quiz", "book", "--kind", "values").stdout
    assert "Which value does each node get" in text
    assert "├─ a1: B ▼ MIN" in text
    assert text.endswith("The value of C\nThe value of D\n")


def test_fresh_questions_with_their_key(pacgrid):
    words = "quiz generate --kind pruning --difficulty 2 --seed 7 --count 2 --show-key"
    text = pacgrid(*words.split()).stdout
    assert "The leaves that are pruned: 17, 0" in text
    assert "Question 2: " in text
    assert text == pacgrid(*words.split()).stdout


def test_several_kinds_are_one_quiz(pacgrid):
    words = "quiz generate -k values -k move --count 1 --show-key"
    text = pacgrid(*words.split()).stdout
    assert text.startswith("Questions on trees: difficulty 2, seed 0")
    assert "Question 2: Which move" in text


def test_a_game_is_asked_about_to_a_depth(pacgrid):
    text = pacgrid("quiz", "nim:heaps=1-2", "--plies", "1", "-k", "move", "--show-key").stdout
    assert "Which move does MAX make at A?" in text


def test_a_page_is_written(pacgrid):
    assert "Which value" not in pacgrid("quiz", "book", "--save", "q.html").stdout
    assert Path("q.html").stat().st_size > 1000
