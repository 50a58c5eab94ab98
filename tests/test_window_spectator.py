"""What keys and mouse do in the window."""

from collections.abc import Iterator

import pytest

from helpers.shows import CORRIDOR
from pacgrid import Action, Layout
from pacgrid.agent_loader import load_agent
from pacgrid.render.window.desk import Desk
from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.spectator import Spectator, name_of
from pacgrid.session.commands import KEYS, Command
from pacgrid.session.game_source import LiveGame, ReplayedGame
from pacgrid.session.keyboard import Keyboard
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import Player
from pacgrid.session.themes import COLOUR_BLIND, LIGHT

SIZE = (1000, 400)


class Person:
    """Somebody with keys and a mouse, in front of one game."""

    def __init__(self, *shows: ReplayedGame | LiveGame) -> None:
        self.player = Player(*shows, patience=None)
        self.desk = Desk()
        self.full = False
        self.spectator = Spectator(self.player, self.desk, self._switch)
        self.surface = pygame.Surface(SIZE)
        self.look()

    def look(self) -> None:
        self.spectator.paint(self.surface)

    def press(self, key: int, text: str = "", mod: int = 0) -> NextAction | None:
        wish = self._hear(pygame.KEYDOWN, key=key, unicode=text, mod=mod)
        self._hear(pygame.KEYUP, key=key)
        self.spectator.advance(0.5)
        self.look()
        return wish

    def type(self, letters: str) -> NextAction | None:
        return [self.press(ord(letter), letter) for letter in letters][-1]

    def click(self, place: tuple[int, int]) -> None:
        self._hear(pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_LEFT, pos=place)
        self._hear(pygame.MOUSEBUTTONUP, button=pygame.BUTTON_LEFT, pos=place)
        self.look()

    def drag(self, *places: tuple[int, int]) -> None:
        self._hear(pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_LEFT, pos=places[0])
        for place in places[1:]:
            self._hear(pygame.MOUSEMOTION, pos=place)

    def wheel(self, steps: int) -> None:
        self._hear(pygame.MOUSEWHEEL, y=steps)
        self.spectator.advance(0.5)

    def _hear(self, kind: int, **told: object) -> NextAction | None:
        return self.spectator.hear(pygame.Event(kind, **told))

    def _switch(self) -> None:
        self.full = not self.full


@pytest.fixture(scope="module")
def replay() -> ReplayedGame:
    show = LiveGame(Layout.load("training"), [load_agent("reflex"), load_agent("random_ghost")])
    for _ in range(20):
        show.next_ply()
    return ReplayedGame(show.record)


@pytest.fixture
def person(replay: ReplayedGame) -> Iterator[Person]:
    person = Person(replay)
    person.player.go_to(10)
    yield person
    person.player.leave()


def middle_of_board(person: Person) -> tuple[int, int]:
    assert person.desk.places
    return person.desk.places.boards[0].center


def test_keys_go_back_and_forward(person: Person) -> None:
    for key, text, ply in (
        (pygame.K_LEFT, "", 8),
        (pygame.K_RIGHT, "", 12),
        (pygame.K_COMMA, ",", 9),
        (pygame.K_PERIOD, ".", 11),
        (pygame.K_COMMA, "<", 8),
        (pygame.K_PERIOD, ">", 12),
        (pygame.K_HOME, "", 0),
        (pygame.K_END, "", 20),
    ):
        person.player.go_to(10)
        person.press(key, text)
        assert (person.player.after, person.player.paused) == (ply, True)


def test_a_key_that_is_held_steps_on_and_switches_only_once(person: Person) -> None:
    for _ in range(3):
        person._hear(pygame.KEYDOWN, key=pygame.K_LEFT, unicode="", mod=0)
        person._hear(pygame.KEYDOWN, key=pygame.K_1, unicode="1", mod=0)
    assert person.player.after == 4
    assert person.player.overlays == {Overlay.VALUES}


def test_digits_switch_overlays_and_so_do_the_buttons(person: Person) -> None:
    person.type("136")
    assert person.player.overlays == {Overlay.VALUES, Overlay.EXPANDED, Overlay.FEATURES}
    place, key = person.desk.buttons._places[0]
    person.click(place.center)
    assert key == "1"
    assert person.player.overlays == {Overlay.EXPANDED, Overlay.FEATURES}


def test_colours_and_full_screen(person: Person) -> None:
    person.type("l")
    assert person.desk.theme is LIGHT
    person.type("lc")
    assert person.desk.theme is COLOUR_BLIND
    person.type("f")
    assert person.full
    person.press(pygame.K_F11)
    assert not person.full


def test_space_and_a_click_on_the_board_pause_and_go_on(person: Person) -> None:
    person.press(pygame.K_SPACE, " ")
    assert not person.player.paused
    person.click(middle_of_board(person))
    assert person.player.paused
    person.click(middle_of_board(person))
    assert not person.player.paused


def test_at_the_end_space_starts_anew(person: Person) -> None:
    person.player.go_to(18)
    person.player.toggle_pause()
    person.spectator.advance(5)
    assert person.player.over
    person._hear(pygame.KEYDOWN, key=pygame.K_SPACE, unicode=" ", mod=0)
    assert (person.player.after, person.player.paused) == (0, False)


def test_a_click_on_the_time_line_jumps_and_dragging_scrubs(person: Person) -> None:
    line = person.desk.timeline.area
    person.click((line.right - 1, line.centery))
    assert person.player.after == 20
    person.drag((line.centerx, line.centery), (line.left, 3), (line.left + 16 + 97, 3))
    assert person.player.after == 2
    person._hear(pygame.MOUSEBUTTONUP, button=pygame.BUTTON_LEFT, pos=(0, 0))
    person._hear(pygame.MOUSEMOTION, pos=(900, 3))
    assert person.player.after == 2


def test_the_wheel_steps_rounds(person: Person) -> None:
    person.wheel(1)
    assert person.player.after == 8
    person.wheel(-1)
    person.wheel(-1)
    assert person.player.after == 12


def test_time_stands_still_below_the_help_and_any_key_closes_it(person: Person) -> None:
    person.player.toggle_pause()
    person.press(pygame.K_SLASH, "?")
    assert person.spectator.covered
    ply = person.player.after
    person.spectator.advance(3)
    assert person.player.after == ply
    assert person.press(pygame.K_q, "q") is None
    assert not person.spectator.covered
    assert not person.player.paused


def test_taking_over_goes_on_from_there(person: Person) -> None:
    person.type("te")
    assert person.spectator.chooser
    assert person.spectator.chooser.name == "expectimax"
    person.press(pygame.K_RETURN)
    assert not person.spectator.covered
    (show,) = person.player.shows
    assert show.agents == ("expectimax", "random_ghost")
    assert show.taken_over == 10
    assert not person.player.paused
    person.press(pygame.K_SPACE, " ")
    assert len(show.states) > 11


def test_a_person_who_takes_over_starts_with_an_arrow(person: Person) -> None:
    person.type("t")
    person.press(pygame.K_RETURN)
    assert not person.player.begun
    person.press(pygame.K_DOWN)
    (show,) = person.player.shows
    assert person.player.begun
    assert len(show.states) > 11


def test_escape_leaves_the_menu_and_the_game_goes_on(person: Person) -> None:
    person.player.toggle_pause()
    person.type("t")
    assert person.press(pygame.K_ESCAPE, "\x1b") is None
    assert not person.player.paused
    assert person.player.shows[0].agents == ("reflex", "random_ghost")


def test_keys_with_control_are_somebody_elses(person: Person) -> None:
    assert person.press(pygame.K_q, "\x11", pygame.KMOD_LCTRL) is None
    assert person.press(pygame.K_q, "q") is NextAction.QUIT


def test_wishes(person: Person) -> None:
    assert person.type("r") is NextAction.PLAY_AGAIN
    assert person.press(pygame.K_RETURN) is None
    person.press(pygame.K_END)
    assert person.press(pygame.K_KP_ENTER, "\r") is NextAction.NEXT_GAME


def test_where_a_person_plays_letters_steer_and_others_do_not() -> None:
    show = LiveGame(CORRIDOR, [Keyboard()])
    person = Person(show)
    person.type("1")
    assert not person.player.begun
    person.type("d")
    assert show.moves[0].action is Action.EAST
    person.player.leave()


def test_who_has_looked_back_comes_back_by_an_arrow_and_then_steers() -> None:
    show = LiveGame(Layout.parse("%%%%%%%%%%%%\n%P.........%\n%%%%%%%%%%%%"), [Keyboard()])
    person = Person(show)
    person.press(pygame.K_RIGHT)
    person.press(pygame.K_HOME)
    assert person.player.after == 0
    person.press(pygame.K_LEFT)
    assert person.player.after == person.player.last
    person.press(pygame.K_LEFT)
    person.press(pygame.K_SPACE, " ")
    assert show.moves[-1].action is Action.WEST
    person.player.leave()


def test_when_a_persons_game_is_over_the_arrows_step_through_it() -> None:
    show = LiveGame(CORRIDOR, [Keyboard()])
    person = Person(show)
    person.press(pygame.K_RIGHT)
    person.spectator.advance(5)
    assert person.player.over
    person.spectator.advance(1)
    person.press(pygame.K_LEFT)
    person.press(pygame.K_LEFT)
    assert person.player.after == 2
    person.player.leave()


def test_names_of_keys_are_those_of_the_controls() -> None:
    keys = {
        " ": pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, unicode=" "),
        "p": pygame.Event(pygame.KEYDOWN, key=pygame.K_p, unicode="P"),
        "left": pygame.Event(pygame.KEYDOWN, key=pygame.K_LEFT, unicode=""),
        "end": pygame.Event(pygame.KEYDOWN, key=pygame.K_END, unicode=""),
        "escape": pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, unicode="\x1b"),
        "enter": pygame.Event(pygame.KEYDOWN, key=pygame.K_KP_ENTER, unicode="\r"),
        "f11": pygame.Event(pygame.KEYDOWN, key=pygame.K_F11, unicode=""),
        "+": pygame.Event(pygame.KEYDOWN, key=pygame.K_KP_PLUS, unicode="+"),
        "?": pygame.Event(pygame.KEYDOWN, key=pygame.K_SLASH, unicode="?"),
    }
    assert {name: name_of(event) for name, event in keys.items()} == {name: name for name in keys}
    assert set(keys) <= set(KEYS)


def test_every_command_can_be_given(person: Person) -> None:
    for command in set(KEYS.values()) - {Command.TAKE_OVER, Command.HELP}:
        person.spectator._do(next(key for key, wanted in KEYS.items() if wanted is command))
        person.look()


def test_who_still_steers_when_caught_sees_that_they_were() -> None:
    show = LiveGame(
        Layout.parse("%%%%%%%\n%P...G%\n%%%%%%%"), [Keyboard(), load_agent("directional_ghost")]
    )
    person = Person(show)
    person.press(pygame.K_RIGHT)
    while not show.over:
        person.spectator.advance(0.05)
    while not person.player.over:
        person.press(pygame.K_LEFT)
    for _ in range(3):
        person.press(pygame.K_LEFT)
        assert person.player.over
    person.spectator.advance(1)
    person.press(pygame.K_LEFT)
    assert person.player.after < person.player.last
    person.player.leave()


def test_the_shift_of_a_question_mark_doesnt_close_the_help_that_it_would_open_again(
    person: Person,
) -> None:
    person.press(pygame.K_SLASH, "?")
    person.press(pygame.K_LSHIFT)
    assert person.spectator.help
    person.press(pygame.K_SLASH, "?", pygame.KMOD_SHIFT)
    assert not person.spectator.help
