"""What an agent thought, as tables."""

from pacgrid import Action, State
from pacgrid.records.thought import Move, Thought
from pacgrid.session.frame import Insight, Row
from pacgrid.session.insight import MOST_DEPTHS, insight_of
from pacgrid.session.marks import Ink
from pacgrid.session.overlays import Overlay

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
