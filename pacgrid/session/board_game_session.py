"""A session in which people and agents play another game than Pac-Man, turn by turn."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from typing import Any

from pacgrid.games.board_game import BoardGame, BoardMove, ForfeitError
from pacgrid.games.board_state import BoardState
from pacgrid.search import CHANCE
from pacgrid.session.board_game_frame import board_game_frame
from pacgrid.session.board_game_hints import INSIGHT_KEY, board_game_help
from pacgrid.session.board_insight import SHOWN_OVERLAYS
from pacgrid.session.board_selection import nearest_action
from pacgrid.session.commands import KEYS, OVERLAY_KEYS, REPEATED, STEP_FACTOR, Command
from pacgrid.session.frame import Frame
from pacgrid.session.game_thread import STOP_SECONDS
from pacgrid.session.help_sheet import HelpSheet
from pacgrid.session.next_action import NextAction
from pacgrid.session.playback import FRAME_WAIT
from pacgrid.session.settings import Settings
from pacgrid.session.themes import other_background, other_colours
from pacgrid.session.worker import Worker

MOVES_PER_SECOND = 1.5
ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_REPEATED_ON_SHEETS = frozenset({"up", "down", "page_up", "page_down"})


class BoardGameSession:
    """A game that people watch or play.

    Agents think in a thread of their own, one ply ahead of what is shown. Where a person is to
    move, arrows select an action and Enter plays it; its number or a click plays it at once. In an
    earlier position, that undoes what was played since.

    Args:
        title: the game, as it was named.
        enter_effect: what Enter does at the end: `next game` or `close`.
        linger: how many seconds the end is shown; None: until a key is pressed.
        patience: how many seconds a frame waits for an agent's move; None: forever.
    """

    def __init__(
        self,
        game: BoardGame,
        title: str,
        *,
        settings: Settings | None = None,
        enter_effect: str = "close",
        linger: float | None = None,
        patience: float | None = FRAME_WAIT,
    ) -> None:
        self.game = game
        self.title = title
        self.settings = settings or Settings(MOVES_PER_SECOND)
        self.enter_effect = enter_effect
        self.next_action: NextAction | None = None
        """What follows the session; None until it is over."""
        self.open_sheet: HelpSheet | None = None
        self.notice = ""
        """Why the last key did nothing."""
        self.ply = 0
        """The ply that is shown."""
        self.paused = False
        self.selected: Any = None
        """The action that a person has selected in the position shown."""
        self.waited = 0.0
        """Seconds spent waiting for an agent."""
        self._since_shown = 0.0
        self._stepping = False  # forward, to a ply that an agent is still to play
        self._linger = linger
        self._patience = patience
        self._worker = Worker()
        self._thinking: Future[BoardMove] | None = None
        self._show(0)

    @property
    def state(self) -> BoardState:
        """The position shown."""
        return self.game.states[self.ply]

    @property
    def newest(self) -> int:
        """The last ply that was played."""
        return len(self.game.moves)

    @property
    def at_end(self) -> bool:
        """Whether the end of the game is shown."""
        return self.game.over and self.ply == self.newest

    @property
    def person_plays(self) -> bool:
        return None in self.game.agents

    @property
    def steering(self) -> bool:
        """Whether a person plays and hasn't reached the end of their game."""
        return self.person_plays and not self.at_end

    @property
    def can_choose(self) -> bool:
        """Whether a person is to move in the position shown."""
        return self.game.waits_for_person(self.state)

    @property
    def busy(self) -> bool:
        """Whether a move that a person made is still being answered: keys typed ahead wait."""
        return self.steering and not self.paused and not self.can_choose and not self.open_sheet

    @property
    def moving(self) -> bool:
        """Whether the next frame will differ even without a key press."""
        awaited = self._thinking is not None or (not self.paused and self.ply < self.newest)
        return not self.open_sheet and (awaited or (self.at_end and self._linger is not None))

    def frame(self) -> Frame:
        """What to show now."""
        return board_game_frame(self)

    def close(self) -> None:
        """End the game. An agent that doesn't return soon is left behind."""
        with suppress(NotYet):
            self._worker.submit(self.game.quit).result(STOP_SECONDS)
        self._worker.stop()

    # Time.

    def advance(self, seconds: float) -> None:
        """Let time pass. Nothing moves while a sheet is open."""
        if self.open_sheet:
            return
        self._since_shown += seconds
        is_time = not self.paused and self._since_shown * self.settings.speed >= 1
        is_due = is_time or self._stepping
        self._think(wait=is_due and self.ply == self.newest)
        self.waited = self.waited + seconds if self._thinking else 0
        if is_due and self.ply < self.newest:
            self._show(self.ply + 1)
        if self._linger is not None and self.at_end and self._since_shown > self._linger:
            self.next_action = self.next_action or NextAction.NEXT_GAME

    def _think(self, *, wait: bool) -> None:
        """Let agents and chance play on, at most one ply ahead of what is shown.

        Raises GameError.
        """
        game = self.game
        if self._thinking is None:
            if game.over or game.person_to_move or self.newest > self.ply:
                return
            state, ply = game.state, self.newest
            self._thinking = self._worker.submit(lambda: game.think(state, ply, explain=True))
        try:
            move = self._thinking.result(self._patience if wait else 0)
        except NotYet:
            return
        except ForfeitError as error:
            game.forfeit = error
        else:
            game.play(move)
        self._thinking = None

    def _show(self, ply: int) -> None:
        """Show the position at that ply, or the nearest one that was played."""
        self.ply = min(max(ply, 0), self.newest)
        self._since_shown, self._stepping = 0.0, False
        actions = self.state.legal_actions()
        self.selected = actions[0] if self.can_choose else None

    # Keys and clicks.

    def press(self, key: str, *, repeated: bool = False) -> None:
        """Handle a key; `repeated` if it is auto-repeat of a key held down."""
        self.notice = ""
        if self.open_sheet:
            if not repeated or key in _REPEATED_ON_SHEETS:
                self.open_sheet.press(key)
                self._after_sheet()
        elif self.person_plays and self._press_to_play(key, repeated=repeated):
            return
        elif overlay := OVERLAY_KEYS.get(key):
            if not repeated and overlay in SHOWN_OVERLAYS:
                self.settings.overlays ^= {overlay}
        elif (command := KEYS.get(key)) and (not repeated or command in REPEATED):
            self._run(command)

    def _press_to_play(self, key: str, *, repeated: bool) -> bool:
        """Handle a key that has its own meaning in a person's game; return whether it has one."""
        if key in ARROWS:
            if self.can_choose:
                self.selected = nearest_action(self.state, self.selected, ARROWS[key])
        elif key.isdecimal():
            self._choose_number(int(key) - 1)
        elif key == INSIGHT_KEY:
            self.settings.overlays = set() if self.settings.overlays else set(SHOWN_OVERLAYS)
        elif key == "enter" and self.can_choose:
            if not repeated:
                self._choose(self.selected)
        else:
            return False
        return True

    def seek(self, ply: int) -> None:
        """Show that ply, or the nearest one that was played."""
        if not self.open_sheet:
            self.paused = ply < self.newest or not self.person_plays
            awaited = ply > self.newest and not (self.game.over or self.game.person_to_move)
            self._show(ply)
            self._stepping = awaited

    def choose_row(self, row: int) -> None:
        """A row of the open sheet was clicked. It may be gone by now."""
        if self.open_sheet:
            self.open_sheet.choose_row(row)
            self._after_sheet()

    def choose_tab(self, tab: int) -> None:
        """There are no tabs."""

    def choose_target(self, number: int) -> None:
        """Play the action with that number."""
        if not self.open_sheet:
            self._choose_number(number)

    def page_sheet(self, rows: int) -> None:
        """Scroll the help by pages of this many rows: so many fit on the screen."""
        if self.open_sheet:
            self.open_sheet.visible_rows = rows

    def _choose_number(self, number: int) -> None:
        actions = self.state.legal_actions() if self.can_choose else ()
        if number in range(len(actions)):
            self._choose(actions[number])
        elif actions:
            self.notice = f"choose a number from 1 to {min(len(actions), 9)}"

    def _choose(self, action: Any) -> None:
        """Play `action` for a person. What was played after the position shown is undone."""
        self._undo()
        self.game.play(BoardMove(action, self.state.to_move))
        self.paused = False
        self._show(self.newest)

    def _undo(self) -> None:
        """Forget what was played, or is being thought, after the position shown."""
        self._thinking = None
        self.game.undo(self.ply)

    # Commands.

    def _run(self, command: Command) -> None:
        settings = self.settings
        match command:
            case Command.PAUSE:
                if self.at_end:
                    self._show(0)
                    self.paused = False
                else:
                    self.paused = not self.paused
            case Command.ROUND_BACK:
                self.seek(self._decision(self.ply, -1))
            case Command.ROUND_FORWARD:
                self.seek(self._decision(self.ply, 1))
            case Command.PLY_BACK:
                self.seek(self.ply - 1)
            case Command.PLY_FORWARD:
                self.seek(self.ply + 1)
            case Command.START:
                self.seek(0)
            case Command.END:
                self.seek(self.newest)
            case Command.SLOWER:
                settings.change_speed(1 / STEP_FACTOR)
            case Command.FASTER:
                settings.change_speed(STEP_FACTOR)
            case Command.TAKE_OVER:
                self._take_over()
            case Command.HELP:
                self.open_sheet = HelpSheet(board_game_help(person_plays=self.person_plays))
            case Command.COLOURS:
                settings.theme = other_colours(settings.theme)
            case Command.BACKGROUND:
                settings.theme = other_background(settings.theme)
            case Command.FULL_SCREEN:
                settings.full_screen = not settings.full_screen
            case Command.PLAY_AGAIN:
                self.next_action = NextAction.PLAY_AGAIN
            case Command.NEXT_GAME:
                if self.at_end:
                    self.next_action = NextAction.NEXT_GAME
            case Command.QUIT:
                self.next_action = NextAction.QUIT

    def _decision(self, ply: int, step: int) -> int:
        """The next ply in that direction at which a person decides; without people, the next at
        which an agent does."""
        decides: Callable[[BoardState], bool] = (
            self.game.waits_for_person
            if self.person_plays
            else lambda state: state.to_move != CHANCE
        )
        ply += step
        while 0 < ply < self.newest and not decides(self.game.states[ply]):
            ply += step
        return ply

    def _take_over(self) -> None:
        """Let a person play on for the agent to move in the position shown."""
        if self.state.is_terminal:
            self.notice = "the game is over here; step back with < before you take over"
        elif self.state.to_move == CHANCE:
            self.notice = "nobody chooses here; step on with > before you take over"
        elif self.can_choose:
            self.notice = "you already play here"
        else:
            self._undo()
            self.game.take_over(self.state.to_move)
            self._show(self.ply)

    def _after_sheet(self) -> None:
        if self.open_sheet and not self.open_sheet.is_open:
            self.open_sheet = None
