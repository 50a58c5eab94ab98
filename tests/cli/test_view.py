"""Opening views."""

import io
import signal
import sys
from collections.abc import Callable
from contextlib import nullcontext

import pytest
from rich.console import Console
from typer.testing import Result

from pacgrid.cli.console import note
from pacgrid.cli.options import OptionError
from pacgrid.cli.view import View, ViewChoice, WebOptions, open_renderer
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.session.frame import Overlay
from pacgrid.session.session import SPEED, Settings
from pacgrid.session.themes import LIGHT


@pytest.mark.parametrize(
    ("screen", "reason"), [("", "there is no screen"), (":0", "without a display")]
)
def test_without_a_real_screen_games_are_drawn_in_the_terminal(
    screen: str,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DISPLAY", screen)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with open_renderer(View.WINDOW, Console()) as renderer:
        assert not renderer.real_time
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line
    assert "drawing in the terminal" in line


def test_the_web_view_gets_the_port_and_hosts_of_the_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: dict[str, object] = {}

    def web_renderer(**options: object) -> nullcontext[str]:
        seen.update(options)
        return nullcontext("the renderer")

    monkeypatch.setattr("pacgrid.render.web.server.WebRenderer", web_renderer)
    with open_renderer(View.WEB, Console(), WebOptions("my.site:80")) as renderer:
        assert str(renderer) == "the renderer"
    assert seen == {"hosts": ("my.site",), "port": 80, "open_browser": False, "tell": note}


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
def test_the_address_of_the_web_view_needs_it(
    pacgrid: Callable[..., Result], command: tuple[str, ...]
) -> None:
    for words in ((), ("-v", "terminal")):
        with pytest.raises(OptionError, match="--address needs --view web"):
            pacgrid(*command, "--address", "80", *words)
    for wrong in ("my.site", "my.site:", "0", "x:99999", "²"):
        with pytest.raises(OptionError, match="write a port from 1 to 65535"):
            pacgrid(*command, "--view", "web", "--address", wrong)


@pytest.mark.parametrize(("screen", "opens"), [("", False), (":0", True)])
def test_a_browser_opens_if_there_is_a_screen(
    screen: str, opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pacgrid.cli.view.sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", screen)
    for name in ("WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    seen: list[object] = []

    def web_renderer(*, open_browser: bool, **_: object) -> nullcontext[None]:
        seen.append(open_browser)
        return nullcontext()

    monkeypatch.setattr("pacgrid.render.web.server.WebRenderer", web_renderer)
    for browser in ("", "code"):
        monkeypatch.setenv("BROWSER", browser)
        with open_renderer(View.WEB, Console()):
            pass
    assert seen == [opens, True]


def test_options_become_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = PacmanSetup(Layout.load("small"), 1)
    monkeypatch.setenv("PACGRID_THEME", "light")
    settings = ViewChoice(overlay=[Overlay.VALUES]).settings(setup)
    assert settings == Settings(SPEED, LIGHT, {Overlay.VALUES})
    monkeypatch.setenv("PACGRID_THEME", "pink")
    with pytest.raises(OptionError, match="PACGRID_THEME=pink: choose dark, light"):
        ViewChoice().settings(setup)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGHUP")
def test_losing_the_terminal_ends_the_program_once() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with open_renderer(View.TERMINAL, Console(file=io.StringIO())):
        with pytest.raises(SystemExit) as caught:
            signal.raise_signal(signal.SIGHUP)
        assert caught.value.code == 128 + signal.SIGHUP
        signal.raise_signal(signal.SIGHUP)
    assert signal.signal(signal.SIGHUP, before) is signal.SIG_DFL
