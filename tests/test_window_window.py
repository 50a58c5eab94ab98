"""The window, without a screen: its keys and its words."""

import os
import sys
from collections.abc import Callable, Iterator

import pytest

from helpers.shows import ROOM, Scripted, Thinker, eastward, steered
from pacgrid import Action
from pacgrid.records.record import Ending
from pacgrid.render.window.sdl import NoScreenError, open_display, pygame
from pacgrid.render.window.window import Window, unit_of_screen
from pacgrid.session.game_source import LiveGame, ReplayedGame
from pacgrid.session.loss import DisplayLostError
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import LIGHT


class FakeClock:
    """A clock on which every picture takes a sixtieth of a second, at once."""

    def tick(self, rate: int) -> float:
        return 1000 / rate


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window on SDL's dummy screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.render.window.window.open_display", pygame.display.init)
    monkeypatch.setattr(pygame.time, "Clock", FakeClock)
    with Window(speed=30) as window:
        yield window


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sends one event for each picture that is shown; fails when the window stays open."""

    def send(*events: pygame.Event | None, last: int = 5000) -> None:
        waiting = [[event] if event else [] for event in events]
        shown = 0

        def get() -> list[pygame.Event]:
            nonlocal shown
            shown += 1
            assert shown < last, "the window is still open"
            return waiting.pop(0) if waiting else []

        monkeypatch.setattr(pygame.event, "get", get)

    return send


def key(key: int, text: str = "") -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, unicode=text, mod=0)


QUIT = pygame.Event(pygame.QUIT)
CLOSE = pygame.Event(pygame.WINDOWCLOSE)


@pytest.mark.parametrize("event", [QUIT, CLOSE, key(pygame.K_q, "q"), key(pygame.K_ESCAPE)])
def test_a_window_can_be_closed_at_any_time(
    window: Window, pictures: Callable[..., None], event: pygame.Event
) -> None:
    show = eastward()
    pictures(event)
    assert window.watch(show) is NextAction.QUIT
    assert show.record.ending is Ending.QUIT


def test_a_window_closes_while_an_agent_thinks(
    window: Window, pictures: Callable[..., None]
) -> None:
    thinker = Thinker()
    pictures(*[None] * 60, QUIT)
    assert window.watch(LiveGame(ROOM, [thinker])) is NextAction.QUIT
    assert thinker.thinking.is_set()
    thinker.let_go.set()


def test_a_result_stays_until_a_key_is_pressed(
    window: Window, pictures: Callable[..., None]
) -> None:
    show = eastward()
    pictures(*[None] * 150, key(pygame.K_RIGHT), key(pygame.K_RETURN))
    assert window.watch(show) is NextAction.NEXT_GAME
    assert show.record.ending is Ending.WON


def test_of_several_games_a_result_stays_for_a_while(
    window: Window, pictures: Callable[..., None]
) -> None:
    window.linger = 0.5
    pictures()
    assert window.watch(eastward()) is NextAction.NEXT_GAME
    assert window.watch(ReplayedGame(eastward().record)) is NextAction.NEXT_GAME


def test_r_asks_for_another_game(window: Window, pictures: Callable[..., None]) -> None:
    pictures(key(pygame.K_r, "r"))
    assert window.watch(eastward()) is NextAction.PLAY_AGAIN


@pytest.mark.parametrize("arrow", [pygame.K_RIGHT, pygame.K_d])
def test_a_person_steers(window: Window, pictures: Callable[..., None], arrow: int) -> None:
    window.linger = 0
    show = steered()
    pictures(*[None] * 30, key(arrow, "d"))
    window.watch(show)
    assert show.record.ending is Ending.WON
    assert [move.action for move in show.record.moves] == [Action.EAST] * 4


def test_plus_and_minus_change_the_speed_of_this_game_and_the_next(
    window: Window, pictures: Callable[..., None]
) -> None:
    plus, minus = key(pygame.K_EQUALS, "="), key(pygame.K_MINUS, "-")
    pictures(plus, plus, minus, QUIT)
    window.watch(eastward())
    assert window.speed == 30 * 1.25


@pytest.mark.slow
def test_a_window_can_be_resized(window: Window, pictures: Callable[..., None]) -> None:
    pictures(None, QUIT)
    window.watch(eastward())
    assert window.window
    for size in ((300, 900), (160, 120), (1500, 500)):
        window.window.size = size
        pictures(None, QUIT)
        assert window.watch(eastward()) is NextAction.QUIT
        assert window.window.get_surface().get_size() == size


def test_f_goes_to_the_full_screen_and_back(window: Window, pictures: Callable[..., None]) -> None:
    sizes = []
    for events in ((None,), (key(pygame.K_F11),), (key(pygame.K_f, "f"),)):
        pictures(*events, None, QUIT)
        window.watch(eastward())
        assert window.window
        sizes.append(window.window.get_surface().get_size())
    assert sizes[0] == sizes[2] != sizes[1] == pygame.display.get_desktop_sizes()[0]


def test_games_are_watched_side_by_side(window: Window, pictures: Callable[..., None]) -> None:
    shows = eastward(), eastward()
    pictures(*[None] * 150, key(pygame.K_RETURN))
    assert window.watch(*shows) is NextAction.NEXT_GAME
    assert window.shows == shows
    assert [show.record.ending for show in shows] == [Ending.WON] * 2


def test_who_takes_over_is_among_the_shows_at_the_end(
    window: Window, pictures: Callable[..., None]
) -> None:
    show = eastward()
    t, r, enter = key(pygame.K_t, "t"), key(pygame.K_r, "r"), key(pygame.K_RETURN)
    pictures(None, None, t, r, None, enter, *[None] * 20, QUIT)
    window.watch(show)
    (other,) = window.shows
    assert other is not show
    assert other.agents[0].startswith("r")


def test_what_is_changed_by_keys_stays_for_the_next_game(
    window: Window, pictures: Callable[..., None]
) -> None:
    pictures(key(pygame.K_1, "1"), key(pygame.K_l, "l"), QUIT)
    window.watch(eastward())
    assert window.overlays == {Overlay.VALUES}
    assert window.desk.theme is LIGHT


def test_a_lost_screen_leaves_what_was_played(
    window: Window, pictures: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures()
    show = LiveGame(ROOM, [Scripted([])])
    connection = window._connection
    assert connection

    def lose(_clock: FakeClock, rate: int) -> float:
        connection.is_lost = len(show.moves) >= 3
        return 1000 / rate

    monkeypatch.setattr(FakeClock, "tick", lose)
    with pytest.raises(DisplayLostError):
        window.watch(show)
    connection.is_lost = False
    assert window.shows == (show,)
    assert show.record.rounds >= 3
    assert show.record.ending is Ending.QUIT


@pytest.mark.parametrize(
    ("height", "unit"), [(600, 1), (1080, 1), (1440, 1.25), (2160, 2), (99999, 4)]
)
def test_on_a_screen_with_many_pixels_everything_is_larger(
    monkeypatch: pytest.MonkeyPatch, height: int, unit: float
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1, height)])
    assert unit_of_screen() == unit


def test_a_closed_window_leaves_nothing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.render.window.window.open_display", pygame.display.init)
    before = sys.getswitchinterval()
    with Window():
        assert pygame.display.get_init()
    assert not pygame.display.get_init()
    assert sys.getswitchinterval() == before


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
