"""Options that several commands have."""

from collections.abc import Callable

import pytest
from typer.testing import Result

from pacgrid.cli.options import OptionError
from pacgrid.cli.view import View
from pacgrid.cli.view_choice import ViewChoice
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.session.frame import Overlay
from pacgrid.session.session import Settings
from pacgrid.session.themes import LIGHT, ThemeName


@pytest.mark.parametrize(
    ("view", "person", "unwatched", "expected"),
    [
        (None, False, False, View.WINDOW),
        (None, False, True, View.NONE),
        (None, True, True, View.WINDOW),
        (View.TERMINAL, False, True, View.TERMINAL),
        (View.NONE, False, False, View.NONE),
    ],
)
def test_games_are_shown_unless_only_files_are_asked_for(
    view: View | None, person: bool, unwatched: bool, expected: View
) -> None:
    assert ViewChoice(view).chosen(person=person, unwatched=unwatched) is expected


@pytest.mark.parametrize("command", [("play", "reflex"), ("compare", "reflex", "reflex")])
@pytest.mark.parametrize(
    "words", [("--host", "my.site"), ("--port", "80", "-v", "terminal"), ("--no-browser",)]
)
def test_options_of_the_web_view_need_it(
    pacgrid: Callable[..., Result], command: tuple[str, ...], words: tuple[str, ...]
) -> None:
    with pytest.raises(OptionError, match="need --view web"):
        pacgrid(*command, *words)


def test_options_become_settings() -> None:
    setup = PacmanSetup(Layout.load("small"), 1)
    shown = ViewChoice(speed=9, theme=ThemeName.LIGHT, overlay=[Overlay.VALUES])
    settings = shown.settings(setup)
    assert settings == Settings(9, LIGHT, {Overlay.VALUES})
