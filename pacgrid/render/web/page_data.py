"""A whole game for the page, which knows no rules: a session runs, and all its frames are kept."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.records.record import Record
from pacgrid.render.web.frame_json import ElementTable, FrameJson, Parts, frame_json, layers, plain
from pacgrid.search import CHANCE
from pacgrid.session.frame import NO_MARKS, Frame, Overlay, Scene, Sheet, SheetRow, overlays_for
from pacgrid.session.game_session import GameSession
from pacgrid.session.playback import ReplayedGame
from pacgrid.session.session import (
    BOARD_HELP,
    FASTEST,
    HELP,
    KEYS,
    MISTAKES,
    MOVES_PER_SECOND,
    SLOWEST,
    SPEED,
    STEP_FACTOR,
    Command,
    Settings,
)
from pacgrid.session.themes import THEMES

MOMENTS = 8
"""Frames for a round; between them the page moves figures on straight lines."""
_SPEED = 8.0
"""Rounds per second while frames are taken; a power of two, so that no fraction is rounded."""
_EVERYWHERE = (Overlay.DISTANCE, Overlay.DANGER)
_DRAWN = (
    *_EVERYWHERE,
    Overlay.EXPANDED,
    Overlay.PRINCIPAL_VARIATION,
    Overlay.VALUES,
    Overlay.BEST_MOVE,
)
"""Overlays that mark the board, from the bottom up."""
_BOARD_OVERLAYS = (Overlay.VALUES, Overlay.PRINCIPAL_VARIATION, Overlay.FEATURES)
_MARKS = ("below", "letters")
_MOVING = ("figures", "food", "capsules", "letters")
"""The layers that overlays mark, and those that change while a round is on its way."""
_LIVE = (Command.TAKE_OVER, Command.PLAY_AGAIN, Command.NEXT_GAME, Command.QUIT)
"""What a saved page can't do: it has no agents."""
SAVED_COMMANDS = {
    key: command.name
    for key, command in KEYS.items()
    if command not in MISTAKES and command not in _LIVE and key != "f11"
}
_ANALYSIS_COMMANDS = {key: each.name for key, each in KEYS.items() if each in MISTAKES}
_LONGEST_DELAY = 0.25
"""Seconds that it goes on at most from one picture to the next."""
_KEY_CAPS = {"space": " ", "←": "left", "→": "right", "↑": "up", "↓": "down"}


def page_data(record: Record, analysis: GameAnalysis | None = None) -> dict[str, Any]:
    """All frames of a game as columns, in a single iteration, and what keys do: see `columns`."""
    # A game has the same page when it was saved and loaded again.
    moves = tuple(replace(move, seconds=round(move.seconds, 6)) for move in record.moves)
    game = ReplayedGame(replace(record, moves=moves), analysis=analysis)
    if not record.setup.in_real_time:
        return _board_data(game, SAVED_COMMANDS)
    return _pacman_data(game, SAVED_COMMANDS | (_ANALYSIS_COMMANDS if analysis else {}))


def _board_data(game: ReplayedGame, commands: Mapping[str, str]) -> dict[str, Any]:
    """A board game: each step is a move, with what agents thought if they did."""
    shown = {*_BOARD_OVERLAYS} if _is_thoughtful(game) else set[Overlay]()
    session = _session(game, shown, MOVES_PER_SECOND)
    table = ElementTable()
    decides = (state.is_terminal or state.to_move != CHANCE for state in game.states)
    stops = [ply for ply, is_decision in enumerate(decides) if is_decision]
    return {
        "iterations": [_iteration(session, stops, commands, table)],
        **player_data(MOVES_PER_SECOND, BOARD_HELP, commands),
        "elements": table.elements,
    }


def _pacman_data(game: ReplayedGame, commands: Mapping[str, str]) -> dict[str, Any]:
    """A game of Pac-Man. Each step is a ply, and it plays by rounds, which have moments on their
    way. Overlays are switched in the page, which has the marks of each; with an analysis, what
    should have been played is shown at first."""
    analysed = game.analysis is not None
    commands = {**commands, **{each.key: each.value for each in overlays_for(analysed=analysed)}}
    session, table = _session(game, set(Overlay), SPEED), ElementTable()
    agents, last = len(game.agents), len(game.states) - 1
    rounds = [min(start + agents, last) for start in range(0, last, agents)]
    iteration = _iteration(session, rounds, commands, table) | {
        "stops": rounds,
        "moments": columns(list(_moments(game, table)), _MOVING),
    }
    marks = [*_marks(session, table)]
    switches = iteration["view"]["switches"][0][0]
    on = {Overlay.BEST_MOVE} if analysed else set[Overlay]()
    for switch in switches:
        overlay = switch["overlay"]
        switch |= {"on": overlay in on, "off": _why_not(overlay, game, iteration, marks)}
    return {
        "iterations": [iteration],
        "momentsPerStop": MOMENTS,
        "endingSpeed": _SPEED,
        "marks": columns(marks, _DRAWN),
        "overlays": (*_DRAWN, Overlay.FEATURES),
        "on": [*on],
        "switches": switches,
        **player_data(SPEED, HELP, commands),
        "elements": table.elements,
    }


def _is_thoughtful(game: ReplayedGame) -> bool:
    return any(move.thought for move in game.moves)


def _session(game: ReplayedGame, overlays: set[Overlay], speed: float) -> GameSession:
    return GameSession(game, settings=Settings(speed, overlays=overlays), patience=None)


def _iteration(
    session: GameSession, cuts: Sequence[int], commands: Mapping[str, str], table: ElementTable
) -> dict[str, Any]:
    (game,) = session.games
    analysis = game.analysis
    marked = [move.ply for move in analysis.marked()] if analysis else []
    turning_point = analysis.turning_point() if analysis else None
    frames = []
    for ply in range(len(game.states)):
        session.seek(ply)
        frames.append(_saved(session, commands, table))
    return {
        **stepped_frames(frames),
        "cuts": cuts,
        "actions": cuts,
        "targets": {},
        "mistakes": marked,
        "turningPoint": turning_point and turning_point.ply,
    }


def _saved(session: GameSession, commands: Mapping[str, str], table: ElementTable) -> FrameJson:
    """What is shown now. What the session does is up to the page; so are the marks on boards of
    Pac-Man."""
    frame = session.frame()
    (board,), keys = frame.boards, frame.keys
    if isinstance(scene := board.scene, Scene):
        board, keys = replace(board, scene=replace(scene, marks=NO_MARKS)), ()
    else:
        frame = replace(frame, switches=())
    keys = tuple(hint for hint in keys if not hint.caps[0].isdigit())
    caption = replace(frame.caption, status="")
    frame = replace(frame, boards=(board,), caption=caption, keys=keys)
    return saved_frame(frame, commands, table)


def _moments(game: ReplayedGame, table: ElementTable) -> Iterator[Parts]:
    """What moves in all rounds on their way, and then while the game ends."""
    if len(game.states) == 1:
        return
    session = _session(game, set(), _SPEED)
    session.seek(0)
    session.press(" ")
    while (frame := session.frame()).moving:
        scene = frame.boards[0].scene
        assert isinstance(scene, Scene)
        yield layers(scene, table, _MOVING)
        session.advance(1 / (_SPEED * MOMENTS))


def _marks(session: GameSession, table: ElementTable) -> Iterator[Parts]:
    for ply in range(len(session.games[0].states)):
        session.seek(ply)
        found: Parts = {}
        for overlay in _DRAWN:
            session.settings.overlays = {overlay}
            scene = session.frame().boards[0].scene
            assert isinstance(scene, Scene)
            found[overlay] = layers(scene, table, _MARKS)
        yield found


def _why_not(overlay: Overlay, game: ReplayedGame, iteration: Parts, marks: Sequence[Parts]) -> str:
    """Why an overlay has nothing to show in the whole game; empty if it has."""
    insights = (insight for change in iteration["boards"][0]["insight"] for insight in change)
    if any(panel["overlay"] == overlay for each in insights for panel in each["panels"]):
        return ""
    if overlay in _EVERYWHERE or any(any(each.get(overlay, {}).values()) for each in marks):
        return ""
    if _is_thoughtful(game):
        return f"No agent in this game reported {overlay.meaning}"
    return "This game was recorded without thoughts"


def columns(frames: Sequence[Parts], parts: Iterable[str]) -> Parts:
    """By part: its value in each frame in a list, which is empty if nothing changed."""
    pairs = [*zip(frames, [{}, *frames], strict=False)]
    return {
        part: [[] if old.get(part, ...) == new[part] else [new[part]] for new, old in pairs]
        for part in parts
    }


def saved_frame(frame: Frame, commands: Collection[str], table: ElementTable) -> FrameJson:
    """A frame with the keys that the page has."""
    keys = tuple(hint for hint in frame.keys if not hint.key or hint.key in commands)
    return frame_json(replace(frame, keys=keys), table)


def stepped_frames(frames: Sequence[FrameJson]) -> dict[str, Any]:
    """Frames for a page that steps through them, as columns."""
    views = [each["view"] for each in frames]
    boards = zip(*(each["boards"] for each in frames), strict=True)
    return {
        "view": columns(views, views[0]),
        "boards": [columns(board, board[0]) for board in boards],
    }


def player_data(
    speed: float, rows: Iterable[tuple[str, str]], commands: Mapping[str, str]
) -> dict[str, Any]:
    """All but the frames.

    Args:
        rows: the help; what isn't in `commands` is left out.
        commands: what keys do.
    """
    keys = (
        SheetRow(caps, effect)
        for caps, effect in rows
        if all(_KEY_CAPS.get(cap, cap).lower() in commands for cap in caps.split())
    )
    return {
        "themes": [*THEMES],
        "speed": speed,
        "speeds": [SLOWEST, FASTEST],
        "faster": STEP_FACTOR,
        "longestDelay": _LONGEST_DELAY,
        "help": plain(Sheet("Keys", tuple(keys), hint="any key: close")),
        "commands": commands,
    }
