"""What the keys of a person who steers an agent do."""

from dataclasses import replace

from pacgrid.action import Action
from pacgrid.session.game_source import GameSource
from pacgrid.session.key_commands import KEYS, Command
from pacgrid.session.keyboard_agent import STEERING
from pacgrid.session.playback import Playback
from pacgrid.session.view_state import ViewState

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
