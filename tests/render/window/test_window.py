"""The window on a screen that nobody sees."""

import os
import sys
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Any

import pytest

from helpers.game_sources import ROOM, Thinker, eastward, steered
from helpers.recording import RecordingSession
from pacgrid import Action
from pacgrid.games.game_setup import Ending
from pacgrid.render.window.sdl import NoScreenError, open_display, pygame
from pacgrid.render.window.window import Window
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import LiveGame
from pacgrid.session.session import NextAction, Settings


class FakeClock:
    """A clock on which every frame takes a sixtieth of a second, at once."""

    def tick(self, rate: int) -> float:
        return 1000 / rate


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window on SDL's dummy screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.render.window.window.open_display", pygame.display.init)
    monkeypatch.setattr(pygame.time, "Clock", FakeClock)
    monkeypatch.setattr(pygame.event, "wait", lambda _: pygame.Event(pygame.NOEVENT))
    with Window() as window:
        yield window


@pytest.fixture
def show(window: Window, monkeypatch: pytest.MonkeyPatch) -> Callable[..., GameSession]:
    """Show a session, with one event a frame; fail when it goes on long after them."""

    def show(session: GameSession, *events: pygame.Event | None) -> GameSession:
        coming = chain(events, repeat(None, 5000))
        monkeypatch.setattr(pygame.event, "get", lambda: list(filter(None, [next(coming)])))
        window.show(session)
        return session

    return show


def key(key: int, text: str = "") -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, unicode=text, mod=0)


Show = Callable[..., GameSession]
QUIT, CLOSE = pygame.Event(pygame.QUIT), pygame.Event(pygame.WINDOWCLOSE)


@pytest.mark.parametrize("event", [QUIT, CLOSE, key(pygame.K_q, "q"), key(pygame.K_ESCAPE)])
def test_a_window_can_be_closed_at_any_time(show: Show, event: pygame.Event) -> None:
    assert show(GameSession(eastward()), None, event).next_action is NextAction.QUIT


@pytest.mark.parametrize("event", [QUIT, CLOSE])
def test_it_can_be_closed_below_a_sheet(show: Show, event: pygame.Event) -> None:
    session = show(GameSession(eastward()), key(pygame.K_h, "h"), event)
    assert session.next_action is NextAction.QUIT


def test_a_window_closes_while_an_agent_thinks(show: Show) -> None:
    thinker = Thinker()
    session = show(GameSession(LiveGame(ROOM, [thinker])), *[None] * 60, QUIT)
    assert thinker.thinking.is_set()
    thinker.let_go.set()
    session.close()


@pytest.mark.parametrize("arrow", [pygame.K_RIGHT, pygame.K_d])
def test_a_person_plays_to_the_end(show: Show, arrow: int) -> None:
    game = steered()
    session = GameSession(game, settings=Settings(30), linger=0)
    show(session, *[None] * 30, key(arrow, "d"))
    assert session.next_action is NextAction.NEXT_GAME
    assert game.record.ending is Ending.WON
    assert [move.action for move in game.record.moves] == [Action.EAST] * 4


def test_a_key_that_is_held_down_repeats() -> None:
    window, session = Window(), RecordingSession()
    heard: Any = session
    for event in (
        key(pygame.K_LEFT),
        key(pygame.K_LEFT),
        pygame.Event(pygame.KEYUP, key=pygame.K_LEFT),
        key(pygame.K_LEFT),
        pygame.Event(pygame.WINDOWFOCUSLOST),
        key(pygame.K_LEFT),
        key(pygame.K_LSHIFT),
    ):
        window.hear(event, heard)
    assert session.calls == [("press", "left", held) for held in (False, True, False, False)]


def test_a_window_opens_on_most_of_the_screen_and_can_have_any_size(
    window: Window, show: Show
) -> None:
    show(GameSession(eastward()), None, QUIT)
    assert window.window
    width, height = pygame.display.get_desktop_sizes()[0]
    assert window.window.size == (round(0.85 * width), round(0.85 * height))
    for size in ((300, 900), (160, 120), (1500, 500)):
        window.window.size = size
        show(GameSession(eastward()), None, QUIT)
        assert window.window.get_surface().get_size() == size


def test_f_goes_to_the_full_screen_and_back(window: Window, show: Show) -> None:
    settings, sizes = Settings(), []
    for event in (None, key(pygame.K_F11), key(pygame.K_f, "f")):
        show(GameSession(eastward(), settings=settings), event, None, QUIT)
        assert window.window
        sizes.append(window.window.get_surface().get_size())
    assert sizes[0] == sizes[2] != sizes[1] == pygame.display.get_desktop_sizes()[0]


def test_a_closed_window_leaves_nothing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.render.window.window.open_display", pygame.display.init)
    before = sys.getswitchinterval()
    with Window() as window:
        assert sys.getswitchinterval() < before
    assert sys.getswitchinterval() == before
    assert window.window is None
    assert not pygame.display.get_init()


@pytest.mark.parametrize("driver", ["dummy", "no such driver"])
def test_without_a_screen_there_is_no_window(monkeypatch: pytest.MonkeyPatch, driver: str) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    with pytest.raises(NoScreenError, match="can't open a window"):
        open_display()
    assert not pygame.display.get_init()


def test_a_display_that_points_to_nothing_is_no_screen(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":59999")
    with pytest.raises(NoScreenError, match=r"can.t open a window: .*x11"):
        open_display()
    assert "SDL_VIDEODRIVER" not in os.environ
    assert capfd.readouterr() == ("", "")
