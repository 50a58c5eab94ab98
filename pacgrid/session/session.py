"""A session: somebody watches or plays games. It hears keys, clicks and time, and yields frames.

Everything is decided here, and nothing is drawn: see `frame` for what renderers get.
"""

from collections.abc import Sequence

from pacgrid.action import Action
from pacgrid.session.commands import (
    HELP,
    KEYS,
    OVERLAY_KEYS,
    PLAYER_HELP,
    REPEATED,
    REPLACED,
    STEP_FACTOR,
    Command,
)
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Frame
from pacgrid.session.frame_builder import LONG_THOUGHT, FrameBuilder
from pacgrid.session.game_source import GameSource
from pacgrid.session.help_sheet import HelpSheet, OpenSheet
from pacgrid.session.keyboard import STEERING
from pacgrid.session.next_action import NextAction
from pacgrid.session.playback import PATIENCE, Playback
from pacgrid.session.settings import Settings
from pacgrid.session.start_menu import StartMenu
from pacgrid.session.takeover_menu import TakeoverMenu
from pacgrid.session.themes import other_colours, other_ground

COUNTDOWN = 2.25
"""Seconds from the first key of a person who plays to the first move."""
ENDING_SECONDS = 1.3
"""After a game ends, Pac-Man vanishes and points rise for this long."""


class Session:
    """Games that somebody watches or plays, one or several side by side.

    While a person plays, the arrows steer, and once that game is over they rest. In a paused game
    each arrow makes one move, and everybody waits. An arrow pressed at an earlier position returns
    to the newest one.

    Args:
        real_time: whether the first arrow of a person who plays starts the clock; else the game
            stays paused, and each arrow makes one move.
        has_next: whether another game follows this one.
        linger: seconds that the end is shown; None waits for a key.
        patience: seconds that a frame waits for an agent's move; None: as long as it takes.
        start_menu: a menu to choose the game from; `games` is what it has chosen at first.
    """

    def __init__(
        self,
        *games: GameSource,
        settings: Settings | None = None,
        real_time: bool = True,
        has_next: bool = False,
        linger: float | None = None,
        patience: float | None = PATIENCE,
        start_menu: StartMenu | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.real_time = real_time
        self.has_next = has_next
        self.next_action: NextAction | None = None
        """What comes next, once the session is over."""
        self.playback = Playback(games, self.settings, patience=patience)
        self.open_sheet: OpenSheet | None = start_menu
        self.countdown = 0.0
        """Seconds until the game starts; 0 if it doesn't count down."""
        self.notice = ""
        """Why the last key did nothing."""
        self.sounds: list[EventKind] = []
        """What to play with the next frame."""
        self._linger = linger
        self._resume_after_sheet = False
        self._frames = FrameBuilder(self)

    @property
    def games(self) -> Sequence[GameSource]:
        """The games as they are now: taking over replaces them."""
        return self.playback.games

    @property
    def steering(self) -> bool:
        """Whether a person plays, and the end of their game hasn't been shown."""
        person = self.playback.person
        return person is not None and not self.playback.has_ended(self._number(person))

    @property
    def looking_back(self) -> bool:
        """Whether a person who plays looks at an earlier position than the newest."""
        return self.steering and self.playback.still and self.playback.after < self._newest

    @property
    def busy(self) -> bool:
        """Whether a move that a person made is still being played: keys typed ahead should wait."""
        playback = self.playback
        waits = self.steering and playback.paused and not playback.still and not self.open_sheet
        return waits and playback.fraction >= 1 and playback.waited <= LONG_THOUGHT

    def frame(self) -> Frame:
        """What can be seen now."""
        frame = self._frames.frame()
        self.sounds = []
        return frame

    def close(self) -> None:
        """End the games. An agent that doesn't return soon is left behind."""
        self.playback.stop()

    # Time.

    def advance(self, seconds: float) -> None:
        """Let `seconds` go by. Nothing moves below a sheet."""
        if self.open_sheet:
            return
        if self.countdown:
            self.countdown = max(self.countdown - seconds, 0)
            if not self.countdown:
                self.playback.resume()
            return
        self.playback.advance(seconds)
        sounds = self._frames.hear_effects()
        self.sounds += sounds if self.settings.sound else ()
        if self.steering and self.playback.still and self._others_move_next():
            self.playback.round_forward()
        if self._linger is not None and min(self.playback.since_end) > self._linger:
            self.next_action = self.next_action or NextAction.NEXT_GAME

    # Keys and clicks.

    def press(self, key: str, *, repeated: bool = False) -> None:
        """Hear a key; `repeated` if it is held down and this is not the first time."""
        self.notice = ""
        if self.open_sheet:
            self.open_sheet.press(key)
            self._after_sheet()
        elif self.playback.person and self._press_to_steer(key, repeated=repeated):
            return
        elif overlay := OVERLAY_KEYS.get(key):
            if not repeated:
                self.settings.overlays ^= {overlay}
        elif (command := KEYS.get(key)) and (not repeated or command in REPEATED):
            self._obey(command)

    def seek(self, ply: int) -> None:
        """Show that ply, or the nearest one there is."""
        if not self.open_sheet and not self.countdown:
            self.playback.seek(ply)

    def choose_row(self, row: int) -> None:
        """A row of the open sheet was clicked."""
        if self.open_sheet:
            self.open_sheet.choose_row(row)
            self._after_sheet()

    def choose_tab(self, tab: int) -> None:
        """A tab of the open sheet was clicked."""
        if self.open_sheet:
            self.open_sheet.choose_tab(tab)

    def page_sheet(self, rows: int) -> None:
        """A renderer has room for this many rows of the open sheet."""
        if isinstance(self.open_sheet, HelpSheet):
            self.open_sheet.visible_rows = rows

    # A person who plays.

    def _press_to_steer(self, key: str, *, repeated: bool) -> bool:
        """Whether `key` means something else to a person who plays than to one who watches."""
        if not self.steering:
            return key in STEERING  # the key may be held since before the game ended
        if key in STEERING:
            self._steer(STEERING[key], repeated=repeated)
            return True
        behind = self.playback.after < self._newest
        if key == "." and not behind:
            started = self.playback.begun or not self.real_time
            if self.playback.paused and started and not repeated:
                self._move(Action.STOP)
            return True
        return KEYS.get(key) is Command.ROUND_ON and not behind  # agents wait for the person

    def _steer(self, action: Action, *, repeated: bool) -> None:
        playback = self.playback
        person = playback.person
        assert person
        assert person.person
        if self.looking_back:
            if not repeated:
                playback.seek(self._newest)
        elif self.countdown or not playback.paused:
            person.person.steer(action)
        elif not playback.begun and self.real_time:
            person.person.steer(action)
            self.countdown = COUNTDOWN
        elif not repeated or playback.still:
            self._move(action)

    def _move(self, action: Action) -> None:
        """Make one move of a paused game, if it is legal."""
        playback = self.playback
        person = playback.person
        assert person
        assert person.person
        if not playback.still:
            if playback.fraction >= 1:
                return  # the move before isn't made yet
            playback.seek(playback.after)
        if action in _legal_in_round(person):
            person.person.steer(action)
            playback.round_forward()

    def _others_move_next(self) -> bool:
        """Whether the newest position is shown, and the round goes on without the person."""
        person = self.playback.person
        if person is None or person.over or self.playback.after < self._newest:
            return False
        to_move = person.states[-1].to_move
        return to_move != 0 and person.players[to_move] is not person.person

    @property
    def _newest(self) -> int:
        """The last ply of the game in which a person plays."""
        person = self.playback.person
        return len(person.states) - 1 if person else self.playback.last

    def _number(self, game: GameSource) -> int:
        return next(n for n, each in enumerate(self.games) if each is game)

    # Commands.

    def _obey(self, command: Command) -> None:
        playback, settings = self.playback, self.settings
        match command:
            case Command.PAUSE:
                self._pause_or_resume()
            case Command.ROUND_BACK:
                playback.round_back()
            case Command.ROUND_ON:
                playback.round_forward()
            case Command.PLY_BACK:
                playback.ply_back()
            case Command.PLY_ON:
                playback.ply_forward()
            case Command.START:
                playback.seek(0)
            case Command.END:
                playback.seek(self._newest if self.steering else playback.last)
            case Command.SLOWER:
                settings.change_speed(1 / STEP_FACTOR)
            case Command.FASTER:
                settings.change_speed(STEP_FACTOR)
            case Command.TAKE_OVER:
                self._open_takeover_menu()
            case Command.HELP:
                own = self.steering
                rows = [row for row in HELP if not (own and row[0] in REPLACED)]
                self._open(HelpSheet((*(PLAYER_HELP if own else ()), *rows)))
            case Command.COLOURS:
                settings.theme = other_colours(settings.theme)
            case Command.GROUND:
                settings.theme = other_ground(settings.theme)
            case Command.FULL_SCREEN:
                settings.full_screen = not settings.full_screen
            case Command.SOUND:
                settings.sound = not settings.sound
            case Command.AGAIN:
                self.next_action = NextAction.PLAY_AGAIN
            case Command.NEXT:
                if playback.over:
                    self.next_action = NextAction.NEXT_GAME
            case Command.QUIT:
                self.next_action = NextAction.QUIT

    def _pause_or_resume(self) -> None:
        playback = self.playback
        if self.countdown:
            self.countdown = 0
        elif not playback.paused:
            playback.pause()
        elif self.steering:
            playback.seek(self._newest)
            if playback.begun or not self.real_time:
                playback.resume()
            else:
                self.countdown = COUNTDOWN
        else:
            playback.resume()

    def _open_takeover_menu(self) -> None:
        playback = self.playback
        ply = playback.settled
        if all(game.states[min(ply, len(game.states) - 1)].is_terminal for game in self.games):
            self.notice = "the game is over here; step back with < to take over"
            return
        self._open(TakeoverMenu(playback))

    def _open(self, sheet: OpenSheet) -> None:
        """Stand still until the sheet is closed."""
        playback = self.playback
        self._resume_after_sheet = not playback.paused and not playback.over
        if self._resume_after_sheet:
            playback.seek(playback.settled)
        self.open_sheet = sheet

    def _after_sheet(self) -> None:
        sheet = self.open_sheet
        if isinstance(sheet, StartMenu):
            self._show_choice(sheet)
        if sheet is None or sheet.is_open:
            return
        self.open_sheet = None
        if isinstance(sheet, TakeoverMenu) and sheet.branch:
            self.playback.replace(*sheet.branch)
            self._frames = FrameBuilder(self)
        elif self._resume_after_sheet:
            self.playback.resume()

    def _show_choice(self, menu: StartMenu) -> None:
        """Put the game chosen in the menu on the board."""
        if menu.cancelled:
            self.next_action = NextAction.QUIT
        if menu.game is not self.games[0]:
            self.playback.replace(0, menu.game)
            self._frames = FrameBuilder(self)


def _legal_in_round(game: GameSource) -> tuple[Action, ...]:
    """The actions that a person can choose in this round. A ghost's don't depend on the others."""
    state = game.states[-1]
    agent = next(n for n, player in enumerate(game.players) if player is game.person)
    while state.to_move != agent and not state.is_terminal:
        state = state.successor(state.legal_actions()[-1])
    # A ghost may be caught before its turn; then any action will do.
    return tuple(Action) if state.is_terminal else state.legal_actions()
