"""Overlays: marks on the board, and tables beside it."""

from pacgrid import Action, State
from pacgrid.analysis.game_analysis import AnalysedMove, Mark
from pacgrid.records.thought import Move, Thought
from pacgrid.session.frame import Insight, Overlay, Row
from pacgrid.session.overlays import MOST_DEPTHS, insight_of, marks_of
from pacgrid.session.scene import NO_MARKS, Label, Tint, Trail
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
    principal_variation=(Action.EAST, Action.WEST, Action.EAST),
    expanded={(1, 3): 2, (2, 3): 8},
)


def test_nothing_is_marked_without_overlays() -> None:
    assert marks_of(BOARD, THOUGHT, ()) == NO_MARKS


def test_values_are_where_actions_lead_and_that_of_stopping_is_above_the_figure() -> None:
    marks = marks_of(BOARD, THOUGHT, {Overlay.VALUES})
    assert {label.position: (label.text, label.ink) for label in marks.labels} == {
        (2, 3): ("12.5", Ink.BEST),
        (1, 2): ("-3", Ink.VALUE),
        (1, 3.5): ("12.5", Ink.BEST),
    }


def test_the_best_value_for_a_ghost_is_the_lowest() -> None:
    turn = BOARD.successor(Action.EAST)
    thought = Thought(values={Action.EAST: 1, Action.WEST: -1})
    marks = marks_of(turn, thought, {Overlay.VALUES})
    assert {label.position: label.ink for label in marks.labels} == {
        (5, 1): Ink.VALUE,
        (3, 1): Ink.BEST,
    }


def test_the_principal_variation_is_a_trail_for_each_agent_with_pacmans_on_top() -> None:
    marks = marks_of(BOARD, THOUGHT, {Overlay.PRINCIPAL_VARIATION})
    assert marks.trails == (Trail(1, ((4, 1), (3, 1))), Trail(0, ((1, 3), (2, 3), (3, 3))))


def test_the_principal_variation_ends_at_its_first_illegal_action() -> None:
    thought = Thought(principal_variation=(Action.EAST, Action.NORTH, Action.EAST))
    assert marks_of(BOARD, thought, {Overlay.PRINCIPAL_VARIATION}).trails == (
        Trail(0, ((1, 3), (2, 3))),
    )


def test_cells_expanded_more_often_have_a_stronger_tint() -> None:
    marks = marks_of(BOARD, THOUGHT, {Overlay.EXPANDED})
    assert [(tint.position, tint.strength) for tint in marks.tints] == [
        ((1, 3), 0.4375),
        ((2, 3), 1.0),
    ]


def test_distances_are_counted_along_the_maze() -> None:
    marks = marks_of(BOARD, None, {Overlay.DISTANCE})
    steps = {label.position: label.text for label in marks.labels}
    assert (steps[1, 1], steps[5, 1], steps[5, 3]) == ("2", "6", "4")
    assert (1, 3) not in steps
    strengths = {tint.position: tint.strength for tint in marks.tints}
    assert max(strengths, key=strengths.__getitem__) == (1, 3)


def test_danger_comes_from_active_ghosts_only() -> None:
    strengths = {t.position: t.strength for t in marks_of(BOARD, None, {Overlay.DANGER}).tints}
    assert max(strengths, key=strengths.__getitem__) == (4, 1)
    scared = State.parse(f"{BOARD}".split("score")[0] + "ghost 1: scared 9\n")
    assert marks_of(scared, None, {Overlay.DANGER}) == NO_MARKS


def test_a_value_on_the_same_cell_hides_its_distance() -> None:
    marks = marks_of(BOARD, THOUGHT, {Overlay.DISTANCE, Overlay.VALUES})
    assert [label.text for label in marks.labels if label.position == (2, 3)] == ["12.5"]


def test_overlays_have_the_keys_one_to_seven() -> None:
    assert [overlay.key for overlay in Overlay] == list("1234567")


def test_a_bad_move_has_its_sign_and_the_better_line_a_trail() -> None:
    values = {Action.EAST: 5.0, Action.SOUTH: 300.0, Action.STOP: 0.0}
    line = Action.SOUTH, Action.WEST, Action.SOUTH
    move = AnalysedMove(0, 0, Action.EAST, values, Action.SOUTH, 295, Mark.BLUNDER, line)
    marks = marks_of(BOARD, None, {Overlay.BEST_MOVE}, move)
    assert marks.labels == (Label((2, 3), "??", Ink.BAD),)
    assert marks.trails == (
        Trail(1, ((4, 1), (3, 1))),
        Trail(0, ((1, 3), (1, 2), (1, 1))),
    )
    assert marks.tints == (Tint((2, 3), Ink.BAD, 0.5), Tint((1, 2), Ink.BEST, 0.5))
    assert marks_of(BOARD, None, {Overlay.BEST_MOVE}) == NO_MARKS


STATE = State.parse("%%%%%%%\n%P..1.%\n%o%%%.%\n%.....%\n%%%%%%%")
AGENTS = ("alpha_beta", "keyboard")


def insight(thought: Thought | None, *overlays: Overlay, state: State = STATE) -> Insight:
    return insight_of(state, Move(Action.EAST, 0, 0, None, thought), AGENTS, overlays)


def rows(thought: Thought, overlay: Overlay) -> tuple[Row, ...]:
    (panel,) = insight(thought, overlay).panels
    assert panel.overlay is overlay
    return panel.rows


def test_the_heading_names_the_next_move() -> None:
    assert insight(None).heading == "Pac-Man, alpha_beta, before going east"
    stop = insight_of(STATE, Move(Action.STOP, 0, 0), AGENTS, ())
    assert stop.heading == "Pac-Man, alpha_beta, before stopping"
    ghost = insight_of(STATE.successor(Action.EAST), None, AGENTS, ())
    assert (ghost.heading, ghost.agent) == ("Ghost 1, you, to move", 1)


def test_the_best_values_stand_out() -> None:
    values = {Action.EAST: 12.5, Action.SOUTH: -3, Action.STOP: 12.5}
    assert rows(Thought(values=values), Overlay.VALUES) == (
        Row("→ east", "12.5", ink=Ink.BEST, strong=True),
        Row("↓ south", "-3", ink=Ink.VALUE),
        Row("• stop", "12.5", ink=Ink.BEST, strong=True),
    )


def test_the_principal_variation_has_a_row_for_each_agent() -> None:
    line = (Action.EAST, Action.WEST, Action.STOP)
    assert rows(Thought(principal_variation=line), Overlay.PRINCIPAL_VARIATION) == (
        Row("Pac-Man", "→ •", agent=0),
        Row("ghost 1", "←", agent=1),
    )


def test_depths_have_bars_and_the_deepest_ones_share_a_row() -> None:
    found = rows(Thought(depths=(1, 4, 2)), Overlay.EXPANDED)
    assert [(row.label, row.value, row.bar) for row in found] == [
        ("1 ply", "1", 0.25),
        ("2 plies", "4", 1),
        ("3 plies", "2", 0.5),
    ]
    deep = rows(Thought(depths=tuple(range(1, 21))), Overlay.EXPANDED)
    assert len(deep) == MOST_DEPTHS
    assert deep[-1].value == str(sum(range(MOST_DEPTHS, 21)))


def test_features_are_sorted_by_size_with_signed_bars_and_a_sum() -> None:
    found = rows(Thought(features={"score": 10, "food_left": -40, "x": 0}), Overlay.FEATURES)
    assert [(row.label, row.value, row.bar) for row in found] == [
        ("food left", "-40", -1),
        ("score", "10", 0.25),
        ("x", "0", 0),
        ("sum", "-30", None),
    ]
    (lonely,) = rows(Thought(features={"score": 10}), Overlay.FEATURES)
    assert lonely.label == "score"


def test_details_of_each_action_follow_the_values() -> None:
    thought = Thought(
        values={Action.EAST: 3, Action.STOP: 1},
        action_details={"visits": {Action.EAST: 30, Action.STOP: 10}, "gap": {Action.STOP: 0}},
    )
    _, visits, gap = insight(thought, Overlay.VALUES).panels
    assert (visits.title, visits.overlay) == ("Visits of each action", Overlay.VALUES)
    assert visits.rows == (
        Row("→ east", "30", 1, Ink.BEST, strong=True),
        Row("• stop", "10", 1 / 3, Ink.VALUE),
    )
    assert gap.rows == (Row("• stop", "0", 0, Ink.VALUE),)


def test_details_of_the_search_follow_what_it_expanded() -> None:
    move = Move(Action.EAST, 0, 0, 4500, Thought(depths=(1,), details={"table hits": 310}))
    _, panel = insight_of(STATE, move, AGENTS, {Overlay.EXPANDED}).panels
    assert [(row.label, row.value) for row in panel.rows] == [
        ("nodes", "4,500"),
        ("table hits", "310"),
    ]


def test_distances_and_dangers_are_shown_without_a_report() -> None:
    panels = insight(None, Overlay.DISTANCE, Overlay.DANGER).panels
    assert [[(row.label, row.value) for row in panel.rows] for panel in panels] == [
        [("nearest food", "1 step"), ("nearest capsule", "1 step")],
        [("ghost 1", "3 steps")],
    ]


def test_unreported_parts_are_named() -> None:
    (panel,) = insight(Thought(), Overlay.VALUES, Overlay.FEATURES).panels
    assert panel.note == "This agent doesn't report: values, features"


def test_an_error_in_explain_comes_first() -> None:
    first, *_ = insight(Thought(trouble="ValueError: no", depths=(1,)), Overlay.EXPANDED).panels
    assert (first.note, first.note_ink) == ("ValueError: no", Ink.BAD)
