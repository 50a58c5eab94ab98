"""A person in front of the window: what keys and mouse do to the games that are shown."""

from collections.abc import Callable

from pacgrid.action import Action
from pacgrid.render.window.chooser import Chooser
from pacgrid.render.window.desk import Desk
from pacgrid.render.window.help import Help
from pacgrid.render.window.sdl import pygame
from pacgrid.session.commands import KEYS, LAST_STEERING, OVERLAY_KEYS, Command, obey
from pacgrid.session.game_source import GameSource
from pacgrid.session.keyboard import STEERING
from pacgrid.session.next_action import NextAction
from pacgrid.session.player import Player
from pacgrid.session.themes import other_colours, other_ground

_NAMES = {
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_ESCAPE: "escape",
    pygame.K_SPACE: " ",
}
_STEPS = (
    Command.ROUND_BACK,
    Command.ROUND_ON,
    Command.PLY_BACK,
    Command.PLY_ON,
    Command.SLOWER,
    Command.FASTER,
)
"""What goes on as long as the key is held down; all else happens once."""
_MODIFIERS = {
    pygame.K_LSHIFT,
    pygame.K_RSHIFT,
    pygame.K_LCTRL,
    pygame.K_RCTRL,
    pygame.K_LALT,
    pygame.K_RALT,
    pygame.K_LMETA,
    pygame.K_RMETA,
    pygame.K_MODE,
    pygame.K_CAPSLOCK,
    pygame.K_NUMLOCKCLEAR,
}
"""What is held down for the sake of another key: that one counts."""
Place = tuple[int, int]


class Spectator:
    """Hears the events of a window, and paints what comes of it.

    Args:
        full_screen: switches between a window and the whole screen.
    """

    def __init__(self, player: Player, desk: Desk, full_screen: Callable[[], None]) -> None:
        self.player = player
        self.desk = desk
        self.chooser: Chooser | None = None
        self.help: Help | None = None
        self._full_screen = full_screen
        self._scrubbing = False
        self._goes_on = False  # when what covers the board is gone
        self._held: set[int] = set()
        self._ended: GameSource | None = None  # the person's game, when its end has been shown
        self._still_steering = 0.0  # seconds

    @property
    def covered(self) -> bool:
        """Whether something lies over the board, so that time stands still."""
        return self.help is not None or self.chooser is not None

    def advance(self, seconds: float) -> None:
        """Let time go by."""
        if self.covered:
            return
        player, person = self.player, self.player.person
        player.advance(seconds)
        self._still_steering = max(self._still_steering - seconds, 0)
        if person is not self._ended and person and player.has_ended(player.shows.index(person)):
            self._ended, self._still_steering = person, LAST_STEERING

    def paint(self, surface: pygame.Surface) -> None:
        """Paint everything."""
        self.desk.paint(surface, self.player)
        assert self.desk.places is not None
        unit = self.desk.places.unit
        if self.chooser:
            self.chooser.paint(surface, self.desk.theme, unit)
        if self.help:
            self.help.paint(surface, self.desk.theme, unit)

    def hear(self, event: pygame.Event, scale: float = 1) -> NextAction | None:
        """React to what happened; a wish if that ends the games.

        Args:
            scale: pixels of the surface for a step of the mouse.
        """
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                return NextAction.QUIT
            case pygame.KEYDOWN if event.key not in _MODIFIERS:
                held = event.key in self._held
                self._held.add(event.key)
                return self._press(event, held=held)
            case pygame.KEYUP:
                self._held.discard(event.key)
            case pygame.WINDOWFOCUSLOST:
                self._held.clear()
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                return self._click(_scaled(event.pos, scale))
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                self._scrubbing = False
            case pygame.MOUSEMOTION if self._scrubbing:
                self._scrub(_scaled(event.pos, scale))
            case pygame.MOUSEWHEEL if not self.covered:
                (self.player.round_back if event.y > 0 else self.player.round_on)()
        return None

    def _press(self, event: pygame.Event, *, held: bool) -> NextAction | None:
        if getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return None
        key = name_of(event)
        if self.help or self.chooser:
            if not held or self.chooser:
                self._press_on_cover(key)
            return None
        steered = STEERING.get(pygame.key.name(event.key))
        if steered is not None and self._steers:
            self._steer(steered)
            return None
        if steered is not None and self._still_steering:
            self._still_steering = LAST_STEERING
            return None
        if held and KEYS.get(key) not in _STEPS:
            return None
        return self._do(key)

    @property
    def _steers(self) -> bool:
        """Whether a person plays, and hasn't seen the end of their game."""
        person = self.player.person
        return person is not None and person is not self._ended

    def _steer(self, action: Action) -> None:
        """Who has looked back goes on from where the game is: the key only leads there."""
        player, person = self.player, self.player.person
        if player.paused and player.after < player.last:
            player.go_to(player.last)
        elif person and person.person:
            person.person.steer(action)
            if not player.begun:
                player.toggle_pause()

    def _do(self, key: str) -> NextAction | None:
        """What a key means, or a button with that key's name."""
        if overlay := OVERLAY_KEYS.get(key):
            self.player.toggle(overlay)
            return None
        match command := KEYS.get(key):
            case Command.QUIT:
                return NextAction.QUIT
            case Command.AGAIN:
                return NextAction.PLAY_AGAIN
            case Command.NEXT:
                return NextAction.NEXT_GAME if self.player.over else None
            case Command.HELP:
                self._cover()
                self.help = Help(steering=self._steers)
            case Command.TAKE_OVER:
                self._cover()
                self.chooser = Chooser(self.player)
            case Command.COLOURS:
                self.desk.theme = other_colours(self.desk.theme)
            case Command.GROUND:
                self.desk.theme = other_ground(self.desk.theme)
            case Command.FULL_SCREEN:
                self._full_screen()
            case Command():
                obey(self.player, command)
        return None

    def _click(self, place: Place) -> NextAction | None:
        if self.help:
            self._press_on_cover("click")
        elif self.chooser:
            if not self.chooser.click(place):
                self._uncover()
        elif key := self.desk.buttons.key_at(place):
            return self._do(key)
        elif self.desk.timeline.area.collidepoint(place):
            self._scrubbing = True
            self._scrub(place)
        elif self.desk.places and any(
            board.collidepoint(place) for board in self.desk.places.boards
        ):
            self.player.toggle_pause()
        return None

    def _scrub(self, place: Place) -> None:
        self.player.go_to(self.desk.timeline.ply_at(place[0]))

    def _press_on_cover(self, key: str) -> None:
        cover = self.help or self.chooser
        if cover and not cover.press(key):
            self._uncover()

    def _cover(self) -> None:
        """Stand still until what lies over the board is gone."""
        player = self.player
        self._goes_on = not player.paused and not player.over
        if self._goes_on:
            player.go_to(player.after if player.fraction >= 1 else player.before)

    def _uncover(self) -> None:
        taken = self.chooser is not None and self.chooser.taken
        self.chooser = self.help = None
        if self._goes_on and not taken:
            self.player.toggle_pause()


def name_of(event: pygame.Event) -> str:
    """What `controls.KEYS` calls the key."""
    if event.key in _NAMES:
        return _NAMES[event.key]
    if event.unicode and event.unicode.isprintable():
        letter: str = event.unicode.lower()
        return letter
    return pygame.key.name(event.key)


def _scaled(place: Place, scale: float) -> Place:
    return round(place[0] * scale), round(place[1] * scale)
