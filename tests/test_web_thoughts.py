"""Thoughts as data, and what the page makes of them: what `marks_of` says, and tables beside it."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.browser import PHONE, Visit, until
from helpers.recorded import moved, searched
from pacgrid import Action, Layout, Record, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.game import Limits
from pacgrid.records.thought import LARGEST, Thought
from pacgrid.render.web.page import page
from pacgrid.render.web.reel import reel
from pacgrid.render.web.thoughts import rounded, thoughts
from pacgrid.session.marks import Marks
from pacgrid.session.overlays import Overlay, marks_of

N, E, S, W, STOP = Action
CORRIDOR = Layout.parse("%%%%%%%%%\n%P o 1 .%\n%%%%%%%%%", source="corridor.lay")
THOUGHT = Thought(
    values={E: 12.3456, W: -497, STOP: 12.3456},
    principal_variation=(E, W, E),
    features={"score": -3, "food_left": -1.23456, "luck": 0},
    expanded={(1, 1): 3, (2, 1): 6},
    depths=(3, 5, 12),
)


def thinking(letters: str, *told: Thought | None, layout: Layout = CORRIDOR) -> Record:
    """A game with these moves, and with these thoughts at its first moves."""
    record = moved(layout, letters)
    padded = [*told, *[None] * (len(letters) - len(told))]
    moves = [
        replace(move, thought=thought) for move, thought in zip(record.moves, padded, strict=True)
    ]
    return replace(record, moves=tuple(moves))


def data(record: Record) -> dict[str, Any]:
    return thoughts(record, list(record.states()))


# The data.


def test_a_game_without_thoughts_has_no_data_of_them() -> None:
    assert data(thinking("EW")) == {}
    assert "thoughts" not in reel(thinking("EW"))
    assert data(thinking("EW", Thought())) == {}


def test_thoughts_are_lists_by_ply_and_what_nobody_told_is_left_out() -> None:
    assert data(thinking("EWE", None, Thought(depths=(1, 2)))) == {"depths": [0, [1, 2], 0]}


def test_values_are_told_with_the_best_ones_and_with_texts_where_these_differ() -> None:
    (values,) = data(thinking("E", THOUGHT))["values"]
    assert values == ["EW-", "E-", 12.35, "12.3", -497, 0, 12.35, "12.3"]


def ways_of(thought: Thought, layout: Layout = CORRIDOR) -> str:
    (ways,) = data(thinking("E", thought, layout=layout))["ways"]
    assert isinstance(ways, str)
    return ways


def test_a_line_is_told_as_the_steps_of_each() -> None:
    assert ways_of(Thought(principal_variation=(E, W))) == "E,W"
    assert ways_of(Thought(principal_variation=(STOP, W, E))) == "E,W"


def test_half_steps_are_small_letters() -> None:
    """The capsule is eaten in the second round; then the ghost goes half as far."""
    layout = Layout.parse("%%%%%%%%%%%\n%P o   1 .%\n%%%%%%%%%%%", source="long.lay")
    assert ways_of(Thought(principal_variation=(E, W) * 3), layout) == "EEE,Www"


def test_a_ghost_that_was_eaten_goes_on_from_its_home() -> None:
    far = Layout.parse("%%%%%%%%%%%%%\n%P o     1 .%\n%%%%%%%%%%%%%", source="far.lay")
    assert (
        ways_of(Thought(principal_variation=(E, W) * 5), far) == "EEEEE,WwwwHW"
    )  # eaten by Pac-Man
    near = Layout.parse("%%%%%%%%%%%\n%P o    1.%\n%%%%%%%%%%%", source="near.lay")
    assert (
        ways_of(Thought(principal_variation=(E, W) * 4), near) == "EEEE,WwwH-"
    )  # runs into Pac-Man


def test_cells_are_numbers_and_names_of_features_are_told_once() -> None:
    told = data(thinking("EW", THOUGHT, THOUGHT))
    assert told["expanded"] == [[10, 3, 11, 6]] * 2
    assert told["features"] == [[0, -3, -1.235, 0]] * 2
    assert told["featureNames"] == [["score", "food_left", "luck"]]
    assert told["depths"] == [[3, 5, 12]] * 2


def test_names_of_strangers_are_made_harmless() -> None:
    told = data(thinking("E", Thought(features={"a\u202eb": 1.0}, trouble="x\ud800")))
    assert told["featureNames"] == [["a\ufffdb"]]
    assert told["trouble"] == ["x\ufffd"]


@given(st.floats(-LARGEST, LARGEST))
def test_rounding_keeps_four_digits_and_all_before_the_point(value: float) -> None:
    assert abs(rounded(value) - value) <= max(abs(value) * 5.01e-4, 0) or value == 0
    assert abs(value) < 1000 or abs(rounded(value) - value) <= 0.5
    json.dumps(rounded(value), allow_nan=False)


def test_thoughts_take_less_room_than_a_hundred_letters_each() -> None:
    game = searched(rounds=8)
    kept = sum(bool(move.thought) and not move.thought.is_empty for move in game.moves)
    bare = replace(game, moves=tuple(replace(move, thought=None) for move in game.moves))
    assert 0 < len(page(game)) - len(page(bare)) < 100 * kept + 1000


# What the page makes of it.


def told_marks(tab: Any, ply: int, overlays: set[Overlay]) -> dict[str, list[Any]]:
    """What the page would paint after `ply` plies."""
    names = json.dumps(sorted(overlays))
    found: dict[str, list[Any]] = tab.evaluate(f"marksOf(film, {ply}, new Set({names}))")
    return found


def same(told: dict[str, list[Any]], marks: Marks) -> bool:
    tints = {(t["x"], t["y"], t["ink"]): pytest.approx(t["strength"]) for t in told["tints"]}
    trails = [(t["agent"], tuple(map(tuple, t["points"]))) for t in told["trails"]]
    labels = {(label["x"], label["y"]): (label["text"], label["ink"]) for label in told["labels"]}
    return (
        tints == {(*tint.position, tint.ink): tint.strength for tint in marks.tints}
        and trails == [(trail.agent, trail.points) for trail in marks.trails]
        and labels == {label.position: (label.text, label.ink) for label in marks.labels}
    )


def test_the_page_marks_what_all_views_mark(visit: Visit) -> None:
    game = searched()
    tab, states = visit(game), list(game.states())
    chosen: list[set[Overlay]] = [*({each} for each in Overlay), set(Overlay)]
    for ply in (*range(0, len(game.moves), 7), len(game.moves)):
        thought = game.moves[ply].thought if ply < len(game.moves) else None
        for overlays in chosen:
            marks = marks_of(states[ply], thought, overlays)
            assert same(told_marks(tab, ply, overlays), marks), (ply, overlays)


def imagined(state: State, rng: Random) -> Thought:
    """Any thought that can be had in a state."""
    line, after = list[Action](), state
    while not after.is_terminal and len(line) < 12:
        line.append(rng.choice(after.legal_actions()))
        after = after.successor(line[-1])
    values = {
        action: rng.gauss(0, 10.0 ** rng.randrange(-2, 8)) for action in state.legal_actions()
    }
    cells = {at: rng.randrange(1, 99) for at in rng.choices(state.maze.positions, k=3)}
    return Thought(values=values, principal_variation=tuple(line), expanded=cells)


FEAST = Layout.parse("%%%%%%%%%\n%.Po2. .%\n%o1%%%%.%\n%..o...1%\n%%%%%%%%%", source="feast.lay")


def test_any_thought_is_marked_as_in_all_views(visit: Visit) -> None:
    """Ghosts that are eaten in the line, and that come out of their fear, too."""
    agents = [load_agent("random_agent"), *(load_agent("random_ghost") for _ in FEAST.ghosts)]
    record, rng = play(FEAST, agents, seed=3, limits=Limits(rounds=60)), Random(1)
    states = list(record.states())
    moves = [
        replace(move, thought=imagined(state, rng))
        for state, move in zip(states, record.moves, strict=False)
    ]
    record = replace(record, moves=tuple(moves))
    assert {*"HnsewNSEW"} <= {*"".join(data(record)["ways"])}
    tab = visit(record)
    for ply, (state, move) in enumerate(zip(states, moves, strict=False)):
        marks = marks_of(state, move.thought, set(Overlay))
        assert same(told_marks(tab, ply, set(Overlay)), marks), ply


def rows(tab: Any, caption: str) -> list[list[str]]:
    """The texts of a table beside the board."""
    tab.evaluate("show()")
    table = tab.get_by_role("table", name=caption)
    return [
        list(row.locator("th, td:not(.strip)").all_inner_texts())
        for row in table.locator("tr").all()
    ]


def test_tables_stand_beside_the_board(visit: Visit) -> None:
    tab = visit(thinking("EW", THOUGHT))
    assert not tab.locator("#thought").is_visible()
    for key in "1236":
        tab.keyboard.press(key)
    assert rows(tab, "Value of each action") == [
        ["→ east", "12.35"],
        ["← west", "−497"],
        ["• stop", "12.35"],
    ]
    assert [row[0] for row in rows(tab, "Expected line")] == ["Pac-Man", "Ghost 1"]
    assert rows(tab, "States expanded, by depth") == [
        ["1 ply", "3"],
        ["2 plies", "5"],
        ["3 plies", "12"],
    ]
    assert rows(tab, "What each feature adds") == [
        ["score", "−3"],
        ["food_left", "−1.235"],
        ["luck", "0"],
        ["sum", "−4.235"],
    ]
    assert tab.locator("#thought h2").inner_text() == "Pac-Man before going east"
    assert tab.locator("tr.best").count() == 2


def test_the_thought_is_that_of_the_move_that_comes_next(visit: Visit) -> None:
    first, second = Thought(depths=(1,)), Thought(depths=(22,))
    tab = visit(thinking("EWE", first, second))
    tab.keyboard.press("3")
    assert rows(tab, "States expanded, by depth") == [["1 ply", "1"]]
    tab.keyboard.press(".")
    assert rows(tab, "States expanded, by depth") == [["1 ply", "22"]]
    assert tab.locator("#thought h2").inner_text() == "Ghost 1 before going west"
    tab.keyboard.press(".")
    tab.evaluate("show()")
    assert "reported nothing" in tab.locator("#thought").inner_text()
    tab.keyboard.press("End")
    tab.evaluate("show()")
    assert "The game is over" in tab.locator("#thought").inner_text()


def test_while_a_round_is_on_its_way_the_thought_is_that_of_its_first_move(visit: Visit) -> None:
    tab = visit(thinking("EWEW", Thought(depths=(1,)), Thought(depths=(22,))))
    tab.keyboard.press("3")
    # Slow from here on: the page goes on while it is looked at.
    tab.evaluate("player.toggle(); player.speed = 6; player.advance(0.05); player.speed = 1e-6")
    assert tab.evaluate("[player.before, player.after]") == [0, 2]
    assert rows(tab, "States expanded, by depth") == [["1 ply", "1"]]


def test_what_went_wrong_is_told_without_being_asked_for(visit: Visit) -> None:
    tab = visit(thinking("EW", Thought(trouble="KeyError: <b>'x'</b>")))
    until(tab, "!document.getElementById('thought').hidden")
    assert "KeyError: <b>'x'</b>" in tab.locator(".trouble").inner_text()


def test_keys_and_buttons_switch_overlays(visit: Visit) -> None:
    tab = visit(thinking("EW", THOUGHT), PHONE)
    for overlay in Overlay:
        button = tab.get_by_role("button", name=overlay.label.capitalize(), exact=True)
        assert button.get_attribute("title") == f"Show {overlay.meaning} ({overlay.key})"
        pressed = []
        for way in ("click", "key", "click"):
            button.click() if way == "click" else tab.keyboard.press(overlay.key)
            pressed.append(button.get_attribute("aria-pressed"))
        assert pressed == ["true", "false", "true"]


def test_overlays_with_nothing_to_show_say_why(visit: Visit) -> None:
    tab = visit(thinking("EW"))
    for overlay in Overlay:
        button = tab.get_by_role("button", name=overlay.label.capitalize(), exact=True)
        always = overlay in (Overlay.DISTANCE, Overlay.DANGER)
        assert button.is_enabled() == always
        if not always:
            assert "recorded without thoughts" in button.get_attribute("title")
        tab.keyboard.press(overlay.key)
        assert button.get_attribute("aria-pressed") == ("true" if always else "false")


def test_an_overlay_that_no_agent_told_of_says_so(visit: Visit) -> None:
    tab = visit(thinking("EW", Thought(depths=(1,))))
    button = tab.get_by_role("button", name="Principal variation", exact=True)
    assert button.is_disabled()
    assert "reported the expected line of play" in button.get_attribute("title")
    assert tab.get_by_role("button", name="Expanded", exact=True).is_enabled()


def test_endless_values_are_told_as_such(visit: Visit) -> None:
    tab = visit(
        thinking("EW", Thought(values={E: LARGEST, STOP: -LARGEST}, features={"a": LARGEST}))
    )
    for key in "16":
        tab.keyboard.press(key)
    assert rows(tab, "Value of each action") == [["→ east", "∞"], ["• stop", "−∞"]]
    assert rows(tab, "What each feature adds") == [["a", "∞"]]


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.0001235, "0.0001235"), (12.35, "12.35"), (-497, "−497"), (1234567, "1\u202f234\u202f567")],
)
def test_numbers_are_written_for_people(visit: Visit, number: float, text: str) -> None:
    assert visit(thinking("E")).evaluate(f"written({number})") == text
