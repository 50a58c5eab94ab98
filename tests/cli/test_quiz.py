"""`pacgrid quiz`."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from pacgrid.session.quiz_session import QuizSession
from pacgrid.session.session import Session

Pacgrid = Callable[..., Result]
ANSWERS = """3
two
3
2

"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_questions_are_asked_checked_and_explained(pacgrid: Pacgrid) -> None:
    text = pacgrid("quiz", "book", "--kind", "values", stdin=ANSWERS).stdout
    assert "Which value does each node get" in text
    assert "B: 'two' is not a number; write it as −3, 3/4, 0.75 or inf" in text
    assert "✓ C: 2 is right" in text
    assert "✗ D: 2" in text
    assert "MIN takes the smaller of" in text  # the explanation
    assert text.endswith("3 of 4 right\n")


def test_what_is_right_needs_no_explanation(pacgrid: Pacgrid) -> None:
    text = pacgrid("quiz", "book", "--kind", "pruning", stdin="6 4\n").stdout
    assert "✓ pruned: 6 4 is right" in text
    assert "cut:" not in text


def test_the_end_of_the_input_ends_the_quiz(pacgrid: Pacgrid) -> None:
    assert pacgrid("quiz", "book", stdin="3\n").stdout.endswith("0 of 0 right\n")


def test_fresh_questions_with_their_key(pacgrid: Pacgrid) -> None:
    words = "quiz generate --kind pruning --difficulty 2 --seed 7 --count 2 --show-key"
    text = pacgrid(*words.split()).stdout
    assert "The leaves that are pruned: 17, 0" in text
    assert "Question 2: " in text
    assert text == pacgrid(*words.split()).stdout


def test_several_kinds_are_one_quiz(pacgrid: Pacgrid) -> None:
    words = "quiz generate -k values -k move --count 1 --show-key"
    text = pacgrid(*words.split()).stdout
    assert text.startswith("Questions on trees: difficulty 2, seed 0")
    assert "Question 2: Which move" in text


def test_a_game_is_asked_about_to_a_depth(pacgrid: Pacgrid) -> None:
    text = pacgrid("quiz", "nim:heaps=1-2", "--plies", "1", "-k", "move", "--show-key").stdout
    assert "Which move does MAX make at A?" in text


def test_a_page_is_written(pacgrid: Pacgrid) -> None:
    assert "Which value" not in pacgrid("quiz", "book", "--save", "q.html").stdout
    assert Path("q.html").stat().st_size > 1000


@pytest.mark.parametrize("option", ["--moodle", "--qti", "--sheet"])
def test_an_option_that_went_names_what_asks_instead(pacgrid: Pacgrid, option: str) -> None:
    error = " ".join(pacgrid("quiz", "book", option, "q.xml", exit_code=2).stderr.split())
    assert f"{option} isn't here any more: " in error
    assert "quiz" in error.partition("isn't here")[2]


def test_a_view_asks_in_a_session(pacgrid: Pacgrid, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Session] = []
    monkeypatch.setattr("pacgrid.cli.quiz.show", lambda _, session: shown.append(session))
    monkeypatch.setenv("PACGRID_THEME", "light")
    pacgrid("quiz", "book", "--view", "terminal")
    (session,) = shown
    assert isinstance(session, QuizSession)
    assert session.frame().theme.light
