"""Frames as JSON for the page."""

import json
from dataclasses import replace
from itertools import accumulate

from helpers.diagrams import DIAGRAM, board_game_frame, tree_frame
from helpers.frames import (
    INSIGHT,
    MENU,
    ROOM,
    analysed_timeline,
    board_of,
    caption_of,
    frame_of,
    standing,
    timeline_of,
)
from pacgrid import Action, State
from pacgrid.render.board_svg import UNIT, agent_figure, ghost, label
from pacgrid.render.web.frame_json import (
    _HEIGHT,
    _WIDTH,
    LAYERS,
    ElementTable,
    FrameJson,
    changes,
    frame_json,
    layers,
    timeline_rows,
)
from pacgrid.session.frame import (
    Banner,
    Event,
    EventKind,
    Frame,
    Label,
    Marks,
    Mood,
    Timeline,
    Tint,
    Trail,
    Words,
)
from pacgrid.session.themes import Ink

MARKS = Marks(
    tints=(Tint((1, 1), Ink.DANGER, 1), Tint((2, 1), Ink.DANGER, 1), Tint((3, 1), Ink.DANGER, 0.5)),
    trails=(Trail(0, ((1, 3), (2, 3))),),
    labels=(Label((2, 3), "12", Ink.BEST),),
)


def of(frame: Frame) -> FrameJson:
    return frame_json(frame, ElementTable())


def test_a_frame_is_json_and_the_same_for_the_same_frame() -> None:
    rich = frame_of(
        boards=(board_of(ROOM, insight=INSIGHT),),
        caption=caption_of(banner=Banner("Won", ("9 points",), keys="R: play again")),
        sheet=MENU,
    )
    text = json.dumps(of(rich))
    assert text == json.dumps(of(rich))
    view = json.loads(text)["view"]
    assert (view["banner"]["title"], view["banner"]["ink"]) == ("Won", "good")
    assert [tab["label"] for tab in view["sheet"]["tabs"]] == ["Pac-Man", "ghost 1"]


def test_positions_are_half_cells_from_the_corner_and_equal_stamps_share_a_figure() -> None:
    scene = replace(standing(ROOM), marks=MARKS)
    drawn = layers(scene, ElementTable())
    (pacman, _, place), (_ghost, _, ghosts_place) = drawn["figures"]
    assert (pacman, place, ghosts_place) == (pacman, [3, 3], [9, 7])
    ((_, _, capsule),) = drawn["capsules"]
    assert capsule == [9, 3]
    assert list(drawn) == list(LAYERS)
    two, one, trail = drawn["below"]
    assert (len(two[2]), len(one[2]), len(trail[2])) == (4, 2, 2)
    assert two[0] == one[0]
    assert two[1] > one[1]
    assert [len(at) for _, _, at in drawn["letters"]] == [2]
    alone = State.parse("%%%%\n%P.%\n%%%%").successor(Action.EAST)
    drawn = layers(standing(alone), ElementTable())
    assert (drawn["food"], drawn["capsules"], len(drawn["figures"])) == ([], [], 1)


def test_only_changed_parts_are_sent() -> None:
    table = ElementTable()
    before = frame_json(frame_of(), table)
    after = frame_json(frame_of(ROOM.successor(Action.EAST), playing=True), table)
    assert changes(None, after) is after
    assert changes(after, after) == {"view": {}, "boards": [{}]}
    changed = changes(before, after)
    assert changed["view"] == {"playing": True}
    assert {"figures", "positions", "result"} <= changed["boards"][0].keys()
    assert not {"ground", "size", "icons"} & changed["boards"][0].keys()
    assert before["boards"][0] | changed["boards"][0] == after["boards"][0]
    two = of(frame_of(ROOM, ROOM))
    assert changes(after, two) is two, "another number of boards"


def test_the_elements_of_a_diagram_are_sent_once() -> None:
    table = ElementTable()
    before = frame_json(tree_frame(), table)
    tree, position = before["boards"]
    assert [*accumulate(tree["elements"])] == [*range(len(DIAGRAM.parts))]
    assert tree["targets"] == [[4, 50, 50, 100, 100], [3, 200, 0, 0, 0]]
    assert (tree["weight"], position["result"][0]) == (3, "after b2")
    parts = (*DIAGRAM.parts[3:], Words("new", (1, 1)))
    board = replace(tree_frame().boards[0], scene=replace(DIAGRAM, parts=parts))
    known = len(table.elements)
    after = frame_json(tree_frame(boards=(board, tree_frame().boards[1])), table)
    assert changes(before, after)["boards"] == [{"elements": [3, 1, 1, 1, known - 6]}, {}]
    assert len(table.elements) == known + 1


def test_a_session_without_games_has_facts_and_words_but_no_round() -> None:
    view = of(tree_frame())["view"]
    facts = [tuple(fact.values()) for fact in view["caption"]["facts"]]
    assert facts == [("step", "2 of 9"), ("alpha", "3")]
    assert view["caption"]["words"].startswith("2 ≤ alpha")
    assert view["timeline"] == {"span": 9, "rows": [], "marks": [33.33, 66.67]}
    game = of(board_game_frame())
    assert (game["view"]["timeline"], game["view"]["ply"]) == (None, 0)
    assert game["boards"][0]["cards"][0]["move"] == "b2"
    going_on = frame_of(timeline=replace(timeline_of(0, -1, 9), span=40))
    rounds = [
        of(each)["view"]["caption"]["rounds"] for each in (tree_frame(), going_on, frame_of())
    ]
    assert rounds == [None, None, 1], "the last round is known when the game is over"


def test_an_element_has_one_number_and_what_some_themes_have_is_in_a_class() -> None:
    table, maze = ElementTable(), State.parse("%%%%%\n%P.1%\n%%%%%").maze
    worn, words = ghost(1, Action.EAST, Mood.ACTIVE, 0), label("-88", Ink.VALUE)
    things = (worn, words, maze, Words("<b>", (1, 1)), worn, maze)
    assert [*map(table.number, things)] == [0, 1, 2, 3, 0, 2]
    assert table.icon(agent_figure(1)) == table.icon(agent_figure(1)) == 4
    figure, letters, ground, escaped, icon = table.elements
    assert 'class="numbered"' in figure
    assert "var(--on-agent-1)" in figure
    assert "var(--letters-value)" in letters
    assert "-88</text>" in letters
    assert "var(--wall)" in ground
    assert escaped.endswith("&lt;b&gt;</text>")
    assert icon.startswith(f'<svg viewBox="-100 -100 {UNIT} {UNIT}"')


def numbers(path: str) -> list[float]:
    return [float(n) for n in path.replace("M", "").replace("L", " ").split()]


def test_the_curve_goes_from_the_first_ply_to_the_last_one_known() -> None:
    timeline = replace(timeline_of(0, 50, -50, 100), span=6)
    (row,) = timeline_rows(timeline)
    points = numbers(row["curve"])
    assert points[::2] == [0, _WIDTH / 6, _WIDTH / 3, _WIDTH / 2] or len(points) == 8
    assert points[-2] == _WIDTH / 2
    first, up, down, top = points[1::2]
    assert 0 < top < up < first < down < _HEIGHT
    assert row["area"] == f"{row['curve']}V{_HEIGHT}H0z"
    low, high = timeline_of(0, 10).rows[0], timeline_of(0, 100).rows[0]
    flat, steep = timeline_rows(Timeline(1, 1, (low, high)))
    assert numbers(flat["curve"])[3] > numbers(steep["curve"])[3], "they have one scale"
    (row,) = timeline_rows(timeline_of(*range(5001)))
    points = numbers(row["curve"])
    assert len(points) < 2200
    assert points[-2:] == [_WIDTH, 16]


def test_events_are_marked_at_percents_of_the_width() -> None:
    kinds = (EventKind.FOOD, EventKind.CAPSULE, EventKind.GHOST, EventKind.WON)
    events = tuple(Event(ply, kind, 2) for ply, kind in enumerate(kinds, start=1))
    timeline = timeline_of(0, 9, 8, 200, 700, events=events)
    (row,) = timeline_rows(timeline)
    assert row["food"].count("M") == 1
    assert (row["capsules"], row["ghosts"]) == ([50], [[75, 2]])
    assert row["ends"] == [{"at": 100, "kind": "won", "text": "✓"}]
    assert row["taken_over"] is None
    taken = replace(timeline, rows=(replace(timeline.rows[0], taken_over=1),))
    assert timeline_rows(taken)[0]["taken_over"] == 25


def test_an_analysed_game_has_the_curve_of_its_value_and_signs_the_worst_on_top() -> None:
    (row,) = timeline_rows(analysed_timeline())
    signs = [(sign["ply"], sign["sign"], sign["at"]) for sign in row["signs"]]
    assert signs == [(16, "?!", 80), (10, "?", 50), (4, "??", 20)]
    heights = numbers(row["curve"])[1::2]
    assert heights == sorted(heights), "y goes down"
    assert row["analysed"]
