"""`pacgrid layout edit`."""

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pacgrid import Layout, LayoutError
from pacgrid.cli.options import OptionError
from pacgrid.session.editor_session import EditorSession
from pacgrid.session.game_session import GameSession

Run = Callable[..., Result]


class Person:
    """A renderer that presses keys: each word of a script is for one session."""

    real_time = False

    def __init__(self, *scripts: str) -> None:
        self.scripts = [script.split() for script in scripts]
        self.shown: list[Any] = []

    def show(self, session: Any) -> None:
        self.shown.append(session)
        for key in self.scripts.pop(0):
            if key == "Ctrl-C":
                raise KeyboardInterrupt
            session.press(" " if key == "space" else key)
            session.advance(1)
        while session.next_action is None:
            assert isinstance(session, GameSession)
            session.advance(1)


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Person]:
    """Has somebody press keys in place of a view."""

    def sit_down(*scripts: str) -> Person:
        found = Person(*scripts)

        @contextmanager
        def renderer(*_: object) -> Any:
            yield found

        monkeypatch.setattr("pacgrid.cli.layout_edit.open_renderer", renderer)
        return found

    return sit_down


def test_a_layout_is_drawn_played_on_and_saved(pacgrid: Run, person: Callable[..., Person]) -> None:
    them = person("up right . space t", "up up right enter left q", "t", "escape", "s enter q")
    done = pacgrid("layout", "edit", "duel")
    editor, game, again, other, last = them.shown
    assert editor is again is last
    drawn = Layout.load("duel.lay")
    assert drawn.rows[1] == "%2  P.  %"
    assert [each.games[0].setup.layout for each in (game, other)] == [drawn, drawn]
    assert game.games[0].agents[1:] == ("directional_ghost",) * 2
    assert other.games[0].agents[1:] == ("directional_ghost",) * 2, "the menu remembers"
    assert done.stdout == "Quit: -1 point after 1 round (duel, seed 0)\n"


@pytest.mark.parametrize("board", ["%%%%%%\n%P. .%\n%%%%%%\n", "%%%%%%\n%P. G%\n%%%%%%\n"])
def test_a_board_without_digits_or_ghosts_is_played_on(
    pacgrid: Run, person: Callable[..., Person], tmp_path: Path, board: str
) -> None:
    (tmp_path / "my.lay").write_text(board, "utf-8")
    them = person("t", "escape", "q")
    pacgrid("layout", "edit", "my.lay")
    assert isinstance(them.shown[1], GameSession)


def test_what_isnt_saved_survives_an_interruption(
    pacgrid: Run, person: Callable[..., Person], tmp_path: Path
) -> None:
    for name in ("new-unsaved.lay", "new-unsaved2.lay"):
        person("w space p space Ctrl-C")
        done = pacgrid("layout", "edit", "new.lay", exit_code=130)
        assert f"What wasn't saved is in {name}" in done.stderr
        assert (tmp_path / name).read_text("utf-8").count("P") == 1
    person("p space Ctrl-C")
    done = pacgrid("layout", "edit", "nowhere/new.lay", exit_code=130)
    assert done.stdout.count("P") == 1, "where no file can be, it is printed"
    for number in range(3, 100):
        (tmp_path / f"new-unsaved{number}.lay").touch()
    person("p space Ctrl-C")
    done = pacgrid("layout", "edit", "new.lay", exit_code=130)
    assert done.stdout.count("P") == 1, "where all names are taken, it is printed"
    person("Ctrl-C")
    assert "saved" not in pacgrid("layout", "edit", "new.lay", exit_code=130).stderr


def test_without_a_screen_it_is_said_what_to_do(pacgrid: Run) -> None:
    with pytest.raises(OptionError, match=r"^drawing needs .* --view web gives an address$"):
        pacgrid("layout", "edit")
    with pytest.raises(OptionError, match=r"--view none: you draw; use --view window, terminal"):
        pacgrid("layout", "edit", "--view", "none")
    with pytest.raises(OptionError, match="need --view web"):
        pacgrid("layout", "edit", "--port", "8000")


def test_what_is_no_layout_is_refused_before_anything_opens(pacgrid: Run) -> None:
    with pytest.raises(LayoutError, match="no such layout or file; did you mean 'small'"):
        pacgrid("layout", "edit", "smal")


def test_a_session_is_over_only_when_it_says_so(
    pacgrid: Run, person: Callable[..., Person]
) -> None:
    them = person("w space q down enter")
    pacgrid("layout", "edit")
    (editor,) = them.shown
    assert isinstance(editor, EditorSession)
    assert editor.unsaved
