"""What overlays mark on a board."""

from pacgrid import Action, State
from pacgrid.analysis.game_analysis import AnalysedMove
from pacgrid.analysis.move_mark import Mark
from pacgrid.records.thought import Thought
from pacgrid.session.marks import NO_MARKS, Ink, Label, Tint, Trail
from pacgrid.session.overlays import Overlay, marks_of

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
