"""The window on a screen that nobody sees."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, repeat
from typing import Any

import pytest

from helpers.frames import INSIGHT, MENU, ROOM, analysed_timeline, board_of, frame_of
from helpers.game_sources import eastward, steered
from helpers.recording import RecordingSession
from pacgrid import Action
from pacgrid.games.game_setup import Ending
from pacgrid.render.sdl import NoScreenError, open_display, pygame
from pacgrid.render.window import Painter, Pointer, Window, name_of
from pacgrid.session.game_session import GameSession
from pacgrid.session.session import KEYS, NextAction, Settings


class FakeClock:
    """A clock on which every frame takes a sixtieth of a second, at once."""

    def tick(self, rate: int) -> float:
        return 1000 / rate


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window on SDL's dummy screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.render.window.open_display", pygame.display.init)
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
    if event in (QUIT, CLOSE):  # even below a sheet
        session = show(GameSession(eastward()), key(pygame.K_h, "h"), event)
        assert session.next_action is NextAction.QUIT


@pytest.mark.parametrize("arrow", [pygame.K_RIGHT, pygame.K_d])
def test_a_person_plays_to_the_end(show: Show, arrow: int) -> None:
    game = steered()
    session = GameSession(game, settings=Settings(30), linger=0)
    show(session, *[None] * 30, key(arrow, "d"))
    assert session.next_action is NextAction.NEXT_GAME
    assert game.record.ending is Ending.WON
    assert [move.action for move in game.record.moves] == [Action.EAST] * 4


def test_a_key_that_is_held_down_repeats() -> None:
    session: Any = RecordingSession()
    window, left, up = Window(), key(pygame.K_LEFT), pygame.Event(pygame.KEYUP, key=pygame.K_LEFT)
    away, shift = pygame.Event(pygame.WINDOWFOCUSLOST), key(pygame.K_LSHIFT)
    for event in (left, left, up, left, away, left, shift):
        window.hear(event, session)
    assert session.calls == [("press", "left", held) for held in (False, True, False, False)]


def test_a_window_opens_on_most_of_the_screen_can_have_any_size_and_fill_the_screen(
    window: Window, show: Show
) -> None:
    def size(*events: pygame.Event | None) -> tuple[int, int]:
        show(GameSession(eastward(), settings=settings), *events, None, QUIT)
        return window.window.get_surface().get_size()

    settings = Settings()
    width, height = screen = pygame.display.get_desktop_sizes()[0]
    assert size() == window.window.size == (round(0.85 * width), round(0.85 * height))
    for wanted in ((300, 900), (160, 120), (1500, 500)):
        window.window.size = wanted
        assert size() == wanted
    sizes = [size(event) for event in (key(pygame.K_F11), key(pygame.K_f, "f"))]
    assert sizes == [screen, (1500, 500)]


def test_a_closed_window_leaves_nothing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pacgrid.render.window.open_display", pygame.display.init)
    before = sys.getswitchinterval()
    with Window() as window:
        assert sys.getswitchinterval() < before
    assert sys.getswitchinterval() == before
    assert window.window is None
    assert not pygame.display.get_init()


@pytest.mark.parametrize("driver", ["dummy", "no such driver", ""])
def test_without_a_screen_there_is_no_window(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], driver: str
) -> None:
    if driver:
        monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    else:  # a display that points to nothing
        monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        monkeypatch.setenv("DISPLAY", ":59999")
    problem = "can't open a window" if driver else r"can.t open a window: .*x11"
    with pytest.raises(NoScreenError, match=problem):
        open_display()
    assert not pygame.display.get_init()
    assert os.environ.get("SDL_VIDEODRIVER", "") == driver
    assert capfd.readouterr() == ("", "")


class Mouse:
    """A painted frame, and a mouse over it."""

    def __init__(self, **changes: Any) -> None:
        self.frame = frame_of(**changes)
        self.painter = Painter()
        self.surface = pygame.Surface((900, 600))
        self.painter.paint(self.surface, self.frame)
        self.pointer = Pointer(self.painter)
        self.session: Any = RecordingSession()

    def click(self, point: tuple[int, int]) -> list[tuple[Any, ...]]:
        """The calls that a click there makes."""
        self.session.calls.clear()
        self.pointer.press(point, self.session)
        self.pointer.release()
        return list(self.session.calls)

    def wheel(self, steps: int, point: tuple[int, int]) -> list[tuple[Any, ...]]:
        """The calls that the wheel makes there."""
        self.session.calls.clear()
        self.pointer.move(point, self.session)
        self.pointer.turn_wheel(steps, self.session)
        return list(self.session.calls)


def test_hints_and_switches_press_their_keys_a_click_on_the_board_pauses() -> None:
    mouse = Mouse()
    footer = mouse.painter.areas.footer
    buttons = [t.area for t in mouse.painter.targets if footer.contains(t.area)]
    keys = [each.key for each in (*mouse.frame.switches, *mouse.frame.keys) if each.key]
    assert [mouse.click(area.center) for area in buttons] == [[("press", key)] for key in keys]
    assert mouse.click(mouse.painter.areas.boards[0].center) == [("press", " ")]
    assert mouse.click(mouse.painter.areas.header.center) == []


def test_the_timeline_is_clicked_and_dragged() -> None:
    mouse = Mouse()
    area, pointer, session = mouse.painter.areas.timeline, mouse.pointer, mouse.session
    assert mouse.click((area.right - 1, area.centery)) == [("seek", 2)]
    session.calls.clear()
    pointer.press(area.midleft, session)
    pointer.move((area.centerx, 0), session)
    pointer.move((9999, 0), session)
    pointer.release()
    pointer.move(area.center, session)
    assert session.calls == [("seek", 0), ("seek", 1), ("seek", 2)]


def test_a_click_on_the_sign_of_a_bad_move_goes_there_and_the_worst_hides_others() -> None:
    mouse = Mouse(timeline=analysed_timeline())
    timeline, *signs = [
        target.area
        for target in mouse.painter.targets
        if mouse.painter.areas.timeline.contains(target.area)
    ]
    assert [mouse.click(sign.center) for sign in signs] == [[("seek", n)] for n in (4, 10, 16)]
    mouse = Mouse(timeline=replace(analysed_timeline(), span=4000))
    (sign,) = (t.area for t in mouse.painter.targets if timeline.contains(t.area) and not t.drag)
    assert mouse.click(sign.center) == [("seek", 4)]


def test_on_a_menu_rows_and_tabs_are_chosen_and_a_click_beside_it_closes_it() -> None:
    mouse = Mouse(sheet=MENU)
    box, *parts = (target.area for target in mouse.painter.targets[-6:])
    calls = [[("choose_tab", 0)], [("choose_tab", 1)], *([("choose_row", n)] for n in range(3))]
    assert [mouse.click(area.center) for area in parts] == calls
    assert mouse.click(box.move(0, 3).midtop) == []
    assert mouse.click((2, 2)) == [("press", "escape")]


@pytest.mark.parametrize(
    ("changes", "calls"),
    [
        ({}, [[("press", "<")], [("press", ">")]]),
        ({"sheet": MENU}, [[("press", "up")], [("press", "down")]]),
        ({"timeline": None}, [[], []]),
    ],
    ids=["board", "menu", "no timeline"],
)
def test_the_wheel_goes_back_and_forward(changes: dict[str, Any], calls: list[Any]) -> None:
    mouse = Mouse(**changes)
    middle = mouse.painter.areas.boards[0].center
    assert [mouse.wheel(steps, middle) for steps in (1, -1)] == calls


def test_the_wheel_scrolls_a_panel_as_far_as_it_goes() -> None:
    insight = replace(INSIGHT, panels=3 * INSIGHT.panels)
    mouse = Mouse(boards=(board_of(ROOM, insight=insight),))
    area, panel = mouse.painter.areas.insight, mouse.painter.panels[1]
    before = mouse.surface.copy()
    offsets = []
    for steps in (-1, -99, -1, 99):
        assert mouse.wheel(steps, area.center) == []
        offsets.append(panel.offset)
        mouse.painter.paint(mouse.surface, mouse.frame)
        same = mouse.surface.get_buffer().raw == before.get_buffer().raw
        assert same == (panel.offset == 0)
    assert 0 == offsets[3] < offsets[0] <= offsets[1] == offsets[2]


@pytest.mark.parametrize(
    ("key", "text", "name"),
    [
        *((pygame.K_LEFT, "", "left"), (pygame.K_HOME, "", "home")),
        *((pygame.K_PAGEUP, "", "page_up"), (pygame.K_PAGEDOWN, "", "page_down")),
        *((pygame.K_RETURN, "\r", "enter"), (pygame.K_KP_ENTER, "\r", "enter")),
        *((pygame.K_ESCAPE, "\x1b", "escape"), (pygame.K_TAB, "\t", "tab")),
        *((pygame.K_SPACE, " ", " "), (pygame.K_F11, "", "f11"), (pygame.K_a, "A", "a")),
        *((pygame.K_COMMA, "<", "<"), (pygame.K_KP_PLUS, "+", "+")),
        *((pygame.K_LSHIFT, "", ""), (pygame.K_PRINTSCREEN, "", "")),
    ],
)
def test_a_key_has_the_name_that_a_session_knows_unless_it_is_a_shortcut_of_the_system(
    key: int, text: str, name: str
) -> None:
    pygame.display.init()
    assert name_of(pygame.Event(pygame.KEYDOWN, key=key, unicode=text, mod=0)) == name
    assert name in KEYS or name in ("", "tab", "a", "page_up", "page_down")
    for held in (pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA):
        assert name_of(pygame.Event(pygame.KEYDOWN, key=key, unicode=text, mod=held)) == ""
