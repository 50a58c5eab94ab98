"""The window, without a screen: its keys and its words."""

import sys
from collections.abc import Callable, Iterator

import pytest

from pacgrid import Action
from pacgrid.record import Ending
from pacgrid.view.sdl import NoScreenError, open_display, pygame
from pacgrid.view.show import LiveShow, Replay
from pacgrid.view.window import Window
from pacgrid.view.wish import Wish
from shows import ROOM, Scripted, Thinker, eastward, steered


class FakeClock:
    """A clock on which every picture takes a sixtieth of a second, at once."""

    def tick(self, rate: int) -> float:
        return 1000 / rate


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window on SDL's dummy screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.view.window.open_display", pygame.display.init)
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
    return pygame.Event(pygame.KEYDOWN, key=key, unicode=text)


QUIT = pygame.Event(pygame.QUIT)


@pytest.mark.parametrize("event", [QUIT, key(pygame.K_q, "q"), key(pygame.K_ESCAPE)])
def test_a_window_can_be_closed_at_any_time(
    window: Window, pictures: Callable[..., None], event: pygame.Event
) -> None:
    show = eastward()
    pictures(event)
    assert window.watch(show) is Wish.QUIT
    assert show.record.ending is Ending.QUIT


def test_a_window_closes_while_an_agent_thinks(
    window: Window, pictures: Callable[..., None]
) -> None:
    thinker = Thinker()
    pictures(*[None] * 60, QUIT)
    assert window.watch(LiveShow(ROOM, [thinker])) is Wish.QUIT
    assert thinker.thinking.is_set()
    thinker.let_go.set()


def test_a_result_stays_until_a_key_is_pressed(
    window: Window, pictures: Callable[..., None]
) -> None:
    show = eastward()
    pictures(*[None] * 300, key(pygame.K_RIGHT), key(pygame.K_RETURN))
    assert window.watch(show) is Wish.NEXT
    assert show.record.ending is Ending.WON


def test_of_several_games_a_result_stays_for_a_while(
    window: Window, pictures: Callable[..., None]
) -> None:
    window.linger = 0.5
    pictures()
    assert window.watch(eastward()) is Wish.NEXT
    assert window.watch(Replay(eastward().record)) is Wish.NEXT


def test_r_asks_for_another_game(window: Window, pictures: Callable[..., None]) -> None:
    pictures(key(pygame.K_r, "r"))
    assert window.watch(eastward()) is Wish.AGAIN


@pytest.mark.parametrize("arrow", [pygame.K_RIGHT, pygame.K_d])
def test_a_person_steers(window: Window, pictures: Callable[..., None], arrow: int) -> None:
    window.linger = 0
    show = steered()
    pictures(*[None] * 30, key(arrow, "d"))
    window.watch(show)
    assert show.record.ending is Ending.WON
    assert [move.action for move in show.record.moves] == [Action.EAST] * 4


def test_space_pauses_and_a_dot_steps(window: Window, pictures: Callable[..., None]) -> None:
    show = LiveShow(ROOM, [Scripted([])])
    pause, step = key(pygame.K_SPACE, " "), key(pygame.K_PERIOD, ".")
    later: list[None] = [None] * 60
    pictures(pause, *later, step, *later, step, *later, QUIT)
    window.watch(show)
    # The second round was shown, and the third may be ready.
    assert show.record.rounds in (2, 3)


def test_plus_and_minus_change_the_speed_of_this_game_and_the_next(
    window: Window, pictures: Callable[..., None]
) -> None:
    plus, minus = key(pygame.K_EQUALS, "="), key(pygame.K_MINUS, "-")
    pictures(plus, plus, minus, QUIT)
    window.watch(eastward())
    assert window.speed == 30 * 1.25


def test_a_window_can_be_resized(window: Window, pictures: Callable[..., None]) -> None:
    pictures(None, QUIT)
    window.watch(eastward())
    pygame.display.set_mode((300, 900), pygame.RESIZABLE)
    pictures(None, QUIT)
    assert window.watch(eastward()) is Wish.QUIT


def test_a_closed_window_leaves_nothing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.view.window.open_display", pygame.display.init)
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
