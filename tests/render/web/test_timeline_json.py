"""The timeline for the page."""

from dataclasses import replace

from helpers.frames import analysed_timeline, timeline_of
from pacgrid.render.web.timeline_json import HEIGHT, WIDTH, timeline_rows
from pacgrid.session.events import Event, EventKind
from pacgrid.session.frame import Timeline


def numbers(path: str) -> list[float]:
    return [float(n) for n in path.replace("M", "").replace("L", " ").split()]


def test_the_curve_goes_from_the_first_ply_to_the_last_one_known() -> None:
    timeline = replace(timeline_of(0, 50, -50, 100), span=6)
    (row,) = timeline_rows(timeline)
    points = numbers(row["curve"])
    assert points[::2] == [0, WIDTH / 6, WIDTH / 3, WIDTH / 2] or len(points) == 8
    assert points[-2] == WIDTH / 2
    first, up, down, top = points[1::2]
    assert 0 < top < up < first < down < HEIGHT
    assert row["area"] == f"{row['curve']}V{HEIGHT}H0z"


def test_events_are_marked_at_percents_of_the_width() -> None:
    events = (
        Event(1, EventKind.FOOD),
        Event(2, EventKind.CAPSULE),
        Event(3, EventKind.GHOST, 2),
        Event(4, EventKind.WON),
    )
    (row,) = timeline_rows(timeline_of(0, 9, 8, 200, 700, events=events))
    assert row["food"].count("M") == 1
    assert (row["capsules"], row["ghosts"]) == ([50], [[75, 2]])
    assert row["ends"] == [{"at": 100, "kind": "won", "text": "✓"}]
    assert row["taken_over"] is None


def test_games_side_by_side_have_one_scale() -> None:
    low, high = timeline_of(0, 10).rows[0], timeline_of(0, 100).rows[0]
    flat, steep = timeline_rows(Timeline(1, 1, (low, high)))
    assert numbers(flat["curve"])[3] > numbers(steep["curve"])[3]


def test_a_long_game_has_a_short_curve_and_its_last_score() -> None:
    (row,) = timeline_rows(timeline_of(*range(5001)))
    points = numbers(row["curve"])
    assert len(points) < 2200
    assert points[-2:] == [WIDTH, 16]


def test_an_analysed_game_has_the_curve_of_its_value_and_signs_the_worst_on_top() -> None:
    (row,) = timeline_rows(analysed_timeline())
    assert [(sign["ply"], sign["sign"], sign["at"]) for sign in row["signs"]] == [
        (16, "?!", 80),
        (10, "?", 50),
        (4, "??", 20),
    ]
    heights = numbers(row["curve"])[1::2]
    assert heights == sorted(heights), "y goes down"
    assert row["analysed"]


def test_a_game_that_was_taken_over_says_where() -> None:
    timeline = timeline_of(0, 1, 2, 3)
    taken = replace(timeline, rows=(replace(timeline.rows[0], taken_over=1),))
    assert timeline_rows(taken)[0]["taken_over"] == 33.33
