"""Overlays: marks on the board, and tables beside it."""

from dataclasses import replace
from threading import Event

import pytest

from helpers.analyses import analysis_of
from helpers.game_sources import eastward
from helpers.recorded import GAME, moved
from pacgrid import Action, Layout, Record, State
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup, drawn_layout
from pacgrid.maze import HalfPosition
from pacgrid.records.thought import Move, Thought
from pacgrid.session.frame import NO_MARKS, Label, Marks, Overlay, Panel, Row, Tint, Trail
from pacgrid.session.game_session import GameSession
from pacgrid.session.overlays import (
    MOST_DEPTHS,
    best_move_panels,
    insight_of,
    marked_moves,
    marks_of,
    turning_point_line,
    value_curve,
)
from pacgrid.session.playback import ReplayedGame
from pacgrid.session.session import Settings
from pacgrid.session.themes import Ink

BOARD = State.parse("""
%%%%%%%
%P .o.%
% %%% %
%...1.%
%%%%%%%
""")
THOUGHT = Thought(
    values={Action.EAST: 12.5, Action.SOUTH: -3, Action.STOP: 12.5},
    expanded={(1, 3): 2, (2, 3): 8},
)


TURN = BOARD.successor(Action.EAST)


@pytest.mark.parametrize(
    ("state", "thought", "labels"),
    [
        (  # that of stopping is above the figure
            BOARD,
            THOUGHT,
            {(2, 3): ("12.5", "best"), (1, 2): ("-3", "value"), (1, 3.5): ("12.5", "best")},
        ),
        (  # the best value for a ghost is the lowest
            TURN,
            Thought(values={Action.EAST: 1, Action.WEST: -1}),
            {(5, 1): ("1", "value"), (3, 1): ("-1", "best")},
        ),
    ],
)
def test_values_are_where_actions_lead(
    state: State, thought: Thought, labels: dict[HalfPosition, tuple[str, str]]
) -> None:
    marks = marks_of(state, thought, {Overlay.VALUES})
    assert {each.position: (each.text, each.ink) for each in marks.labels} == labels
    assert marks_of(state, thought, ()) == NO_MARKS


@pytest.mark.parametrize(
    ("line", "trails"),
    [
        (  # Pac-Man's is on top
            (Action.EAST, Action.WEST, Action.EAST),
            (Trail(1, ((4, 1), (3, 1))), Trail(0, ((1, 3), (2, 3), (3, 3)))),
        ),
        ((Action.EAST, Action.NORTH, Action.EAST), (Trail(0, ((1, 3), (2, 3))),)),  # illegal
    ],
)
def test_the_principal_variation_is_a_trail_for_each_agent(
    line: tuple[Action, ...], trails: tuple[Trail, ...]
) -> None:
    thought = Thought(principal_variation=line)
    assert marks_of(BOARD, thought, {Overlay.PRINCIPAL_VARIATION}).trails == trails


def strengths(marks: Marks) -> dict[HalfPosition, float]:
    return {tint.position: tint.strength for tint in marks.tints}


def test_tints_tell_what_was_expanded_how_far_it_is_and_where_active_ghosts_are_near() -> None:
    assert strengths(marks_of(BOARD, THOUGHT, {Overlay.EXPANDED})) == {(1, 3): 0.4375, (2, 3): 1.0}
    danger = strengths(marks_of(BOARD, None, {Overlay.DANGER}))
    assert max(danger, key=danger.__getitem__) == (4, 1)
    scared = State.parse(f"{BOARD}".split("score")[0] + "ghost 1: scared 9\n")
    assert marks_of(scared, None, {Overlay.DANGER}) == NO_MARKS
    marks = marks_of(BOARD, None, {Overlay.DISTANCE})
    assert max(strengths(marks), key=strengths(marks).__getitem__) == (1, 3)
    steps = {label.position: label.text for label in marks.labels}
    assert (steps[1, 1], steps[5, 1], steps[5, 3]) == ("2", "6", "4")
    assert (1, 3) not in steps
    marks = marks_of(BOARD, THOUGHT, {Overlay.DISTANCE, Overlay.VALUES})
    hidden = [label.text for label in marks.labels if label.position == (2, 3)]
    assert hidden == ["12.5"], "a value hides the distance on its cell"


def test_a_bad_move_has_its_sign_and_the_better_line_a_trail() -> None:
    values = {Action.EAST: 5.0, Action.SOUTH: 300.0, Action.STOP: 0.0}
    line = Action.SOUTH, Action.WEST, Action.SOUTH
    move = AnalysedMove(0, 0, Action.EAST, values, Action.SOUTH, 295, Mark.BLUNDER, line)
    marks = marks_of(BOARD, None, {Overlay.BEST_MOVE}, move)
    assert marks.labels == (Label((2, 3), "??", Ink.BAD),)
    assert marks.trails == (Trail(1, ((4, 1), (3, 1))), Trail(0, ((1, 3), (1, 2), (1, 1))))
    assert marks.tints == (Tint((2, 3), Ink.BAD, 0.5), Tint((1, 2), Ink.BEST, 0.5))
    assert marks_of(BOARD, None, {Overlay.BEST_MOVE}) == NO_MARKS


STATE = State.parse("%%%%%%%\n%P..1.%\n%o%%%.%\n%.....%\n%%%%%%%")
AGENTS = ("alpha_beta", "keyboard")


def game_of(move: Move) -> ReplayedGame:
    setup = PacmanSetup(drawn_layout(STATE), 2, STATE)
    return ReplayedGame(Record(setup, AGENTS, 0, (move,), 0, Ending.QUIT))


def panels(thought: Thought | None, *overlays: Overlay, nodes: int | None = None) -> list[Panel]:
    move = Move(Action.EAST, 0, 0, nodes, thought)
    return [*insight_of(game_of(move), 0, overlays).panels]


def rows(thought: Thought, overlay: Overlay) -> list[tuple[str, str]]:
    (panel,) = panels(thought, overlay)
    assert panel.overlay is overlay
    return texts(panel)


def texts(panel: Panel) -> list[tuple[str, str]]:
    return [(row.label, row.value) for row in panel.rows]


def bars(panel: Panel) -> list[float | None]:
    return [row.bar for row in panel.rows]


@pytest.mark.parametrize(
    ("action", "ply", "heading"),
    [
        (Action.EAST, 0, "Pac-Man, alpha_beta, before going east"),
        (Action.STOP, 0, "Pac-Man, alpha_beta, before stopping"),
        (Action.EAST, 1, "Ghost 1, you, to move"),
    ],
)
def test_the_heading_names_the_next_move(action: Action, ply: int, heading: str) -> None:
    found = insight_of(game_of(Move(action, 0, 0)), ply, ())
    assert (found.agent, found.heading) == (ply, heading)


def test_the_best_values_stand_out_and_details_of_each_action_follow() -> None:
    thought = Thought(
        values={Action.EAST: 12.5, Action.SOUTH: -3, Action.STOP: 12.5},
        action_details={"visits": {Action.EAST: 30, Action.SOUTH: 10}, "gap": {Action.STOP: 0}},
    )
    values, visits, gap = panels(thought, Overlay.VALUES)
    assert values.rows == (
        Row("→ east", "12.5", ink=Ink.BEST, strong=True),
        Row("↓ south", "-3", ink=Ink.VALUE),
        Row("• stop", "12.5", ink=Ink.BEST, strong=True),
    )
    assert (visits.title, visits.overlay) == ("Visits of each action", Overlay.VALUES)
    assert visits.rows == (
        Row("→ east", "30", 1, Ink.BEST, strong=True),
        Row("↓ south", "10", 1 / 3, Ink.VALUE),
    )
    assert gap.rows == (Row("• stop", "0", 0, Ink.BEST, strong=True),)


def test_the_principal_variation_has_a_row_for_each_agent() -> None:
    line = (Action.EAST, Action.WEST, Action.STOP)
    (panel,) = panels(Thought(principal_variation=line), Overlay.PRINCIPAL_VARIATION)
    assert panel.rows == (Row("Pac-Man", "→ •", agent=0), Row("ghost 1", "←", agent=1))


def test_depths_have_bars_the_deepest_ones_share_a_row_and_details_of_the_search_follow() -> None:
    thought = Thought(depths=(1, 4, 2), details={"table hits": 310})
    depths, details = panels(thought, Overlay.EXPANDED, nodes=4500)
    assert texts(depths) == [("1 ply", "1"), ("2 plies", "4"), ("3 plies", "2")]
    assert bars(depths) == [0.25, 1, 0.5]
    assert texts(details) == [("nodes", "4,500"), ("table hits", "310")]
    deep = rows(Thought(depths=tuple(range(1, 21))), Overlay.EXPANDED)
    assert len(deep) == MOST_DEPTHS
    assert deep[-1][1] == str(sum(range(MOST_DEPTHS, 21)))


def test_features_are_sorted_by_size_with_signed_bars_and_a_sum() -> None:
    thought = Thought(features={"score": 10, "food_left": -40, "x": 0})
    (panel,) = panels(thought, Overlay.FEATURES)
    assert texts(panel) == [("food left", "-40"), ("score", "10"), ("x", "0"), ("sum", "-30")]
    assert bars(panel) == [-1, 0.25, 0, None]
    assert rows(Thought(features={"score": 10}), Overlay.FEATURES) == [("score", "10")]


def test_distances_need_no_report_what_is_missing_is_named_and_errors_come_first() -> None:
    assert [*map(texts, panels(None, Overlay.DISTANCE, Overlay.DANGER))] == [
        [("nearest food", "1 step"), ("nearest capsule", "1 step")],
        [("ghost 1", "3 steps")],
    ]
    (panel,) = panels(Thought(), Overlay.VALUES, Overlay.FEATURES)
    assert panel.note == "This agent doesn't report: values, features"
    first, *_ = panels(Thought(trouble="ValueError: no", depths=(1,)), Overlay.EXPANDED)
    assert (first.note, first.note_ink) == ("ValueError: no", Ink.BAD)


ROOM = Layout.parse("%%%%%\n%...%\n%.P.%\n%%%%%")
RECORD = moved(ROOM, "EWN")
AGENT_COUNT = len(GAME.agents)
BAD = {2 * AGENT_COUNT: 90.0, 5 * AGENT_COUNT: 412.4, 7 * AGENT_COUNT: 31.0}
ANALYSIS = analysis_of(GAME, BAD)


def analysed(analysis: GameAnalysis | None = ANALYSIS) -> GameSession:
    settings = Settings(overlays={Overlay.BEST_MOVE})
    return GameSession(ReplayedGame(GAME, analysis=analysis), settings=settings, patience=None)


def judged(analysis: GameAnalysis) -> ReplayedGame:
    return ReplayedGame(RECORD, analysis=analysis)


def moves_of(*regrets: float) -> GameAnalysis:
    """Of `RECORD`: going north would have been better by so much, with the marks of an inaccuracy,
    a mistake and a blunder."""
    return GameAnalysis("a judge", tuple(
        AnalysedMove(
            ply, 0, RECORD.moves[ply].action,
            {RECORD.moves[ply].action: 0.5, Action.NORTH: 0.5 + regret},
            Action.NORTH, regret, mark, (Action.NORTH, Action.EAST),
        )
        for ply, (regret, mark) in enumerate(zip(regrets, Mark, strict=False))
    ))  # fmt: skip


def test_the_table_has_all_actions_and_says_what_was_played_and_whether_it_was_good() -> None:
    analysis = moves_of(412.4)
    blunder = replace(analysis.moves[0], mark=Mark.BLUNDER)
    table, line, judge = best_move_panels(judged(replace(analysis, moves=(blunder,))), 0)
    assert [(row.label, row.value, row.ink) for row in table.rows] == [
        ("↑ north", "412.9", Ink.BEST),
        ("→ east ??", "0.5", Ink.BAD),
    ]
    assert table.note == "Going east is a blunder, 412 points worse than going north."
    assert texts(line) == [("Pac-Man", "↑ →")]
    assert judge.note == "Judge: a judge"
    *_, judge = best_move_panels(ReplayedGame(GAME, analysis=ANALYSIS), 0)
    mean = f"{533.4 / GAME.rounds:.0f} points"
    ones = dict.fromkeys(("?? blunder", "? mistake", "?! inaccuracy"), "1")
    assert texts(judge) == [*ones.items(), ("mean regret", mean)]
    best = replace(blunder, best=Action.EAST, regret=0, mark=None, line=())
    table, _ = best_move_panels(judged(replace(analysis, moves=(best,))), 0)
    assert table.note == "Going east is best."


def test_a_move_that_was_not_judged_has_only_a_note_and_a_lost_game_a_turning_point() -> None:
    note, _ = best_move_panels(judged(moves_of()), 0)
    assert note.note == ""
    note, _ = best_move_panels(ReplayedGame(GAME, analysis=ANALYSIS), 1)
    assert note.note.startswith("Not judged")
    assert best_move_panels(ReplayedGame(GAME), 0) == ()
    line = "The turning point: going east at move 1 cost 35 points"
    assert turning_point_line(judged(moves_of(35))) == line
    assert turning_point_line(judged(moves_of())) == ""
    it = analysed()
    it.press("end")
    banner = it.frame().caption.banner
    assert any("turning point" in line for line in banner.lines) != GAME.won


def test_marks_have_words_and_signs_and_values_go_on_where_nothing_is_known() -> None:
    marks = marked_moves(judged(moves_of()), moves_of(35, 90, 0.04))
    signs = [(mark.ply, mark.sign, mark.ink) for mark in marks]
    assert signs == [(0, "?!", Ink.VALUE), (1, "?", Ink.BAD), (2, "??", Ink.DANGER)]
    assert marks[0].words.startswith("move 1: going east is an inaccuracy, 35 points worse")
    assert value_curve(ReplayedGame(RECORD), moves_of(10)) == (10.5, 0.5, 0.5, 0.5)
    assert value_curve(ReplayedGame(GAME), ANALYSIS)[-1] == GAME.score


def test_keys_go_to_mistakes_and_the_position_shows_what_should_have_been_played() -> None:
    it = analysed()
    for key, rounds in (("n", 2), ("n", 5), ("n", 7), ("n", 7), ("b", 5), ("home", 0), ("x", 5)):
        it.press(key)
        assert it.playback.after == rounds * AGENT_COUNT, (key, rounds)
    frame = it.frame()
    (board,) = frame.boards
    assert "is a blunder, 412 points worse than" in board.insight.panels[0].note
    assert [label.text for label in board.scene.marks.labels] == ["??"]
    assert frame.timeline.rows[0].curve[5 * AGENT_COUNT] == GAME.score + 412.4 + 31
    assert [switch.overlay for switch in frame.switches if switch.is_on] == [Overlay.BEST_MOVE]
    assert "n" in [hint.key for hint in frame.keys]
    it.press("b")
    it.press("b")
    assert it.frame().caption.status == "no earlier bad move"
    it = analysed(analysis_of(GAME, {}))
    it.press("n")
    assert it.frame().caption.status == "Pac-Man made no bad move"


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
