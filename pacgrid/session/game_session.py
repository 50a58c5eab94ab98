"""A session in which a person watches or plays a game: a key, a click or a tick, and what it does.

Everything is decided here and nothing is drawn: see `frame` for what renderers get.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.common.concurrency import CallThread
from pacgrid.games.game_setup import BoardState
from pacgrid.records.record import Record
from pacgrid.session.board_diagram import number_keys
from pacgrid.session.board_picture import BoardPicture
from pacgrid.session.frame import BOARD_OVERLAYS, Frame
from pacgrid.session.game_frame import (
    THINKING_DELAY,
    GamePicture,
    PacmanPicture,
    frame_of,
    overlays_of,
)
from pacgrid.session.menus import StartMenu, TakeoverMenu
from pacgrid.session.playback import FRAME_WAIT, STEERING, GameSource, Playback, ViewState
from pacgrid.session.session import (
    INSIGHT_KEY,
    KEYS,
    MISTAKES,
    OVERLAY_KEYS,
    Command,
    NextAction,
    OpenSheet,
    Rows,
    Session,
    Settings,
    Sheets,
    help_rows,
)


class GameSession(Session):
    """A game that a person watches or plays, or several side by side.

    The session changes its view state and its playback; `game_frame` makes frames from them.

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
        self.playback = Playback(games, self.settings, patience=patience)
        self.view = ViewState(self.playback, enter_effect, real_time)
        self.sheets = Sheets(start_menu, self._after_sheet)
        self._linger = linger
        self._analyse = analyse
        self._analyses: dict[GameSource, Future[GameAnalysis]] = {}
        self._pictures = pictures_of(self.view)

    @property
    def games(self) -> Sequence[GameSource]:
        """The games; taking over replaces one."""
        return self.playback.games

    @property
    def person_plays(self) -> bool:
        return self.playback.person_game is not None

    @property
    def steering(self) -> bool:
        playback = self.playback
        return self.view.steering or (playback.person_chooses and not playback.at_end)

    @property
    def busy(self) -> bool:
        playback = self.playback
        if self.sheets.open or not self.steering:
            return False
        if playback.person_chooses:
            return not playback.paused and not playback.awaits_choice
        waits = playback.paused and not playback.idle
        return waits and playback.fraction >= 1 and playback.waited <= THINKING_DELAY

    @property
    def at_end(self) -> bool:
        return self.playback.at_end

    def help_rows(self) -> Rows:
        in_real_time = self.playback.in_real_time
        return help_rows(
            steering=self.steering if in_real_time else self.person_plays,
            arrows_step=not self.person_plays,
            analysed=self.playback.analysed,
            in_real_time=in_real_time,
        )

    def frame(self) -> Frame:
        return frame_of(self.view, self._pictures, self.sheets.shown)

    def close(self) -> None:
        """End the games. Agents and analyses that don't return soon are left behind."""
        self.playback.stop()

    @property
    def left_behind(self) -> tuple[str, ...]:
        """By game, after its end: where its agent was busy that didn't return; "" if none was."""
        return self.playback.left_behind

    # Time.

    def advance(self, seconds: float) -> None:
        playback, view = self.playback, self.view
        if self.sheets.open:
            return
        playback.advance(seconds)
        self._analyse_games()
        if game := self._own_game:
            if playback.shows_end(self.games.index(game)):
                view.own_game_ended = True
            elif self._others_move_next(game):
                playback.round_forward()
        if self._linger is not None and min(playback.since_end) > self._linger:
            self.next_action = self.next_action or NextAction.NEXT_GAME

    def _analyse_games(self) -> None:
        """Begin to analyse games that are over, and take over what is known by now."""
        if self._analyse is None:
            return
        self.view.analysing = False
        for game in self.games:
            if game not in self._analyses and game.over and not game.analysis and game.moves:
                thread = CallThread()
                self._analyses[game] = thread.submit(partial(self._analyse, game.record))
                thread.stop()
            analysis = self._analyses.get(game)
            if analysis and not analysis.done():
                self.view.analysing = True
            elif analysis and not analysis.exception():
                game.analysis = analysis.result()

    # Keys and clicks.

    def press(self, key: str, *, repeated: bool = False) -> None:
        self.view.notice = ""
        super().press(key, repeated=repeated)

    def seek(self, ply: int) -> None:
        if not self.sheets.open:
            self.playback.seek(min(ply, self.view.newest))

    def choose_target(self, number: int) -> None:
        """The action with that number was clicked, and is played at once. A number that is larger
        by the number of actions is that of a piece, whose action is selected."""
        state = None if self.sheets.open else self.view.choice_state
        actions = state.legal_actions() if state is not None else ()
        if number in range(len(actions), 2 * len(actions)):
            self.view.selection = state, actions[number - len(actions)]
        elif number in range(len(actions)):
            self.playback.choose(actions[number])

    def _press_own(self, key: str, repeated: bool) -> bool:
        if self.playback.person_chooses and self._press_to_choose(key, repeated):
            return True
        if self.playback.steered_game and self._press_to_steer(key, repeated):
            return True
        if not (overlay := OVERLAY_KEYS.get(key)):
            return False
        if not repeated and overlay in overlays_of(self._pictures):
            self.settings.overlays ^= {overlay}
        return True

    # A person who steers an agent.

    @property
    def _own_game(self) -> GameSource | None:
        """The game in which a person steers, until they have seen its end."""
        return self.playback.steered_game if self.view.steering else None

    def _press_to_steer(self, key: str, repeated: bool) -> bool:
        """While a person plays, the arrows steer. In a paused game each arrow makes one move. After
        stepping back, an arrow returns to the newest position. Once the person's game has ended,
        arrows do nothing: they may still be held down."""
        view, playback = self.view, self.playback
        if not (game := self._own_game):
            return key in STEERING
        if key in STEERING:
            self._steer(game, STEERING[key], repeated)
            return True
        if playback.after < view.newest:
            return False
        if key == "." and playback.paused and not repeated and not view.waits_for_start:
            self._move(game, Action.STOP)
            return True
        # Agents wait for the person, who makes a move by steering.
        return KEYS.get(key) in (Command.ROUND_FORWARD, Command.PLY_FORWARD)

    def _steer(self, game: GameSource, action: Action, repeated: bool) -> None:
        view, playback = self.view, self.playback
        assert game.keyboard
        if view.looking_back:
            if not repeated:
                playback.seek(view.newest)
        elif view.waits_for_start or not playback.paused:
            game.keyboard.steer(action)
            if playback.paused:
                self._start()
        elif not repeated or playback.idle:
            self._move(game, action)

    def _start(self) -> None:
        self.view.started = True
        self.playback.resume()

    def _move(self, game: GameSource, action: Action) -> None:
        playback = self.playback
        assert game.keyboard
        if not playback.idle:
            if playback.fraction >= 1:
                return  # the previous move isn't made yet
            playback.seek(playback.after)
        if action in _legal_in_round(game):
            game.keyboard.steer(action)
            playback.round_forward()
            self.view.started = True
        else:
            is_stop = action is Action.STOP
            self.view.notice = "a ghost can't stop" if is_stop else f"you can't go {action} here"

    def _others_move_next(self, game: GameSource) -> bool:
        """Whether the newest position is shown, and only other agents still move in this round."""
        playback, view = self.playback, self.view
        if not playback.idle or view.waits_for_start or game.over or playback.after < view.newest:
            return False
        return game.states[-1].to_move not in (0, _own_agent(game))

    # A person who chooses actions.

    def _press_to_choose(self, key: str, repeated: bool) -> bool:
        """Where a person is to move, arrows select an action and Enter plays it; its number plays
        it at once. In an earlier position, that undoes what was played since."""
        view, playback, settings = self.view, self.playback, self.settings
        state = view.choice_state
        if key in _ARROWS:
            if state is not None:
                view.selection = state, nearest_action(state, view.selected, _ARROWS[key])
        elif key.isdecimal():
            self._choose_number(int(key))
        elif key == INSIGHT_KEY:
            settings.overlays = set() if settings.overlays else set(BOARD_OVERLAYS)
        elif key == "enter" and state is not None:
            if not repeated:
                playback.choose(view.selected)
        else:
            return False
        return True

    def _choose_number(self, number: int) -> None:
        state = self.view.choice_state
        keys = number_keys(state) if state is not None else {}
        numbers = [each for each in keys.values() if each <= 9]
        if number in numbers:
            self.playback.choose(next(action for action in keys if keys[action] == number))
        elif numbers == [*range(1, len(numbers) + 1)]:
            self.view.notice = f"choose a number from 1 to {len(numbers)}"
        else:
            self.view.notice = f"choose a free square: {', '.join(map(str, numbers))}"

    # Commands.

    def _run(self, command: Command) -> None:
        playback, view = self.playback, self.view
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
                playback.seek(view.newest)
            case _ if command in MISTAKES:
                self._go_to_mistake(command)
            case Command.TAKE_OVER:
                self._open_takeover_menu()
            case Command.PLAY_AGAIN:
                self.next_action = NextAction.PLAY_AGAIN
            case _:
                super()._run(command)

    def _pause_or_resume(self) -> None:
        playback, view = self.playback, self.view
        if not playback.paused:
            playback.pause()
            return
        if view.looking_back:
            playback.seek(view.newest)
        self._start()

    def _go_to_mistake(self, command: Command) -> None:
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
            self.view.notice = f"no {way} bad move"
        elif analyses:
            self.view.notice = "Pac-Man made no bad move"

    def _open_takeover_menu(self) -> None:
        playback = self.playback
        if all(game.states[playback.ply_of(game)].is_terminal for game in self.games):
            self.view.notice = "the game is over here; step back with < before you take over"
        else:
            self.sheets.open = TakeoverMenu(playback, self._pictures[0].symbols)

    def _after_sheet(self, sheet: OpenSheet) -> None:
        if isinstance(sheet, StartMenu):
            if sheet.cancelled:
                self.next_action = NextAction.QUIT
            if sheet.game is not self.games[0]:
                self._replace(0, sheet.game)
        elif isinstance(sheet, TakeoverMenu) and sheet.branch:
            self._replace(*sheet.branch)

    def _replace(self, number: int, game: GameSource) -> None:
        self.playback.replace(number, game)
        self.view.started = self.view.own_game_ended = False
        self._pictures = pictures_of(self.view)


def pictures_of(view: ViewState) -> list[GamePicture]:
    picture = PacmanPicture if view.playback.in_real_time else BoardPicture
    return [picture(view, number) for number in range(len(view.playback.games))]


def _legal_in_round(game: GameSource) -> tuple[Action, ...]:
    """What the person can do in this round; for a ghost, a guess: it may be eaten before."""
    state, agent = game.states[-1], _own_agent(game)
    while state.to_move != agent and not state.is_terminal:
        state = state.successor(state.legal_actions()[-1])
    return tuple(Action) if state.is_terminal else state.legal_actions()


def _own_agent(game: GameSource) -> int:
    return next(n for n, player in enumerate(game.players) if player is game.keyboard)


_ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def nearest_action(state: BoardState, selected: Any, direction: tuple[int, int]) -> Any:
    """The legal action that an arrow selects: the nearest one in that direction; where several
    actions share a square or have none, the previous or the next one. Where pieces are moved, left
    and right lead to another piece.

    Args:
        direction: columns to the right and rows down.
    """
    actions = list(state.legal_actions())
    cells = [state.cell(action) for action in actions]
    number = actions.index(selected)
    dx, dy = direction
    if dx and hasattr(state, "start_cell"):
        starts = [state.start_cell(action) for action in actions]
        others = range(number, len(actions)) if dx > 0 else range(number, -1, -1)
        other = (each for each in others if starts[each] != starts[number])
        return actions[next(other, number)]
    if None in cells or len(set(cells)) < len(cells):
        return actions[min(max(number + dx + dy, 0), len(actions) - 1)]
    column, row = cells[number] or (0, 0)

    def distance(other: int) -> float:
        """Steps to that action's square; those to the side count double."""
        x, y = cells[other] or (0, 0)
        ahead, aside = (x - column) * dx + (y - row) * dy, (x - column) * dy + (y - row) * dx
        return ahead + 2 * abs(aside) if ahead > 0 else float("inf")

    nearest = min(range(len(actions)), key=distance)
    return actions[nearest] if distance(nearest) < float("inf") else selected
