"""What stands beside a board."""

from pacgrid import Action, State
from pacgrid.records.thought import Thought
from pacgrid.render.terminal.panel import letters, panel
from pacgrid.render.terminal.style import Style
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import DARK

STATE = State.parse("%%%%%%%\n%P .o1%\n%%%%%%%")
AGENTS = ("minimax", "hunter")
THOUGHT = Thought(
    values={Action.EAST: 12.0, Action.STOP: -3.5},
    principal_variation=(Action.EAST, Action.WEST, Action.EAST),
    features={"food": 8.0, "a feature with a long name": -4.0},
    expanded={(2, 1): 3},
    depths=(2, 1200),
)


def lines(*overlays: Overlay, thought: Thought | None = THOUGHT, columns: int = 40) -> list[str]:
    style = Style(DARK, unicode=False)
    return [line.plain for line in panel(STATE, thought, AGENTS, overlays, columns, style)]


def test_values_have_a_star_at_the_best() -> None:
    assert lines(Overlay.VALUES) == [
        "Pac-Man, minimax:",
        "* east               12",
        "  stop             -3.5",
    ]


def test_the_expected_line_is_told_in_letters() -> None:
    assert lines(Overlay.PRINCIPAL_VARIATION)[1:] == ["  expected line    Ew E"]
    assert letters(STATE.successor(Action.EAST), [Action.WEST, Action.STOP]) == ["w", "-"]


def test_successors_are_counted_by_depth() -> None:
    assert lines(Overlay.EXPANDED)[1:] == [
        "  1 ply deep            2 #",
        "  2 plies deep      1,200 " + "#" * 14,
    ]


def test_distances_and_dangers_are_told_for_the_position() -> None:
    assert lines(Overlay.DISTANCE, Overlay.DANGER, thought=None)[1:] == [
        "  food                2 away",
        "  capsule             3 away",
        "  ghost 1             4 away",
    ]


def test_features_have_bars_of_their_shares() -> None:
    assert lines(Overlay.FEATURES)[1:] == [
        "  food                8 " + "#" * 16,
        "  a feature with .   -4 " + "=" * 8,
    ]


def test_what_is_not_reported_is_said() -> None:
    told = lines(
        Overlay.VALUES,
        Overlay.PRINCIPAL_VARIATION,
        Overlay.EXPANDED,
        Overlay.FEATURES,
        thought=None,
    )
    missing = ("values", "principal variation", "expanded states", "features")
    assert told[1:] == [f"  no {name} reported" for name in missing]


def test_trouble_with_explaining_is_told() -> None:
    trouble = Thought(trouble="explain raised ZeroDivisionError")
    assert "explain raised" in lines(Overlay.VALUES, thought=trouble, columns=20)[1]


def test_nothing_is_wider_than_the_panel() -> None:
    assert all(len(line) <= 20 for line in lines(*Overlay, columns=20))


def test_without_overlays_or_after_the_end_there_is_no_panel() -> None:
    assert lines() == []
    over = State.parse("%%%%%\n%P. %\n%%%%%").successor(Action.EAST)
    assert panel(over, None, ("minimax",), [Overlay.VALUES], 40, Style(DARK)) == []
