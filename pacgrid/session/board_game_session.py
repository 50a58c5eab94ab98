"""A session in which people and agents play another game than Pac-Man, turn by turn."""

from typing import Any

from pacgrid.game import Game
from pacgrid.games.board_state import BoardState
from pacgrid.search import CHANCE
from pacgrid.session.board_game_frame import board_game_frame
from pacgrid.session.board_game_hints import INSIGHT_KEY, board_game_help
from pacgrid.session.board_insight import SHOWN_OVERLAYS
from pacgrid.session.board_playback import BoardPlayback
from pacgrid.session.board_selection import nearest_action
from pacgrid.session.commands import KEYS, OVERLAY_KEYS, REPEATED, Command
from pacgrid.session.frame import Frame
from pacgrid.session.help_sheet import HelpSheet
from pacgrid.session.next_action import NextAction
from pacgrid.session.playback import FRAME_WAIT
from pacgrid.session.settings import Settings

MOVES_PER_SECOND = 1.5
ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_REPEATED_ON_SHEETS = frozenset({"up", "down", "page_up", "page_down"})


class BoardGameSession:
    """A game that people watch or play.

    Where a person is to move, arrows select an action and Enter plays it; its number or a click
    plays it at once. In an earlier position, that undoes what was played since.

    Args:
        title: the game, as it was named.
        enter_effect: what Enter does at the end: `next game` or `close`.
        linger: how many seconds the end is shown; None: until a key is pressed.
        patience: how many seconds a frame waits for an agent's move; None: forever.
    """

    def __init__(
        self,
        game: Game,
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
        self.playback = BoardPlayback(game, self.settings, patience=patience)
        self.enter_effect = enter_effect
        self.next_action: NextAction | None = None
        """What follows the session; None until it is over."""
        self.open_sheet: HelpSheet | None = None
        self.notice = ""
        """Why the last key did nothing."""
        self._linger = linger
        self._selection: tuple[BoardState, Any] | None = None  # a position, an action there

    @property
    def person_plays(self) -> bool:
        return None in self.game.agents

    @property
    def steering(self) -> bool:
        """Whether a person plays and hasn't reached the end of their game."""
        return self.person_plays and not self.playback.at_end

    @property
    def can_choose(self) -> bool:
        """Whether a person is to move in the position shown."""
        return self.game.waits_for_person(self.playback.state)

    @property
    def selected(self) -> Any:
        """The action that a person has selected; the first one at first, None where agents move."""
        if not self.can_choose:
            return None
        if self._selection and self._selection[0] is self.playback.state:
            return self._selection[1]
        return self.playback.state.legal_actions()[0]

    @property
    def busy(self) -> bool:
        """Whether a move that a person made is still being answered: keys typed ahead wait."""
        waits = self.steering and not self.playback.paused
        return waits and not self.can_choose and not self.open_sheet

    @property
    def moving(self) -> bool:
        """Whether the next frame will differ even without a key press."""
        lingers = self.playback.at_end and self._linger is not None
        return not self.open_sheet and (self.playback.moving or lingers)

    def frame(self) -> Frame:
        """What to show now."""
        return board_game_frame(self)

    def close(self) -> None:
        """End the game. An agent that doesn't return soon is left behind."""
        self.playback.stop()

    def advance(self, seconds: float) -> None:
        """Let time pass. Nothing moves while a sheet is open."""
        if self.open_sheet:
            return
        playback = self.playback
        playback.advance(seconds)
        if self._linger is not None and playback.at_end and playback.since_shown > self._linger:
            self.next_action = self.next_action or NextAction.NEXT_GAME

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
                state = self.playback.state
                self._selection = state, nearest_action(state, self.selected, ARROWS[key])
        elif key.isdecimal():
            self._choose_number(int(key) - 1)
        elif key == INSIGHT_KEY:
            self.settings.overlays = set() if self.settings.overlays else set(SHOWN_OVERLAYS)
        elif key == "enter" and self.can_choose:
            if not repeated:
                self.playback.play(self.selected)
        else:
            return False
        return True

    def seek(self, ply: int) -> None:
        """Show that ply, or the nearest one that was played."""
        if not self.open_sheet:
            self.playback.seek(ply)

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
        actions = self.playback.state.legal_actions() if self.can_choose else ()
        if number in range(len(actions)):
            self.playback.play(actions[number])
        elif actions:
            self.notice = f"choose a number from 1 to {min(len(actions), 9)}"

    # Commands.

    def _run(self, command: Command) -> None:
        if self.settings.change(command):
            return
        playback = self.playback
        match command:
            case Command.PAUSE:
                playback.pause_or_resume()
            case Command.ROUND_BACK:
                playback.step(-1)
            case Command.ROUND_FORWARD:
                playback.step(1)
            case Command.PLY_BACK:
                playback.seek(playback.ply - 1)
            case Command.PLY_FORWARD:
                playback.seek(playback.ply + 1)
            case Command.START:
                playback.seek(0)
            case Command.END:
                playback.seek(playback.newest)
            case Command.TAKE_OVER:
                self._take_over()
            case Command.HELP:
                self.open_sheet = HelpSheet(board_game_help(person_plays=self.person_plays))
            case Command.PLAY_AGAIN:
                self.next_action = NextAction.PLAY_AGAIN
            case Command.NEXT_GAME:
                if playback.at_end:
                    self.next_action = NextAction.NEXT_GAME
            case Command.QUIT:
                self.next_action = NextAction.QUIT

    def _take_over(self) -> None:
        """Let a person play on for the agent to move in the position shown."""
        state = self.playback.state
        if state.is_terminal:
            self.notice = "the game is over here; step back with < before you take over"
        elif state.to_move == CHANCE:
            self.notice = "nobody chooses here; step on with > before you take over"
        elif self.can_choose:
            self.notice = "you already play here"
        else:
            self.playback.undo()
            self.game.take_over(state.to_move)

    def _after_sheet(self) -> None:
        if self.open_sheet and not self.open_sheet.is_open:
            self.open_sheet = None
