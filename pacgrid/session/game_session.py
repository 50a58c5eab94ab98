"""A session in which a person watches or plays Pac-Man.

Everything is decided here and nothing is drawn: see `frame` for what renderers get.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.records.record import Record
from pacgrid.session.call_thread import CallThread
from pacgrid.session.commands import (
    JUMPS,
    KEYS,
    MISTAKES,
    OVERLAY_KEYS,
    REPEATED,
    STEPS,
    Command,
    help_rows,
)
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Frame
from pacgrid.session.frame_builder import THINKING_DELAY, FrameBuilder
from pacgrid.session.game_source import GameSource
from pacgrid.session.help_sheet import HelpSheet, OpenSheet
from pacgrid.session.keyboard import STEERING, Keyboard
from pacgrid.session.next_action import NextAction
from pacgrid.session.overlays import overlays_for
from pacgrid.session.playback import FRAME_WAIT, Playback
from pacgrid.session.settings import Settings
from pacgrid.session.start_menu import StartMenu
from pacgrid.session.takeover_menu import TakeoverMenu

COUNTDOWN = 2.25
"""Seconds from the first key of a person who plays to the first move."""
_REPEATED_ON_SHEETS = frozenset({"up", "down", "left", "right", "page_up", "page_down"})


class GameSession:
    """A game that a person watches or plays, or several side by side.

    While a person plays, the arrows steer. In a paused game each arrow makes one move. After
    stepping back, an arrow returns to the newest position. Once the person's game has ended, arrows
    do nothing: they may still be held down.

    Args:
        real_time: whether the first arrow of a person who plays starts the clock; else the game
            stays paused, and each arrow makes one move.
        enter_effect: what Enter does at the end: `next game`, `menu` or `close`.
        linger: how many seconds the end is shown; None: until a key is pressed.
        patience: how many seconds a frame waits for an agent's move; None: forever.
        start_menu: a menu to choose another game from.
        analyse: finds out what the moves of a game cost once it is over, in a thread of its own.
    """

    def __init__(
        self,
        *games: GameSource,
        settings: Settings | None = None,
        real_time: bool = True,
        enter_effect: str = "close",
        linger: float | None = None,
        patience: float | None = FRAME_WAIT,
        start_menu: StartMenu | None = None,
        analyse: Callable[[Record], GameAnalysis] | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.real_time = real_time
        self.enter_effect = enter_effect
        self.next_action: NextAction | None = None
        """What follows the session; None until it is over."""
        self.playback = Playback(games, self.settings, patience=patience)
        self.open_sheet: OpenSheet | None = start_menu
        self.countdown = 0.0
        """Seconds until the game starts; 0 without a countdown."""
        self.started = False
        """Whether a person who plays has started the clock or made a move."""
        self.notice = ""
        """Why the last key did nothing."""
        self.line_rounds = 0
        """How many rounds of the line that was better are shown; 0: the game itself."""
        self._sounds: list[EventKind] = []
        self._linger = linger
        self._analyse = analyse
        self._analyses: dict[GameSource, Future[GameAnalysis]] = {}
        self._own_game_ended = False
        self._frames = FrameBuilder(self)

    @property
    def games(self) -> Sequence[GameSource]:
        """The games; taking over replaces one."""
        return self.playback.games

    @property
    def analysed(self) -> bool:
        """Whether it is known what the moves of a game cost."""
        return any(game.analysis for game in self.games)

    @property
    def keyboard(self) -> Keyboard | None:
        """The agent that a person steers, if there is one."""
        game = self.playback.own_game
        return game.keyboard if game else None

    @property
    def person_plays(self) -> bool:
        return self.keyboard is not None

    @property
    def steering(self) -> bool:
        """Whether a person plays and hasn't reached the end of their game."""
        return self.keyboard is not None and not self._own_game_ended

    @property
    def looking_back(self) -> bool:
        """Whether a person who plays has stepped back to an earlier position."""
        return self.steering and self.playback.idle and self.playback.after < self._newest

    @property
    def waits_for_start(self) -> bool:
        """Whether the game waits for a person to start the clock."""
        return self.steering and self.real_time and not self.started

    @property
    def busy(self) -> bool:
        """Whether a move that a person made is still being played: keys typed ahead should wait."""
        playback = self.playback
        waits = self.steering and playback.paused and not playback.idle and not self.open_sheet
        return waits and playback.fraction >= 1 and playback.waited <= THINKING_DELAY

    def frame(self) -> Frame:
        """What to show now."""
        sounds, self._sounds = tuple(self._sounds), []
        return self._frames.frame(sounds if self.settings.sound else ())

    def close(self) -> None:
        """End the games. Agents and analyses that don't return soon are left behind."""
        self.playback.stop()

    @property
    def analysing(self) -> bool:
        """Whether it is being found out what the moves of a game cost."""
        analyses = (self._analyses.get(game) for game in self.games)
        return any(analysis and not analysis.done() for analysis in analyses)

    # Time.

    def advance(self, seconds: float) -> None:
        """Let time pass. Nothing moves while a sheet is open."""
        playback = self.playback
        if self.open_sheet:
            return
        if self.countdown:
            self.countdown = max(self.countdown - seconds, 0)
            if not self.countdown:
                playback.resume()
            return
        playback.advance(seconds)
        self._analyse_games()
        self._sounds += self._frames.update_effects()
        if self.steering and playback.shows_end(self._own_number):
            self._own_game_ended = True
        if self.steering and playback.idle and not self.waits_for_start and self._others_move_next:
            playback.round_forward()
        if self._linger is not None and min(playback.since_end) > self._linger:
            self.next_action = self.next_action or NextAction.NEXT_GAME

    def _analyse_games(self) -> None:
        """Begin to analyse games that are over, and take over what is known by now."""
        for game in self.games if self._analyse else ():
            assert self._analyse
            if game not in self._analyses and game.over and not game.analysis and game.moves:
                thread = CallThread()
                self._analyses[game] = thread.submit(partial(self._analyse, game.record))
                thread.stop()
            analysis = self._analyses.get(game)
            if analysis and analysis.done() and not analysis.exception():
                game.analysis = analysis.result()

    # Keys and clicks.

    def press(self, key: str, *, repeated: bool = False) -> None:
        """Handle a key; `repeated` if it is auto-repeat of a key held down."""
        self.notice = ""
        if self.open_sheet:
            if not repeated or key in _REPEATED_ON_SHEETS:
                self.open_sheet.press(key)
                self._after_sheet()
        elif self.keyboard and self._press_to_steer(key, repeated=repeated):
            return
        elif overlay := OVERLAY_KEYS.get(key):
            if not repeated and overlay in overlays_for(analysed=self.analysed):
                self.settings.overlays ^= {overlay}
        elif (command := KEYS.get(key)) and (not repeated or command in REPEATED):
            self._run(command)

    def seek(self, ply: int) -> None:
        """Show that ply, or the nearest one that was played."""
        if not self.open_sheet:
            self.countdown = self.line_rounds = 0
            self.playback.seek(min(ply, self._newest))

    def choose_row(self, row: int) -> None:
        """A row of the open sheet was clicked. It may be gone by now."""
        if self.open_sheet and row < len(self.open_sheet.sheet().rows):
            self.open_sheet.choose_row(row)
            self._after_sheet()

    def choose_tab(self, tab: int) -> None:
        """A tab of the open sheet was clicked. It may be gone by now."""
        if self.open_sheet and tab < len(self.open_sheet.sheet().tabs):
            self.open_sheet.choose_tab(tab)

    def page_sheet(self, rows: int) -> None:
        """Scroll the help by pages of this many rows: so many fit on the screen."""
        if isinstance(self.open_sheet, HelpSheet):
            self.open_sheet.visible_rows = rows

    def choose_target(self, number: int) -> None:
        """There are no targets on these boards."""

    # A person who plays.

    def _press_to_steer(self, key: str, *, repeated: bool) -> bool:
        """Handle a key that has its own meaning in a person's game; return whether it has one."""
        if not self.steering:
            return key in STEERING
        if key in STEERING:
            self._steer(STEERING[key], repeated=repeated)
            return True
        if self.playback.after < self._newest:
            return False
        if key == "." and self.playback.paused and not repeated and not self.waits_for_start:
            self._move(Action.STOP)
        # Agents wait for the person, who makes a move by steering.
        return KEYS.get(key) in (Command.ROUND_FORWARD, Command.PLY_FORWARD)

    def _steer(self, action: Action, *, repeated: bool) -> None:
        playback = self.playback
        assert self.keyboard
        if self.looking_back:
            if not repeated:
                playback.seek(self._newest)
        elif self.countdown or not playback.paused:
            self.keyboard.steer(action)
        elif self.waits_for_start:
            self.keyboard.steer(action)
            self._start()
        elif not repeated or playback.idle:
            self._move(action)

    def _start(self) -> None:
        """Count down to the first move."""
        self.countdown = COUNTDOWN
        self.started = True

    def _move(self, action: Action) -> None:
        """Make one move of a paused game, if it is legal."""
        playback = self.playback
        assert self.keyboard
        if not playback.idle:
            if playback.fraction >= 1:
                return  # the previous move isn't made yet
            playback.seek(playback.after)
        if action in self._legal_in_round():
            self.started = True
            self.keyboard.steer(action)
            playback.round_forward()
        else:
            is_stop = action is Action.STOP
            self.notice = "a ghost can't stop" if is_stop else f"you can't go {action} here"

    def _legal_in_round(self) -> tuple[Action, ...]:
        """What the person can do in this round; for a ghost, a guess: it may be eaten before."""
        game = self.games[self._own_number]
        state, agent = game.states[-1], self._own_agent
        while state.to_move != agent and not state.is_terminal:
            state = state.successor(state.legal_actions()[-1])
        return tuple(Action) if state.is_terminal else state.legal_actions()

    @property
    def _others_move_next(self) -> bool:
        """Whether the newest position is shown, and only other agents still move in this round."""
        game = self.games[self._own_number]
        to_move = game.states[-1].to_move
        newest = self.playback.after >= self._newest and not game.over
        return newest and to_move not in (0, self._own_agent)

    @property
    def _newest(self) -> int:
        """The last ply that can be shown; while a person plays, the last one of their game."""
        if self.steering:
            return len(self.games[self._own_number].states) - 1
        return self.playback.last

    @property
    def _own_number(self) -> int:
        """The number of the game in which a person plays."""
        return next(n for n, game in enumerate(self.games) if game.keyboard)

    @property
    def _own_agent(self) -> int:
        """The number of the agent that the person steers."""
        players = self.games[self._own_number].players
        return next(n for n, player in enumerate(players) if player is self.keyboard)

    # Commands.

    def _run(self, command: Command) -> None:
        if self.settings.change(command):
            return
        playback = self.playback
        if command in JUMPS:
            self.countdown = 0
        shown = self.line_rounds
        if shown and command in STEPS:
            step = 1 if command in (Command.ROUND_FORWARD, Command.PLY_FORWARD) else -1
            self.line_rounds = min(shown + step, self.line_length)
            return
        if command in JUMPS or command is Command.PAUSE:
            self.line_rounds = 0
        match command:
            case Command.PAUSE:
                self._pause_or_resume()
            case Command.ROUND_BACK:
                playback.round_back()
            case Command.ROUND_FORWARD:
                playback.round_forward()
            case Command.PLY_BACK:
                playback.ply_back()
            case Command.PLY_FORWARD:
                playback.ply_forward()
            case Command.START:
                playback.seek(0)
            case Command.END:
                playback.seek(self._newest)
            case _ if command in MISTAKES:
                self._go_to_mistake(command)
            case Command.BETTER_LINE:
                self._show_line(shown)
            case Command.TAKE_OVER:
                self._open_takeover_menu()
            case Command.HELP:
                arrows_step = self.keyboard is None
                rows = help_rows(
                    steering=self.steering, arrows_step=arrows_step, analysed=self.analysed
                )
                self.open_sheet = HelpSheet(rows)
            case Command.SOUND:
                self.settings.sound = not self.settings.sound
            case Command.PLAY_AGAIN:
                self.next_action = NextAction.PLAY_AGAIN
            case Command.NEXT_GAME:
                if playback.at_end:
                    self.next_action = NextAction.NEXT_GAME
            case Command.QUIT:
                self.next_action = NextAction.QUIT

    def _pause_or_resume(self) -> None:
        playback = self.playback
        if self.countdown:
            self.countdown, self.started = 0, False
        elif not playback.paused:
            playback.pause()
        elif self.waits_for_start:
            self._start()
        else:
            if self.looking_back:
                playback.seek(self._newest)
            self.started = True
            playback.resume()

    def _go_to_mistake(self, command: Command) -> None:
        """Show the position before one of Pac-Man's bad moves."""
        here = self.playback.reached
        analyses = [game.analysis for game in self.games if game.analysis]
        plies = sorted(move.ply for analysis in analyses for move in analysis.marked())
        match command:
            case Command.PREVIOUS_MISTAKE:
                ply = max((ply for ply in plies if ply < here), default=None)
            case Command.NEXT_MISTAKE:
                ply = min((ply for ply in plies if ply > here), default=None)
            case _:
                worst = [move for analysis in analyses if (move := analysis.turning_point())]
                ply = worst[0].ply if worst else None
        if ply is not None:
            self.playback.seek(ply)
        elif plies:
            way = "earlier" if command is Command.PREVIOUS_MISTAKE else "later"
            self.notice = f"no {way} bad move"
        elif analyses:
            self.notice = "Pac-Man made no bad move"

    @property
    def line_length(self) -> int:
        """How many rounds the line has that was better than the next move; 0: there is none."""
        return self._frames.line_length

    def _show_line(self, shown: int) -> None:
        """Show the first round of the better line, or the game again."""
        if not shown and self.line_length:
            self.playback.seek(self.playback.before)
            self.line_rounds = 1
        elif not shown and self.analysed:
            self.notice = "there is no better line here; N goes to the next bad move"

    def _open_takeover_menu(self) -> None:
        ply = self.playback.reached
        if all(game.states[min(ply, len(game.states) - 1)].is_terminal for game in self.games):
            self.notice = "the game is over here; step back with < before you take over"
        else:
            self.open_sheet = TakeoverMenu(self.playback)

    def _after_sheet(self) -> None:
        sheet = self.open_sheet
        if isinstance(sheet, StartMenu):
            if sheet.cancelled:
                self.next_action = NextAction.QUIT
            if sheet.game is not self.games[0]:
                self._replace(0, sheet.game)
        if sheet and not sheet.is_open:
            self.open_sheet = None
            if isinstance(sheet, TakeoverMenu) and sheet.branch:
                self._replace(*sheet.branch)

    def _replace(self, number: int, game: GameSource) -> None:
        """Replace game `number` by `game`."""
        self.playback.replace(number, game)
        self.started = self._own_game_ended = False
        self._frames = FrameBuilder(self)
