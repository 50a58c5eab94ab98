"""Pages: what is in them, and how they play in a browser."""

import base64
import io
import json
import re
from dataclasses import replace
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from helpers.browser import DESKTOP, PHONE, SMALL_PHONE, Visit, until
from helpers.painters import by_cell
from helpers.recorded import GAME, moved, searched
from pacgrid import Action, Layout, Record, State
from pacgrid.records.description import result_line
from pacgrid.records.record import Ending, Move
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.sprites import Bytes
from pacgrid.render.web.page import PageError, frame, page, write_page
from pacgrid.render.web.reel import reel
from pacgrid.session.marks import NO_MARKS, Marks
from pacgrid.session.overlays import Overlay, marks_of
from pacgrid.session.scene import Stride, facing, scene
from pacgrid.session.themes import COLOUR_BLIND_LIGHT, DARK, LIGHT, THEMES, Theme

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{7*7}}\u202e\ud800"


FORFEIT = replace(
    GAME, ending=Ending.RAISED, forfeit=0, score=GAME.score - 500, message="KeyError: <b>'x'</b>"
)
SHORT = Layout.parse("%%%%%%%%\n%Po 1. %\n%%%%%%%%", source="short.lay")
LOST = moved(Layout.parse("%%%%%%%%\n%P  1. %\n%%%%%%%%"), "EWE")


class Tags(HTMLParser):
    """The tags of a page with their attributes, and what is in its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = tag

    def handle_data(self, data: str) -> None:
        if self._open in self.inside:
            self.inside[self._open].append(data)

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


def hostile() -> Record:
    """A record with nothing but ill will in its texts."""
    return replace(
        FORFEIT,
        layout=Layout(GAME.layout.rows, HOSTILE),
        agents=(HOSTILE,) * len(GAME.agents),
        message=HOSTILE,
        details=HOSTILE,
    )


# What is in a page.


def test_a_page_is_the_same_for_the_same_record() -> None:
    assert page(GAME) == page(GAME)


def test_a_page_holds_the_games_data() -> None:
    data = json.loads(Tags(page(GAME)).inside["script"][0])
    assert data.items() >= json.loads(json.dumps(reel(GAME))).items()


def test_a_page_asks_for_nothing_and_runs_nothing_but_its_own_script() -> None:
    tags = Tags(page(GAME))
    for tag, attributes in tags.found:
        assert not {"src", "href", "srcset", "style"} & attributes.keys() or tag == "use"
        assert not any(name.startswith("on") for name in attributes)
    (policy,) = [
        attributes["content"]
        for _, attributes in tags.found
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    for text in (tags.inside["style"][0], tags.inside["script"][1]):
        assert base64.b64encode(sha256(text.encode()).digest()).decode() in policy
    assert "unsafe" not in policy


def test_a_record_full_of_markup_adds_nothing_to_the_page() -> None:
    harmless = replace(hostile(), layout=GAME.layout, agents=GAME.agents, message="x", details="y")
    hurt, unhurt = (
        [tag for tag, _ in Tags(page(record)).found if tag != "wbr"]
        for record in (hostile(), harmless)
    )
    assert hurt == unhurt
    text = page(hostile())
    text.encode()
    assert "alert(1)</script>" not in text
    data = json.loads(Tags(text).inside["script"][0])
    assert data["agents"][0] == HOSTILE.replace("\u202e", "\ufffd").replace("\ud800", "\ufffd")


def test_without_scripts_there_is_the_last_position() -> None:
    (found,) = re.findall(r"<noscript>(.*?)</noscript>", page(GAME), re.DOTALL)
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in found
    assert f"{GAME.score} points" in found


@pytest.mark.slow
def test_a_long_game_on_the_largest_board_is_below_a_megabyte() -> None:
    record = long_game(Layout.load("arcade"), 1000)
    assert record.rounds == 1000
    assert len(page(record)) < 1_000_000


def long_game(layout: Layout, rounds: int) -> Record:
    """A game of so many rounds, in which everybody keeps out of each other's way."""
    rng, states, moves = Random(1), [State.initial(layout)], list[Move]()
    while len(moves) < rounds * states[0].num_agents:
        ways = {a: states[-1].successor(a) for a in states[-1].legal_actions()}
        options = [action for action, after in ways.items() if not after.is_terminal]
        if options:
            moves.append(Move(rng.choice(options), 0.012345, 0.01, 123456))
            states.append(ways[moves[-1].action])
        else:  # go back a little, and try again
            del moves[-100:], states[-100:]
    names = ("random_agent", *["random_ghost"] * len(layout.ghosts))
    return Record(layout, names, 1, tuple(moves), states[-1].score, Ending.ROUND_LIMIT)


def test_a_page_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.html"
    write_page(path, GAME)
    assert path.read_text("utf-8") == page(GAME)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_page(path, LOST)
    assert path.read_text("utf-8") == page(GAME)
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_to_is_said_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(PageError, match=r"^[^\n]*can't be written: No such file or directory$"):
        write_page(tmp_path / "nowhere" / "game.html", GAME)
    with pytest.raises(PageError, match=r"^[^\n]*can't be written: Is a directory$"):
        write_page(tmp_path, GAME)
    with pytest.raises(PageError, match="is not a valid file name"):
        write_page("a\0b", GAME)


def test_a_notebook_shows_a_record_in_a_frame_of_its_own() -> None:
    html = GAME._repr_html_()
    assert html == frame(GAME)
    (tag, attributes) = Tags(html).found[0]
    assert (tag, attributes["sandbox"]) == ("iframe", "allow-scripts")
    assert attributes["srcdoc"] == page(GAME)
    assert len(Tags(html).found) == 1
    assert len(Tags(frame(hostile())).found) == 1


def test_a_game_that_was_taken_over_says_since_when() -> None:
    record = replace(GAME, taken_over=11 * len(GAME.agents))
    assert "seed 0; taken over in round 12</p>" in page(record)
    assert "taken over" not in page(GAME)


def test_a_frame_can_have_the_whole_screen() -> None:
    assert "allowfullscreen" in Tags(frame(GAME)).found[0][1]


# How a page plays, in a browser.


LARGE = "board.fit(...film.size.map((cells) => 40 * cells))"
"""Cells whose eighths are whole pixels: numpy paints figures on whole pixels only."""


def shown(tab: Any, *names: str) -> list[str]:
    return [tab.locator(f"#{name}").inner_text() for name in names]


def expected(record: Record, ply: int) -> list[str]:
    """The score, the round and the food left, as they should be shown."""
    state = list(record.states())[ply]
    score = record.score if ply == len(record.moves) else state.score
    return [str(score), str(-(-ply // len(record.agents))), str(len(state.food))]


def canvas(tab: Any) -> Bytes:
    """The pixels of the board."""
    from pacgrid.render.window.sdl import pygame

    address = tab.evaluate("document.getElementById('board').toDataURL()")
    surface = pygame.image.load(io.BytesIO(base64.b64decode(address.partition(",")[2])), "x.png")
    pixels: Bytes = pygame.surfarray.array3d(surface).transpose(1, 0, 2)
    return pixels


def difference(
    tab: Any,
    stride: Stride,
    fraction: float,
    theme: Theme = DARK,
    marks: Marks = NO_MARKS,
) -> float:
    """How far the board is from numpy's picture in the cell where it is farthest."""
    pixels = canvas(tab)
    cell = pixels.shape[1] // stride.after.maze.width
    painted = BoardPainter(stride.after.maze, cell, theme).paint(
        scene(stride, fraction, marks=marks)
    )
    return float(by_cell(np.abs(pixels.astype(float) - painted), cell).max())


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_keys_go_by_plies_and_rounds_and_to_the_ends(visit: Visit, size: tuple[int, int]) -> None:
    tab, many, last = visit(GAME, size), len(GAME.agents), len(GAME.moves)
    ply = 0
    for key, after in [
        ("ArrowRight", many),
        ("ArrowRight", 2 * many),
        (".", 2 * many + 1),
        ("Shift+ArrowRight", 2 * many + 2),
        ("ArrowLeft", 2 * many),
        (",", 2 * many - 1),
        ("ArrowLeft", many),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("End", last),
        ("ArrowRight", last),
        ("Shift+ArrowLeft", last - 1),
    ]:
        tab.keyboard.press(key)
        assert tab.locator("#slider").input_value() == str(after), (key, ply)
        assert shown(tab, "score", "round", "left") == expected(GAME, after)
        ply = after


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_buttons_do_what_keys_do(visit: Visit, size: tuple[int, int]) -> None:
    tab, many, last = visit(GAME, size), len(GAME.agents), len(GAME.moves)
    for name, after in [
        ("One round forward", many),
        ("One ply forward", many + 1),
        ("One round back", many),
        ("One ply back", many - 1),
        ("To the end", last),
        ("To the start", 0),
    ]:
        tab.get_by_role("button", name=name).click()
        assert shown(tab, "score", "round", "left") == expected(GAME, after)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_time_line_can_be_dragged(visit: Visit, size: tuple[int, int]) -> None:
    tab, last = visit(GAME, size), len(GAME.moves)
    box = tab.locator("#slider").bounding_box()
    middle = box["y"] + box["height"] / 2
    tab.mouse.move(box["x"] + 6, middle)
    tab.mouse.down()
    for part in (0.2, 0.5):
        tab.mouse.move(box["x"] + 6 + part * (box["width"] - 12), middle)
        ply = int(tab.locator("#slider").input_value())
        assert abs(ply - part * last) <= 2
        assert shown(tab, "score", "round", "left") == expected(GAME, ply)
    tab.mouse.up()


def test_a_game_plays_to_its_end_and_plays_again(visit: Visit) -> None:
    tab = visit(LOST)
    for _ in range(9):
        tab.keyboard.press("+")
    tab.keyboard.press("Space")
    until(tab, "document.body.dataset.end === 'lost'")
    assert shown(tab, "score", "round") == [str(LOST.score), str(LOST.rounds)]
    assert "Caught" in shown(tab, "said")[0]
    until(tab, "!player.moving")
    tab.get_by_role("button", name="Play").click()
    until(tab, "!player.playing && document.body.dataset.end === 'lost'")


def test_a_tap_on_the_board_plays_and_pauses(visit: Visit) -> None:
    tab = visit(GAME, PHONE)
    tab.locator("#stage").tap()
    until(tab, "player.playing && player.ply > 3")
    assert tab.locator("#play").get_attribute("aria-label") == "Pause"
    tab.locator("#stage").tap()
    ply = int(tab.locator("#slider").input_value())
    assert tab.locator("#play").get_attribute("aria-label") == "Play"
    assert shown(tab, "score", "round", "left") == expected(GAME, ply)


def test_the_board_looks_as_numpy_paints_it(visit: Visit) -> None:
    tab = visit(GAME)
    tab.evaluate(LARGE)
    stride = Stride.standing(next(GAME.states()))
    for ply, state in enumerate(GAME.states()):
        stride = stride.then(state)
        if ply % 17 == 0:
            tab.evaluate(f"player.pauseAt({ply}); show()")
            assert difference(tab, replace(stride, before=state), 1) < 3


@pytest.mark.parametrize("fraction", [0.25, 0.75])
def test_half_way_the_board_looks_as_numpy_paints_it(visit: Visit, fraction: float) -> None:
    tab, many = visit(GAME), len(GAME.agents)
    tab.evaluate(LARGE)
    ends = list(GAME.states())[::many]
    stride = Stride.standing(ends[0])
    for number, state in enumerate(ends):
        stride = stride.then(state)
        if number % 7 == 1 and not any(points > 150 for points in gains(GAME, number)):
            moment = {"before": (number - 1) * many, "after": number * many, "fraction": fraction}
            tab.evaluate(f"board.paint({json.dumps(moment)})")
            assert difference(tab, stride, fraction) < 3


def test_every_theme_looks_as_numpy_paints_it(visit: Visit) -> None:
    """With marks, but for labels: each painter has letters of its own."""
    game = searched()
    tab, states = visit(game), list(game.states())
    tab.evaluate(LARGE)
    for name in ("principal-variation", "expanded", "danger"):
        tab.evaluate(f"toggle('{name}')")
    overlays = {Overlay.PRINCIPAL_VARIATION, Overlay.EXPANDED, Overlay.DANGER}
    for number, theme in enumerate(THEMES.values()):
        tab.evaluate(f"useTheme(themeOf({json.dumps(theme.light)}, {json.dumps(theme.numbered)}))")
        for ply in range(5 * number, len(game.moves), 38):
            tab.evaluate(f"player.pauseAt({ply}); show()")
            stride = Stride(states[ply], states[ply], facing(states, ply))
            marks = marks_of(states[ply], game.moves[ply].thought, overlays)
            assert difference(tab, stride, 1, theme, marks) < 4


@pytest.mark.parametrize("theme", [LIGHT, COLOUR_BLIND_LIGHT])
def test_eyes_on_their_way_home_can_be_seen_on_light_ground(visit: Visit, theme: Theme) -> None:
    record = moved(Layout.parse("%%%%%%%%%%\n%Po1    .%\n%%%%%%%%%%", source="x.lay"), "EWE")
    tab, states = visit(record), list(record.states())
    (ply, *_) = reel(record)["ghostsEaten"][0]
    tab.evaluate(LARGE)
    moment = {"before": ply - 1, "after": ply, "fraction": 0.125}
    tab.evaluate(f"board.points = () => {{}}; Object.assign(player, {json.dumps(moment)})")
    tab.evaluate(f"useTheme(themeOf(true, {json.dumps(theme.numbered)})); show()")
    stride = Stride(states[ply - 1], states[ply], facing(states, ply))
    assert difference(tab, stride, 0.125, theme) < 3


def gains(record: Record, number: int) -> list[int]:
    """The points of the plies of round `number`."""
    many = len(record.agents)
    return [change[0] for change in reel(record)["changes"][(number - 1) * many : number * many]]


def test_who_moved_and_how_long_it_thought_is_shown(visit: Visit) -> None:
    moves = [replace(GAME.moves[0], seconds=0.0123, nodes=4567), *GAME.moves[1:]]
    tab = visit(replace(GAME, moves=tuple(moves)))
    tab.keyboard.press(".")
    row = tab.locator("#agents tbody tr").first
    assert "mover" in row.get_attribute("class")
    assert row.locator(".thought").inner_text() == "12 ms"
    assert row.locator(".nodes").inner_text() == "4\u202f567"
    assert shown(tab, "said")[0].startswith(f"Pac-Man goes {GAME.moves[0].action}")


def test_the_time_of_others_is_not_counted_for_who_took_over(visit: Visit) -> None:
    moves = [replace(move, seconds=0.5) for move in GAME.moves]
    seats = len(GAME.agents)
    tab = visit(replace(GAME, moves=tuple(moves), taken_over=2 * seats))
    tab.keyboard.press("End")
    own = len(moves[2 * seats :: seats])  # half a second each
    total = tab.locator("#agents tbody tr").first.locator(".total").inner_text()
    assert float(total.removesuffix(" s")) == own / 2


def test_the_end_tells_the_forfeits_reason(visit: Visit) -> None:
    tab = visit(FORFEIT, PHONE)
    tab.keyboard.press("End")
    assert "Pac-Man (Reflex): agent failed: KeyError: <b>'x'</b>" in shown(tab, "said")[0]
    assert shown(tab, "score")[0] == str(FORFEIT.score)


def test_a_hostile_record_is_nothing_but_text(visit: Visit) -> None:
    tab = visit(hostile())
    tab.keyboard.press("End")
    assert "<img src=x onerror=alert(2)>" in tab.locator("h1").inner_text()
    assert tab.evaluate("document.images.length") == 0


def test_the_help_opens_and_closes(visit: Visit) -> None:
    tab = visit(GAME)
    for opened, closed in (("?", "?"), ("h", "Escape")):
        tab.keyboard.press(opened)
        assert tab.get_by_role("dialog", name="Keys").is_visible()
        tab.keyboard.press(closed)
        assert not tab.locator("#help").is_visible()
    tab.get_by_role("button", name="Help").click()
    tab.get_by_role("button", name="Close").click()
    assert not tab.locator("#help").is_visible()


def test_where_no_script_may_run_the_last_position_is_shown(visit: Visit) -> None:
    tab = visit(LOST, PHONE, java_script_enabled=False)
    assert tab.get_by_role("img", name=result_line(LOST)).is_visible()
    assert not tab.locator("#player").is_visible()


def test_speeds_have_ends(visit: Visit) -> None:
    tab = visit(GAME)
    for key, speed in (("+", "240"), ("-", "0.5")):
        for _ in range(20):
            tab.keyboard.press(key)
        assert shown(tab, "speed") == [speed]


def theme_of(tab: Any) -> tuple[bool, bool, str]:
    """Whether it is light, whether ghosts wear numbers, and the colour of the page's ground."""
    tab.evaluate("show()")
    ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    return tab.evaluate("theme.light"), tab.evaluate("theme.numbered"), ground


DARK_PAGE, LIGHT_PAGE = "rgb(11, 13, 28)", "rgb(243, 243, 247)"


@pytest.mark.parametrize(("scheme", "light"), [("dark", False), ("light", True)])
def test_the_first_look_is_that_of_the_system(visit: Visit, scheme: str, light: bool) -> None:
    tab = visit(GAME, color_scheme=scheme)
    assert theme_of(tab) == (light, False, LIGHT_PAGE if light else DARK_PAGE)
    tab.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
    until(tab, f"theme.light !== {json.dumps(light)}")


def test_other_colours_can_be_chosen(visit: Visit) -> None:
    tab = visit(GAME)
    tab.evaluate("show()")  # at once, not when the browser finds the time
    before = canvas(tab)
    tab.get_by_role("button", name="Colour-blind colours").click()
    assert theme_of(tab) == (False, True, DARK_PAGE)
    assert tab.locator("#colours").get_attribute("aria-pressed") == "true"
    tab.get_by_role("button", name="Light colours").click()
    assert theme_of(tab) == (True, True, LIGHT_PAGE)
    assert not np.array_equal(canvas(tab), before)
    tab.keyboard.press("c")
    assert theme_of(tab) == (True, False, LIGHT_PAGE)
    tab.keyboard.press("l")
    assert theme_of(tab) == (False, False, DARK_PAGE)
    assert np.array_equal(canvas(tab), before)


def test_the_player_can_have_the_whole_screen(visit: Visit) -> None:
    tab = visit(GAME)
    tab.keyboard.press("f")
    until(tab, "document.fullscreenElement === document.getElementById('player')")
    tab.get_by_role("button", name="Full screen", pressed=True).click()
    until(tab, "!document.fullscreenElement")


def test_every_control_has_a_name(visit: Visit) -> None:
    tab = visit(searched())
    tab.keyboard.press("1")
    tree = tab.context.new_cdp_session(tab).send("Accessibility.getFullAXTree")["nodes"]
    told = [(node["role"]["value"], node["name"]["value"]) for node in tree if "name" in node]
    for role in ("button", "slider", "group", "table", "region", "image"):
        names = [name for each, name in told if each == role]
        assert names, role
        assert all(names)
    names = [name for role, name in told if role == "button"]
    assert len(names) == len(set(names)) == 19
    assert {overlay.label.capitalize() for overlay in Overlay} <= set(names)


def test_nothing_is_wider_than_the_screen_and_fingers_find_the_buttons(visit: Visit) -> None:
    names = ("a_very_long_name_of_an_agent" * 3, *searched().agents[1:])
    tab = visit(replace(searched(), agents=names), PHONE)
    for key in ("ArrowRight", *"123456"):
        tab.keyboard.press(key)
    until(tab, "!document.getElementById('thought').hidden")
    for size in (DESKTOP, PHONE, SMALL_PHONE, (320, 640), (720, 544), (740, 360)):
        tab.set_viewport_size({"width": size[0], "height": size[1]})
        until(tab, f"window.innerWidth === {size[0]}")
        assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
        buttons = tab.locator(".bar button, .overlays button").all()
        boxes = [button.bounding_box() for button in buttons]
        least = 44 if size[0] >= 400 else 40 if size[0] >= 360 else 36
        assert all(min(box["width"], box["height"]) >= least for box in boxes)
        for one, other in combinations(boxes, 2):
            assert is_left_of(one, other) or is_left_of(other, one) or not on_a_level(one, other)


def is_left_of(one: dict[str, float], other: dict[str, float]) -> bool:
    return one["x"] + one["width"] <= other["x"]


def on_a_level(one: dict[str, float], other: dict[str, float]) -> bool:
    return one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


def test_whoever_wants_little_motion_sees_none_between_plies(visit: Visit) -> None:
    tab = visit(GAME, reduced_motion="reduce")
    # Slow from here on: the page goes on while it is looked at.
    tab.evaluate("player.toggle(); player.advance(0.05); player.speed = 1e-6; show()")
    stride = Stride.standing(list(GAME.states())[len(GAME.agents)])
    assert tab.evaluate("player.fraction") < 1
    facing = reel(GAME)["changes"][0][4]
    assert difference(tab, replace(stride, facing=Action(facing)), 1) < 3


@pytest.mark.parametrize("record", [moved(SHORT, ""), moved(SHORT, "E"), LOST])
def test_the_shortest_games_can_be_shown(visit: Visit, record: Record) -> None:
    tab = visit(record)
    for key in ("End", "ArrowLeft", "ArrowRight", "Home"):
        tab.keyboard.press(key)
    assert shown(tab, "score", "round", "left") == expected(record, 0)


def test_frames_in_one_page_play_on_their_own(visit: Visit, browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "notebook.html"
    path.write_text(f"<!DOCTYPE html><meta charset=utf-8>{frame(GAME)}{frame(LOST)}", "utf-8")
    context = browser.new_context(viewport={"width": 800, "height": 1300})
    tab = context.new_page()
    tab.goto(path.as_uri())
    first, second = (tab.frame_locator("iframe").nth(i) for i in (0, 1))
    second.get_by_role("button", name="To the end").click()
    assert second.locator("#score").inner_text() == str(LOST.score)
    assert first.locator("#score").inner_text() == "0"
    assert unescape(first.locator("h1").inner_text()).startswith("Reflex against")
    context.close()
