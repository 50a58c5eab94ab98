"""What an analysis says about moves."""

from dataclasses import replace
from threading import Event

from helpers.analyses import analysis_of
from helpers.game_sources import eastward
from helpers.recorded import GAME, moved
from pacgrid import Action, Layout, Record
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark, Unit
from pacgrid.session.best_move import (
    best_move_panels,
    line_positions,
    marked_moves,
    turning_point_line,
    value_curve,
    value_fact,
)
from pacgrid.session.frame import Fact, Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.session import Settings
from pacgrid.session.themes import Ink

ROOM = Layout.parse("%%%%%\n%...%\n%.P.%\n%%%%%")
RECORD = moved(ROOM, "EWN")
AGENTS = len(GAME.agents)
GAME_LINE = [move.action for move in GAME.moves[: 3 * AGENTS]]
BAD = {2 * AGENTS: 90.0, 5 * AGENTS: 412.4, 7 * AGENTS: 31.0}
ANALYSIS = analysis_of(GAME, BAD)


STATES = tuple(RECORD.states())


def analysed(analysis: GameAnalysis | None = ANALYSIS) -> GameSession:
    settings = Settings(overlays={Overlay.BEST_MOVE})
    return GameSession(ReplayedGame(GAME, analysis=analysis), settings=settings, patience=None)


def moves_of(*regrets: float, unit: Unit = "points") -> GameAnalysis:
    """Of `RECORD`: going north would have been better by so much, with the marks of an inaccuracy,
    a mistake and a blunder."""
    return GameAnalysis("a judge", unit, tuple(
        AnalysedMove(
            ply, 0, RECORD.moves[ply].action,
            {RECORD.moves[ply].action: 0.5, Action.NORTH: 0.5 + regret},
            Action.NORTH, regret, mark, (Action.NORTH, Action.EAST),
        )
        for ply, (regret, mark) in enumerate(zip(regrets, Mark, strict=False))
    ))  # fmt: skip


def test_the_table_has_all_actions_and_says_what_was_played() -> None:
    move = replace(moves_of(412.4).moves[0], mark=Mark.BLUNDER)
    table, line, judge = best_move_panels(RECORD.setup, RECORD.first_state, move, moves_of())
    assert [(row.label, row.value, row.ink) for row in table.rows] == [
        ("↑ north", "412.9", Ink.BEST),
        ("→ east ??", "0.5", Ink.BAD),
    ]
    assert table.note == "Going east is a blunder, 412 points worse than going north."
    assert [(row.label, row.value) for row in line.rows] == [("Pac-Man", "↑ →")]
    assert judge.note == "Judge: a judge"
    *_, judge = best_move_panels(RECORD.setup, RECORD.first_state, move, ANALYSIS)
    assert [(row.label, row.value) for row in judge.rows] == [
        ("?? blunder", "1"),
        ("? mistake", "1"),
        ("?! inaccuracy", "1"),
        ("mean regret", f"{533.4 / GAME.rounds:.0f} points"),
    ]


def test_a_move_that_was_not_judged_has_only_a_note() -> None:
    turn = RECORD.first_state
    assert [panel.note for panel in best_move_panels(RECORD.setup, turn, None, moves_of())][
        :-1
    ] == [""]
    turn = GAME.first_state.successor(GAME.moves[0].action)
    note, _ = best_move_panels(RECORD.setup, turn, None, ANALYSIS)
    assert note.note.startswith("Not judged")


def test_a_good_move_is_said_to_be_good_and_a_chance_is_in_percent() -> None:
    first = moves_of(0.25, unit="chance of winning")
    table, *_ = best_move_panels(RECORD.setup, RECORD.first_state, first.moves[0], first)
    assert table.rows[0].value == "75.0 %"
    assert "25 percentage points worse" in table.note
    best = replace(first.moves[0], best=Action.EAST, regret=0, mark=None, line=())
    table, _ = best_move_panels(RECORD.setup, RECORD.first_state, best, first)
    assert table.note == "Going east is best."


def test_marks_have_words_signs_and_the_ply_before_the_move() -> None:
    marks = marked_moves(moves_of(35, 90, 0.04), RECORD.setup, STATES)
    assert [(mark.ply, mark.sign, mark.ink) for mark in marks] == [
        (0, "?!", Ink.VALUE),
        (1, "?", Ink.BAD),
        (2, "??", Ink.DANGER),
    ]
    assert marks[0].words.startswith("move 1: going east is an inaccuracy, 35 points worse")


def test_values_go_on_where_nothing_is_known_and_end_with_the_score() -> None:
    states, known = list(RECORD.states()), moves_of(10)
    assert value_curve(known, states) == (10.5, 0.5, 0.5, 0.5)
    *_, last = value_curve(ANALYSIS, list(GAME.states()))
    assert last == GAME.score
    assert value_curve(moves_of(0.25, unit="chance of winning"), states) == (75, 50, 50, 50)


def test_keys_go_from_mistake_to_mistake_and_to_the_costliest() -> None:
    it = analysed()
    for key, rounds in (("n", 2), ("n", 5), ("n", 7), ("n", 7), ("b", 5), ("home", 0), ("x", 5)):
        it.press(key)
        assert it.playback.after == rounds * AGENTS, (key, rounds)
    it.press("b")
    it.press("b")
    assert it.frame().caption.status == "no earlier bad move"
    it = analysed(analysis_of(GAME, {}))
    it.press("n")
    assert it.frame().caption.status == "Pac-Man made no bad move"


def test_the_position_before_a_bad_move_shows_what_should_have_been_played() -> None:
    it = analysed()
    it.press("x")
    frame = it.frame()
    (board,) = frame.boards
    assert board.insight
    assert "is a blunder, 412 points worse than" in board.insight.panels[0].note
    assert [label.text for label in board.scene.marks.labels] == ["??"]
    assert frame.timeline.rows[0].curve[5 * AGENTS] == GAME.score + 412.4 + 31
    assert [switch.overlay for switch in frame.switches if switch.is_on] == [Overlay.BEST_MOVE]
    assert "n" in [hint.key for hint in frame.keys]


def test_the_better_line_is_played_through_by_rounds() -> None:
    it = analysed()
    it.press("x")
    before, line = it.frame(), ANALYSIS.turning_point().line
    positions = line_positions(GAME.setup, GAME.first_state, GAME_LINE)
    assert [state.to_move for state in positions] == [0] * (len(GAME_LINE) // AGENTS)
    state = list(GAME.states())[5 * AGENTS]
    rounds = line_positions(GAME.setup, state, line)
    assert len(rounds) == it.line_length == 3
    for key, shown in (("v", 1), (">", 2), (".", 3), (">", 3), ("<", 2), ("?", 2), ("q", 2)):
        it.press(key)
        frame = it.frame()
        assert it.view.line_rounds == shown
        assert it.sheets.open or frame.caption.status == f"the better line: round {shown} of 3"
        scene = frame.boards[0].scene
        assert (scene.pacman.position, frame.caption.score) == (
            rounds[shown - 1].pacman,
            rounds[shown - 1].score,
        )
    it.press("v")
    assert it.frame().boards == before.boards
    it.press("v")
    it.press("<")
    assert it.frame().boards == before.boards
    it.press("home")
    it.press("v")
    assert it.frame().caption.status.startswith("there is no better line here")


def test_an_analysis_may_come_while_the_game_is_shown() -> None:
    it = analysed(None)
    it.press("n")
    it.press("7")
    it.press("7")
    before = it.frame()
    assert (before.boards[0].insight, before.timeline.rows[0].marks) == (None, ())
    assert len(before.switches) == 6
    it.games[0].analysis = ANALYSIS
    assert len(it.frame().timeline.rows[0].marks) == 3
    assert it.frame().boards[0].insight


def test_a_chance_is_a_number_to_read() -> None:
    assert value_fact(moves_of(1), 412.4) == Fact("value", "412")
    assert value_fact(moves_of(1, unit="chance of winning"), 75) == Fact("winning", "75 %")


def test_a_game_is_analysed_in_the_background_once_it_is_over() -> None:
    waits, let_go = Event(), Event()

    def analyse(record: Record) -> GameAnalysis:
        assert record.won
        waits.set()
        let_go.wait()
        return analysis_of(record, {1: 300.0})

    it = GameSession(eastward(), patience=None, analyse=analyse)
    while not waits.is_set():
        it.advance(0.5)
    assert it.frame().caption.status == "finding out what the moves cost..."
    assert not it.playback.analysed
    let_go.set()
    while it.view.analysing:
        it.advance(0.1)
    it.advance(0.1)
    assert [mark.sign for mark in it.frame().timeline.rows[0].marks] == [Mark.BLUNDER]
    it = GameSession(eastward(), patience=None, analyse=lambda _: GameAnalysis())
    while not it.playback.at_end or it.view.analysing:
        it.advance(0.5)
    assert not it.playback.analysed, "an error is for those who ask for the analysis later"


def test_a_lost_game_ends_with_its_turning_point() -> None:
    line = "The turning point: going east at move 1 cost 35 points"
    assert turning_point_line(moves_of(35), RECORD.setup, STATES) == line
    assert turning_point_line(moves_of(), RECORD.setup, STATES) == ""
    it = analysed()
    it.press("end")
    banner = it.frame().caption.banner
    assert banner
    assert any("turning point" in line for line in banner.lines) != GAME.won
