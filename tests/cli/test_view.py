"""Opening views."""

import io
import signal
import sys
from contextlib import nullcontext

import pytest
from rich.console import Console

from pacgrid.cli.notes import note
from pacgrid.cli.view import View, WebOptions, open_renderer


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
    with open_renderer(View.WEB, Console(), WebOptions(["my.site"], 80)) as renderer:
        assert str(renderer) == "the renderer"
    assert seen == {"hosts": ("my.site",), "port": 80, "open_browser": True, "tell": note}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGHUP")
def test_losing_the_terminal_ends_the_program_once() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with open_renderer(View.TERMINAL, Console(file=io.StringIO())):
        with pytest.raises(SystemExit) as caught:
            signal.raise_signal(signal.SIGHUP)
        assert caught.value.code == 128 + signal.SIGHUP
        signal.raise_signal(signal.SIGHUP)
    assert signal.signal(signal.SIGHUP, before) is signal.SIG_DFL
