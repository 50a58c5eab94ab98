"""A whole game for the page, which knows no rules: a session runs, and all its frames are kept."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.records.record import Record
from pacgrid.render.web.frame_json import (
    FigureTable,
    FrameJson,
    Parts,
    frame_json,
    half_cells,
    insight_json,
    layers,
    sheet_json,
    speed_text,
    theme_name,
)
from pacgrid.search import CHANCE
from pacgrid.session.best_move import best_move_panels
from pacgrid.session.frame import Frame, Overlay, Sheet, SheetRow, overlays_for
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.key_commands import ANALYSIS, BOARD_HELP, HELP, KEYS, STEP_FACTOR, Command
from pacgrid.session.overlays import insight_of, marks_of
from pacgrid.session.scene import NO_MARKS, Marks, Scene, Transition, scene
from pacgrid.session.session import FASTEST, MOVES_PER_SECOND, SLOWEST, SPEED, Settings
from pacgrid.session.themes import THEMES, other_background, other_colours
from pacgrid.state import State

STEPS = 8
"""Frames for a round; between them the page moves figures on straight lines."""
_SPEED = 8.0
"""Rounds per second while frames are taken; a power of two, so that no fraction is rounded."""
_EVERYWHERE = (Overlay.DISTANCE, Overlay.DANGER)
"""Overlays that mark most of the cells."""
_DRAWN = (
    *_EVERYWHERE,
    Overlay.EXPANDED,
    Overlay.PRINCIPAL_VARIATION,
    Overlay.VALUES,
    Overlay.BEST_MOVE,
)
"""Overlays that mark the board, from the bottom up."""
_FIRST_LETTER = 48
_CHANGES_IN_ROUNDS = ("looks", "food", "capsules", "letters", "positions")
"""Parts of frames. Of figures only how they look: the page knows where they go."""
_CHANGES_IN_LINES = ("below", "figures", "food", "capsules", "letters", "positions")
_CHANGES_IN_ENDING = ("figures", "capsules", "letters")
_STEPS = {
    **dict.fromkeys(("left", "<"), "ACTION_BACK"),
    **dict.fromkeys(("right", ">"), "ACTION_FORWARD"),
}
_MISTAKES = {
    "b": "ROUND_BACK",
    "n": "ROUND_FORWARD",
    "x": "TURNING_POINT",
    "v": "BETTER_LINE",
}
_LIVE = (Command.TAKE_OVER, Command.PLAY_AGAIN, Command.NEXT_GAME, Command.SOUND, Command.QUIT)
"""What a saved page can't do: it has no agents."""
SAVED_COMMANDS = {
    key: command.name
    for key, command in KEYS.items()
    if command not in ANALYSIS and command not in _LIVE and key != "f11"
}
_LONGEST_DELAY = 0.25
"""Seconds that it goes on at most from one picture to the next."""
_KEY_CAPS = {"space": " ", "←": "left", "→": "right", "↑": "up", "↓": "down"}


def page_data(record: Record, analysis: GameAnalysis | None = None) -> dict[str, Any]:
    """All frames of a game, as columns: see `columns`. With an analysis, what should have been
    played is shown at first.

    `plies` are the frames after each ply. On its way, a round looks like its last ply but for
    `steps`, `stepsPerRound` of them for each round; so does the `ending` of the game.
    """
    # A game has the same page when it was saved and loaded again.
    moves = tuple(replace(move, seconds=round(move.seconds, 6)) for move in record.moves)
    record = replace(record, moves=moves)
    table = FigureTable(list(THEMES.values()))
    game = ReplayedGame(record, analysis=analysis)
    analysed = analysis is not None
    shown = {Overlay.BEST_MOVE} if analysed else set()
    commands = SAVED_COMMANDS | {
        key: command.name for key, command in KEYS.items() if analysed and command in ANALYSIS
    }
    commands |= {each.key: each.value for each in overlays_for(analysed=analysed)}
    turning_point = analysis.turning_point() if analysis else None
    overlays = _Overlays(game, table)
    agents, last = len(record.agents), len(moves)
    round_ends = [min(start + agents, last) for start in range(0, last, agents)]
    plies, played = list(_plies(game, table, overlays)), list(_played(record, table))
    first_of_ending = STEPS * len(round_ends)
    return {
        "plies": columns(plies, plies[0]),
        "steps": columns(played[:first_of_ending], _CHANGES_IN_ROUNDS),
        "stepsPerRound": STEPS,
        "ending": columns(played[first_of_ending:], _CHANGES_IN_ENDING),
        "endingRate": STEPS * _SPEED,
        "roundEnds": round_ends,
        "overlays": (*_DRAWN, Overlay.FEATURES),
        "on": [*shown],
        "mistakes": [move.ply for move in analysis.marked()] if analysis else [],
        "lines": _lines(game, table),
        "turningPoint": turning_point and turning_point.ply,
        "cells": overlays.cells,
        "markings": list(overlays.markings),
        "firstLetter": _FIRST_LETTER,
        "switches": [
            switch
            | {"on": switch["overlay"] in shown, "off": _why_not(switch["overlay"], record, plies)}
            for switch in plies[0]["switches"]
        ],
        **player_data(SPEED, HELP, commands),
        **table.lists,
    }


def _plies(game: ReplayedGame, table: FigureTable, overlays: "_Overlays") -> Iterator[Parts]:
    """The frame after each ply, with the marks and the insight of all overlays."""
    session, record, analysis = GameSession(game, patience=None), game.record, game.analysis
    analysed_plies = overlays.analysed
    thoughtful = [
        ply for ply, move in enumerate(record.moves) if move.thought or ply in analysed_plies
    ]
    states = game.states
    for now, state in enumerate(states):
        session.seek(now)
        frame = session.frame()
        # What the session does is up to the page.
        frame = replace(frame, caption=replace(frame.caption, status=""))
        parts = frame_json(frame, table)
        # In the end there is what was thought before the last move.
        ply = thoughtful[-1] if state.is_terminal and thoughtful else now
        move = record.moves[ply] if ply < len(record.moves) else None
        analysed = overlays.analysed.get(ply)
        best = best_move_panels(game.setup, states[ply], analysed, analysis) if analysis else ()
        insight = insight_of(states[ply], move, record.agents, set(Overlay), best)
        own = {"insight": insight_json(insight), **overlays.marks(now, state)}
        yield {**parts["view"], **parts["boards"][0], **own}


def _played(record: Record, table: FigureTable) -> Iterator[Parts]:
    """What moves in all rounds on their way, and then while the game ends."""
    if not record.moves:
        return
    session = GameSession(ReplayedGame(record), settings=Settings(speed=_SPEED), patience=None)
    session.seek(0)
    session.press(" ")
    while (frame := session.frame()).moving:
        seen = frame.boards[0].scene
        assert isinstance(seen, Scene)
        drawn = layers(seen, table)
        looks = [number for number, *_ in drawn["figures"]]
        yield {**drawn, "looks": looks, "positions": ""}
        session.advance(1 / (_SPEED * STEPS))


def _lines(game: ReplayedGame, table: FigureTable) -> dict[int, list[Parts]]:
    """By ply, where a better line is known: what its rounds look like."""
    session = GameSession(game, settings=Settings(overlays={Overlay.BEST_MOVE}), patience=None)
    lines: dict[int, list[Parts]] = {}
    for move in game.analysis.marked() if game.analysis else ():
        session.seek(move.ply)
        session.press("v")
        frames = [frame_json(session.frame(), table)]
        while session.view.line_rounds < session.line_length:
            session.press(">")
            frames.append(frame_json(session.frame(), table))
        lines[move.ply] = [
            {part: each["boards"][0][part] for part in _CHANGES_IN_LINES}
            | {"caption": each["view"]["caption"]}
            for each in frames
        ]
    return lines


class _Overlays:
    """What overlays mark in a game."""

    def __init__(self, game: ReplayedGame, table: FigureTable) -> None:
        maze = game.states[0].maze
        self.analysed = {move.ply: move for move in (game.analysis.moves if game.analysis else ())}
        self.cells = [half_cells(position, maze) for position in maze.positions]
        self.markings: dict[tuple[Any, ...], int] = {(): 0}
        """By what can be in a cell (layers, figures and their opacity): its number."""
        self._thoughts = [*(move.thought for move in game.moves), None]
        self._table = table
        self._latest: dict[Overlay, tuple[Marks, Any]] = {}

    def marks(self, ply: int, state: State) -> Parts:
        """The layers of each overlay; where most cells are marked, a letter for each of them."""
        thought = self._thoughts[ply]
        standing = scene(Transition.standing(state), 1)
        for overlay in _DRAWN:
            analysed = self.analysed.get(ply)
            marks = NO_MARKS
            if not state.is_terminal:
                marks = marks_of(state, thought, {overlay}, analysed)
            if overlay in self._latest and marks == self._latest[overlay][0]:
                continue
            drawn = layers(replace(standing, marks=marks), self._table, ("below", "letters"))
            folded = self._folded(drawn) if overlay in _EVERYWHERE else drawn
            self._latest[overlay] = marks, folded
        return {overlay: found for overlay, (_, found) in self._latest.items()}

    def _folded(self, drawn: Parts) -> str:
        """A letter for each cell, which stands for all that is in it."""
        found: dict[tuple[float, float], list[Any]] = {}
        for layer, stamps in drawn.items():
            for number, opacity, at in stamps:
                for place in zip(at[::2], at[1::2], strict=True):
                    found.setdefault(place, []).append((layer, number, opacity))
        markings = (tuple(found.get(cell, ())) for cell in self.cells)
        numbers = (self.markings.setdefault(each, len(self.markings)) for each in markings)
        return "".join(chr(_FIRST_LETTER + number) for number in numbers)


def _why_not(overlay: Overlay, record: Record, plies: list[Parts]) -> str:
    """Why an overlay has nothing to show in the whole game; empty if it has."""
    panels = {panel.get("overlay") for ply in plies for panel in ply["insight"]["panels"]}
    if overlay in _EVERYWHERE or overlay in panels:
        return ""
    if overlay in _DRAWN and any(layer for ply in plies for layer in ply[overlay].values()):
        return ""
    if any(move.thought for move in record.moves):
        return f"No agent in this game reported {overlay.meaning}"
    return "This game was recorded without thoughts"


def board_page_data(record: Record, analysis: GameAnalysis | None = None) -> dict[str, Any]:
    """The frames after each ply as columns, in a single iteration, with what agents thought."""
    # A game has the same page when it was saved and loaded again.
    moves = tuple(replace(move, seconds=round(move.seconds, 6)) for move in record.moves)
    record = replace(record, moves=moves)
    table = FigureTable(list(THEMES.values()))
    commands = SAVED_COMMANDS | _STEPS | (_MISTAKES if analysis else {})
    session = _session(record, analysis)
    frames = []
    for ply in range(len(moves) + 1):
        session.seek(ply)
        frames.append(_saved(session, commands, table))
    turning_point = analysis.turning_point() if analysis else None
    states = list(record.states())
    decisions = [
        ply for ply, state in enumerate(states) if state.is_terminal or state.to_move != CHANCE
    ]
    iteration = {
        **stepped_frames(frames),
        "cuts": [move.ply for move in analysis.marked()] if analysis else [],
        "actions": decisions,
        "targets": {},
        "turningPoint": turning_point and turning_point.ply,
        "lines": _better_lines(session, analysis, commands, table) if analysis else {},
    }
    return {
        "iterations": [iteration],
        **player_data(MOVES_PER_SECOND, BOARD_HELP, commands),
        **table.lists,
    }


def _session(record: Record, analysis: GameAnalysis | None) -> GameSession:
    """A session that shows the game, with what agents thought."""
    thoughtful = any(move.thought for move in record.moves)
    overlays = {Overlay.VALUES, Overlay.PRINCIPAL_VARIATION, Overlay.FEATURES} if thoughtful else ()
    shown = {*overlays, *([Overlay.BEST_MOVE] if analysis else ())}
    game = ReplayedGame(record, analysis=analysis)
    return GameSession(game, settings=Settings(MOVES_PER_SECOND, overlays=shown), patience=None)


def _saved(session: GameSession, commands: Mapping[str, str], table: FigureTable) -> FrameJson:
    """What is shown now; what the session does is up to the page."""
    frame = session.frame()
    keys = tuple(hint for hint in frame.keys if not hint.caps[0].isdigit())
    caption = replace(frame.caption, status="")
    frame = replace(frame, caption=caption, switches=(), keys=keys)
    return saved_frame(frame, commands, table)


def _better_lines(
    session: GameSession,
    analysis: GameAnalysis,
    commands: Mapping[str, str],
    table: FigureTable,
) -> dict[int, list[FrameJson]]:
    """By ply, where a better line is known: the frames of its positions."""
    lines = {}
    for move in analysis.marked():
        session.seek(move.ply)
        session.press("v")
        frames = [_saved(session, commands, table)]
        while session.view.line_rounds < session.line_length:
            session.press(">")
            frames.append(_saved(session, commands, table))
        lines[move.ply] = frames
    return lines


def columns(frames: Sequence[Parts], parts: Iterable[str]) -> Parts:
    """By part: its value in each frame in a list, which is empty if nothing changed."""
    pairs = [*zip(frames, [{}, *frames], strict=False)]
    return {
        part: [[] if old.get(part, ...) == new[part] else [new[part]] for new, old in pairs]
        for part in parts
    }


def saved_frame(frame: Frame, commands: Collection[str], table: FigureTable) -> FrameJson:
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
    return {
        "themes": [
            {
                "name": name,
                "light": theme.light,
                "numbered": theme.numbered,
                "colours": theme_name(other_colours(theme)),
                "background": theme_name(other_background(theme)),
            }
            for name, theme in THEMES.items()
        ],
        "speeds": _speeds(speed),
        "speed": _speeds(speed).index(speed_text(speed)),
        "longestDelay": _LONGEST_DELAY,
        "help": sheet_json(Sheet("Keys", tuple(_help(rows, commands)), hint="any key: close")),
        "commands": commands,
    }


def _speeds(speed: float) -> list[str]:
    """All speeds that keys reach from this one, from the slowest."""
    speeds = {SLOWEST, speed, FASTEST}
    for factor in (STEP_FACTOR, 1 / STEP_FACTOR):
        settings = Settings(speed)
        while SLOWEST < settings.speed < FASTEST:
            settings.change_speed(factor)
            speeds.add(settings.speed)
    return [speed_text(speed) for speed in sorted(speeds)]


def _help(rows: Iterable[tuple[str, str]], commands: Mapping[str, str]) -> Iterator[SheetRow]:
    for caps, effect in rows:
        if all(_KEY_CAPS.get(cap, cap).lower() in commands for cap in caps.split()):
            yield SheetRow(caps, effect)
