"""A session in which a person watches or plays a game: a key, a click or a tick, and what it does.

Everything is decided here and nothing is drawn: see `frame` for what renderers get.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.games.board_state import BoardState
from pacgrid.records.record import Record
from pacgrid.session.frame import BOARD_OVERLAYS, Frame
from pacgrid.session.frame_builder import (
    THINKING_DELAY,
    frame_of,
    line_length,
    overlays_of,
    pictures_of,
)
from pacgrid.session.game_source import STEERING, CallThread, GameSource
from pacgrid.session.key_commands import (
    INSIGHT_KEY,
    JUMPS,
    KEYS,
    MISTAKES,
    OVERLAY_KEYS,
    REPEATED,
    STEPS,
    Command,
    help_rows,
)
from pacgrid.session.menus import StartMenu, TakeoverMenu
from pacgrid.session.playback import FRAME_WAIT, Playback, ViewState
from pacgrid.session.scene import EventKind
from pacgrid.session.session import HelpSheet, NextAction, OpenSheet, Session, Settings, Sheets


class GameSession(Session):
    """A game that a person watches or plays, or several side by side.

    The session changes its view state and its playback; `frame_builder` makes frames from them.

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
        self.view = ViewState(enter_effect, real_time)
        self.playback = Playback(games, self.settings, patience=patience)
        self.sheets = Sheets(start_menu, self._after_sheet)
        self._sounds: list[EventKind] = []
        self._linger = linger
        self._analyse = analyse
        self._analyses: dict[tuple[GameSource, int], Future[GameAnalysis]] = {}
        """Keyed by the game, and how often plies had been undone in it when it ended."""
        self._pictures = pictures_of(self.playback)

    @property
    def games(self) -> Sequence[GameSource]:
        """The games; taking over replaces one."""
        return self.playback.games

    @property
    def person_plays(self) -> bool:
        return any(game.person_plays for game in self.games)

    @property
    def steering(self) -> bool:
        """Whether a person plays and hasn't reached the end of their game."""
        playback = self.playback
        return self.view.steering(playback) or (playback.person_chooses and not playback.at_end)

    @property
    def busy(self) -> bool:
        """Whether a move that a person made is still being played: keys typed ahead should wait."""
        playback = self.playback
        if self.sheets.open or not self.steering:
            return False
        if playback.person_chooses:
            return not playback.paused and not playback.awaits_choice
        waits = playback.paused and not playback.idle
        return waits and playback.fraction >= 1 and playback.waited <= THINKING_DELAY

    @property
    def line_length(self) -> int:
        """How many rounds the line has that was better than the next move; 0: there is none."""
        return line_length(self._pictures)

    def frame(self) -> Frame:
        sounds = tuple(self._sounds) if self.settings.sound else ()
        self._sounds = []
        view = replace(self.view, sheet=self.sheets.shown, sounds=sounds)
        return frame_of(view, self.playback, self._pictures)

    def close(self) -> None:
        """End the games. Agents and analyses that don't return soon are left behind."""
        self.playback.stop()

    @property
    def left_behind(self) -> tuple[str, ...]:
        """By game, after its end: where its agent was busy that didn't return; "" if none was."""
        return self.playback.left_behind

    def _change(self, **changes: Any) -> None:
        """Change what is shown."""
        self.view = replace(self.view, **changes)

    # Time.

    def advance(self, seconds: float) -> None:
        playback = self.playback
        if self.sheets.open:
            return
        if self.view.countdown:
            self._change(countdown=max(self.view.countdown - seconds, 0))
            if not self.view.countdown:
                playback.resume()
            return
        playback.advance(seconds)
        self._analyse_games()
        self._sounds += (kind for picture in self._pictures for kind in picture.new_sounds())
        if self.steering:
            if playback.shows_own_end:
                self._change(own_game_ended=True)
            elif others_move_next(self.view, playback):
                playback.round_forward()
        if self._linger is not None and min(playback.since_end) > self._linger:
            self.next_action = self.next_action or NextAction.NEXT_GAME

    def _analyse_games(self) -> None:
        """Begin to analyse games that are over, and take over what is known by now."""
        if self._analyse is None:
            return
        for game in self.games:
            key = game, game.undone
            if key not in self._analyses and game.over and not game.analysis and game.moves:
                thread = CallThread()
                self._analyses[key] = thread.submit(partial(self._analyse, game.record))
                thread.stop()
            analysis = self._analyses.get(key)
            if analysis and analysis.done() and not analysis.exception():
                game.analysis = analysis.result()
        analyses = (self._analyses.get((game, game.undone)) for game in self.games)
        self._change(analysing=any(each and not each.done() for each in analyses))

    # Keys and clicks.

    def press(self, key: str, *, repeated: bool = False) -> None:
        if self.view.notice:
            self._change(notice="")
        if self.sheets.open:
            self.sheets.press(key, repeated=repeated)
        elif self.person_plays and (view := self._press_own(key, repeated=repeated)):
            self.view = view
        elif overlay := OVERLAY_KEYS.get(key):
            if not repeated and overlay in overlays_of(self._pictures):
                self.settings.overlays ^= {overlay}
        elif (command := KEYS.get(key)) and (not repeated or command in REPEATED):
            self._run(command)

    def _press_own(self, key: str, *, repeated: bool) -> ViewState | None:
        """Handle a key that has its own meaning in a person's game; None if it has none."""
        press = press_to_steer if self.playback.in_real_time else press_to_choose
        return press(self.view, self.playback, key, repeated=repeated)

    def seek(self, ply: int) -> None:
        if not self.sheets.open:
            self._change(countdown=0, line_rounds=0)
            self.playback.seek(min(ply, self.view.newest(self.playback)))

    def choose_target(self, number: int) -> None:
        """The action with that number was clicked, and is played at once; or a piece, which is
        selected."""
        if self.playback.person_chooses and not self.sheets.open:
            self.view = choose_target(self.view, self.playback, number)

    # Commands.

    def _run(self, command: Command) -> None:
        if self.settings.change(command):
            return
        playback, shown = self.playback, self.view.line_rounds
        if command in JUMPS and self.view.countdown:
            self._change(countdown=0)
        if shown and command in STEPS:
            step = 1 if command in (Command.ROUND_FORWARD, Command.PLY_FORWARD) else -1
            self._change(line_rounds=min(shown + step, self.line_length))
            return
        if shown and (command in JUMPS or command is Command.PAUSE):
            self._change(line_rounds=0)
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
                playback.seek(self.view.newest(playback))
            case _ if command in MISTAKES:
                self._go_to_mistake(command)
            case Command.BETTER_LINE:
                self._show_line(shown)
            case Command.TAKE_OVER:
                self._open_takeover_menu()
            case Command.HELP:
                in_real_time = playback.in_real_time
                rows = help_rows(
                    steering=self.steering if in_real_time else self.person_plays,
                    arrows_step=not self.person_plays,
                    analysed=playback.analysed,
                    in_real_time=in_real_time,
                )
                self.sheets.open = HelpSheet(rows)
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
        playback, view = self.playback, self.view
        if view.countdown:
            self._change(countdown=0, started=False)
        elif not playback.paused:
            playback.pause()
        elif view.waits_for_start(playback):
            self.view = counting_down(view)
        else:
            if view.looking_back(playback):
                playback.seek(view.newest(playback))
            self._change(started=True)
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
            self._change(notice=f"no {way} bad move")
        elif analyses:
            is_pacman = self.playback.in_real_time
            self._change(notice="Pac-Man made no bad move" if is_pacman else "no move was bad")

    def _show_line(self, shown: int) -> None:
        """Show the first round of the better line, or the game again."""
        if not shown and self.line_length:
            self.playback.seek(self.playback.before)
            self._change(line_rounds=1)
        elif not shown and self.playback.analysed:
            self._change(notice="there is no better line here; N goes to the next bad move")

    def _open_takeover_menu(self) -> None:
        ply = self.playback.reached
        if all(game.states[min(ply, len(game.states) - 1)].is_terminal for game in self.games):
            self._change(notice="the game is over here; step back with < before you take over")
        else:
            self.sheets.open = TakeoverMenu(self.playback, self._pictures[0].symbols)

    def _after_sheet(self, sheet: OpenSheet) -> None:
        if isinstance(sheet, StartMenu):
            if sheet.cancelled:
                self.next_action = NextAction.QUIT
            if sheet.game is not self.games[0]:
                self._replace(0, sheet.game)
        elif isinstance(sheet, TakeoverMenu) and sheet.branch:
            self._replace(*sheet.branch)

    def _replace(self, number: int, game: GameSource) -> None:
        """Replace game `number` by `game`."""
        self.playback.replace(number, game)
        self._change(started=False, own_game_ended=False)
        self._pictures = pictures_of(self.playback)


COUNTDOWN = 2.25
"""Seconds from the first key of a person who plays to the first move."""


def press_to_steer(
    view: ViewState, playback: Playback, key: str, *, repeated: bool
) -> ViewState | None:
    """Handle a key that has its own meaning in a person's game; None if it has none.

    While a person plays, the arrows steer. In a paused game each arrow makes one move. After
    stepping back, an arrow returns to the newest position. Once the person's game has ended, arrows
    do nothing: they may still be held down.
    """
    if not view.steering(playback):
        return view if key in STEERING and playback.own_game else None
    if key in STEERING:
        return _steer(view, playback, STEERING[key], repeated=repeated)
    if playback.after < view.newest(playback):
        return None
    if key == "." and playback.paused and not repeated and not view.waits_for_start(playback):
        return _move(view, playback, Action.STOP)
    # Agents wait for the person, who makes a move by steering.
    is_step = KEYS.get(key) in (Command.ROUND_FORWARD, Command.PLY_FORWARD)
    return view if is_step else None


def others_move_next(view: ViewState, playback: Playback) -> bool:
    """Whether the newest position is shown, and only other agents still move in this round."""
    game = playback.own_game
    if game is None or not view.steering(playback) or not playback.idle:
        return False
    newest = playback.after >= view.newest(playback) and not game.over
    waits = view.waits_for_start(playback)
    return newest and not waits and game.states[-1].to_move not in (0, _own_agent(game))


def _steer(view: ViewState, playback: Playback, action: Action, *, repeated: bool) -> ViewState:
    assert playback.own_game
    assert playback.own_game.keyboard
    if view.looking_back(playback):
        if not repeated:
            playback.seek(view.newest(playback))
    elif view.countdown or not playback.paused:
        playback.own_game.keyboard.steer(action)
    elif view.waits_for_start(playback):
        playback.own_game.keyboard.steer(action)
        return counting_down(view)
    elif not repeated or playback.idle:
        return _move(view, playback, action)
    return view


def counting_down(view: ViewState) -> ViewState:
    """Count down to the first move."""
    return replace(view, countdown=COUNTDOWN, started=True)


def _move(view: ViewState, playback: Playback, action: Action) -> ViewState:
    """Make one move of a paused game, if it is legal."""
    game = playback.own_game
    assert game
    assert game.keyboard
    if not playback.idle:
        if playback.fraction >= 1:
            return view  # the previous move isn't made yet
        playback.seek(playback.after)
    if action in _legal_in_round(game):
        game.keyboard.steer(action)
        playback.round_forward()
        return replace(view, started=True)
    is_stop = action is Action.STOP
    return replace(view, notice="a ghost can't stop" if is_stop else f"you can't go {action} here")


def _legal_in_round(game: GameSource) -> tuple[Action, ...]:
    """What the person can do in this round; for a ghost, a guess: it may be eaten before."""
    state, agent = game.states[-1], _own_agent(game)
    while state.to_move != agent and not state.is_terminal:
        state = state.successor(state.legal_actions()[-1])
    return tuple(Action) if state.is_terminal else state.legal_actions()


def _own_agent(game: GameSource) -> int:
    """The number of the agent that the person steers."""
    return next(n for n, player in enumerate(game.players) if player is game.keyboard)


_ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def press_to_choose(
    view: ViewState, playback: Playback, key: str, *, repeated: bool
) -> ViewState | None:
    """Handle a key that has its own meaning in a person's game; None if it has none.

    Where a person is to move, arrows select an action and Enter plays it; its number plays it at
    once. In an earlier position, that undoes what was played since.
    """
    if not playback.person_chooses:
        return None
    if key in _ARROWS:
        if playback.awaits_choice:
            state = _state(playback)
            action = nearest_action(state, view.selected(playback), _ARROWS[key])
            return replace(view, selection=(state, action))
    elif key.isdecimal():
        return choose_number(view, playback, int(key) - 1)
    elif key == INSIGHT_KEY:
        settings = playback.settings
        settings.overlays = set() if settings.overlays else set(BOARD_OVERLAYS)
    elif key == "enter" and playback.awaits_choice:
        if not repeated:
            playback.choose(view.selected(playback))
    else:
        return None
    return view


def choose_number(view: ViewState, playback: Playback, number: int) -> ViewState:
    """Play the action with that number, from 0, if a person is to move."""
    actions = _state(playback).legal_actions() if playback.awaits_choice else ()
    if number in range(len(actions)):
        playback.choose(actions[number])
    elif actions:
        notice = f"choose a number from 1 to {min(len(actions), 9)}"
        return replace(view, notice=notice)
    return view


def choose_target(view: ViewState, playback: Playback, number: int) -> ViewState:
    """Play the action with that number, or select it if as many are to be added to its number as
    there are actions: a piece was clicked."""
    state = _state(playback) if playback.awaits_choice else None
    actions = state.legal_actions() if state else ()
    if state and number in range(len(actions), 2 * len(actions)):
        return replace(view, selection=(state, actions[number - len(actions)]))
    return choose_number(view, playback, number)


def _state(playback: Playback) -> Any:
    """The position in which a person is to choose."""
    assert playback.persons_game
    return playback.persons_game.states[playback.after]


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
