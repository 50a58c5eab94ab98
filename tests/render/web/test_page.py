"""Pages: what is in them, and how a saved one plays in a browser."""

import base64
import re
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.analyses import analysis_of
from helpers.browser import (
    DESKTOP,
    MILLISECONDS,
    PHONE,
    SMALL_PHONE,
    Visit,
    board_pixels,
    press,
    shown,
    until,
)
from helpers.painters import as_array, by_cell
from helpers.recorded import GAME, STILL, moved, searched
from pacgrid import Layout, Record
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.record import result_line
from pacgrid.render.web.page import PageError, framed, live_page, page, write_page
from pacgrid.session.frame import Overlay, Scene, Transition, facing, scene
from pacgrid.session.overlays import marks_of
from pacgrid.session.themes import COLOUR_BLIND, COLOUR_BLIND_LIGHT, DARK, LIGHT, Theme

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{7*7}}\u202e\ud800"
FORFEIT = replace(
    GAME, ending=Ending.RAISED, forfeit=0, score=GAME.score - 500, message="KeyError: <b>'x'</b>"
)
SHORT = Layout.parse("%%%%%%%%\n%Po 1. %\n%%%%%%%%", source="short.lay")
LOST = moved(Layout.parse("%%%%%%%%\n%P  1. %\n%%%%%%%%"), "EWE")
CELL = 30
SEATS, LAST = len(GAME.agents), len(GAME.moves)
TEMPLATES = Path(__file__).parents[3] / "pacgrid" / "render" / "web" / "templates"
HOSTILE_GAME = replace(
    FORFEIT,
    setup=PacmanSetup(Layout(GAME.layout.rows, HOSTILE), SEATS),
    agents=(HOSTILE,) * SEATS,
    message=HOSTILE,
    details=HOSTILE,
)


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


def expected(record: Record, ply: int) -> list[str]:
    """Score, round and food after a ply."""
    state = list(record.states())[ply]
    score = record.score if ply == len(record.moves) else state.score
    return [str(score), str(-(-ply // len(record.agents))), str(len(state.food))]


# What is in a page.


@pytest.mark.parametrize("make", [lambda: page(STILL), live_page], ids=["saved", "live"])
def test_a_page_asks_for_nothing_and_runs_nothing_but_its_own_script(
    make: Callable[[], str],
) -> None:
    text = make()
    assert text == make()
    tags = Tags(text)
    for tag, attributes in tags.found:
        assert not {"src", "href", "srcset", "style"} & attributes.keys() or tag == "use"
        assert not any(name.startswith("on") for name in attributes)
    (policy,) = [
        attributes["content"]
        for _, attributes in tags.found
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none';")
    for own in (tags.inside["style"][0], tags.inside["script"][1]):
        assert base64.b64encode(sha256(own.encode()).digest()).decode() in policy
    assert "unsafe" not in policy
    assert ("connect-src 'self';" in policy) == ("connect-src" in policy) == (make is live_page)


def test_a_record_full_of_markup_adds_nothing_to_the_page() -> None:
    harmless = replace(HOSTILE_GAME, setup=GAME.setup, agents=GAME.agents, message="x", details="y")
    hurt, unhurt = ([tag for tag, _ in Tags(page(each)).found] for each in (HOSTILE_GAME, harmless))
    assert hurt == unhurt
    text = page(HOSTILE_GAME)
    text.encode()
    assert "alert(1)</script>" not in text


def test_scripts_decide_no_colour_and_no_size() -> None:
    """They draw what Python computed: but for 0, 1, 2, halves and a few of time, no number."""
    allowed = {"0", "1", "2", "3", "100", "1000"}
    for path in TEMPLATES.glob("*.js"):
        script = re.sub(r"//.*", "", path.read_text("utf-8"))
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(|\d(?:px|rem|em|%|deg)", script)
        numbers = set(re.findall(r"(?<![\w.])\d+(?:\.\d+)?", script))
        assert numbers <= allowed, path.name
    assert not re.findall(
        r"#[0-9a-fA-F]{3,8}\b\s*[;,)]", (TEMPLATES / "page.css").read_text("utf-8")
    )


def test_a_page_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    with pytest.raises(PageError, match="No such file or directory"):
        write_page(tmp_path / "nowhere" / "game.html", "")
    with pytest.raises(PageError, match="not a valid file name"):
        write_page("a\0b.html", "")


@pytest.mark.slow
def test_a_page_is_little_larger_than_what_it_shows() -> None:
    text = page(searched())
    (data,) = re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)
    assert len(data) > 50_000
    assert len(text) - len(data) < 75_000


# How a saved page plays.


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_keys_and_buttons_go_by_plies_and_rounds_and_to_the_ends(
    visit: Visit, size: tuple[int, int]
) -> None:
    tab = visit(GAME, size)
    for key, button, after in [
        ("ArrowRight", "One round forward", SEATS),
        (">", "One round forward", 2 * SEATS),
        (".", "One ply forward", 2 * SEATS + 1),
        ("ArrowLeft", "One round back", 2 * SEATS),
        (",", "One ply back", 2 * SEATS - 1),
        ("<", "One round back", SEATS),
        ("Home", "To the start", 0),
        ("ArrowLeft", "One round back", 0),
        ("End", "To the end", LAST),
        ("ArrowRight", "One round forward", LAST),
    ]:
        before = tab.locator("#slider").input_value()
        press(tab, key)
        assert tab.locator("#slider").input_value() == str(after), key
        assert shown(tab, "score", "round", "food") == expected(GAME, after)
        tab.evaluate(f"(async () => {{ byId('slider').value = {before} }})()")
        tab.locator("#slider").dispatch_event("input")
        tab.get_by_role("button", name=button).click()
        until(tab, f"byId('slider').value === '{after}'")


@pytest.mark.slow
def test_a_finger_plays_and_drags_and_a_page_can_begin_in_the_middle_of_a_game(
    visit: Visit, tmp_path: Path
) -> None:
    tab = visit(GAME, PHONE)
    tab.locator("#boards").tap()
    until(tab, "byId('slider').value > 3")
    assert tab.locator("#play").get_attribute("aria-label") == "Pause"
    tab.locator("#boards").tap()
    until(tab, "byId('play').ariaLabel === 'Play'")
    ply = int(tab.locator("#slider").input_value())
    assert ply % SEATS == 0
    assert shown(tab, "score", "round", "food") == expected(GAME, ply)
    box = tab.locator("#slider").bounding_box()
    middle = box["y"] + box["height"] / 2
    tab.mouse.move(box["x"] + 6 + ply / LAST * (box["width"] - 12), middle)
    tab.mouse.down()
    for part in (0.2, 0.5):
        tab.mouse.move(box["x"] + 6 + part * (box["width"] - 12), middle)
        ply = int(tab.locator("#slider").input_value())
        assert abs(ply - part * LAST) <= 2
        until(tab, f"byId('score').textContent === '{expected(GAME, ply)[0]}'")
    tab.mouse.up()
    write_page(tmp_path / "page.html", page(GAME, start=2 * SEATS))
    tab.reload()
    until(tab, f"byId('slider').value === '{2 * SEATS}'")
    assert shown(tab, "score", "round", "food") == expected(GAME, 2 * SEATS)


@pytest.mark.slow
def test_a_game_plays_to_its_end_and_plays_again(visit: Visit) -> None:
    tab = visit(LOST)
    for _ in range(2):
        press(tab, "Home")
        tab.keyboard.press("Space")
        until(tab, "!byId('banner').hidden")
        assert shown(tab, "score", "round") == [str(LOST.score), str(LOST.rounds)]
        assert shown(tab, "banner-title") == ["CAUGHT"]
        assert "Enter" not in shown(tab, "banner-lines")[0]


@pytest.mark.slow
def test_every_theme_looks_as_the_board_painter_paints_it(visit: Visit) -> None:
    game = searched()
    tab, states = visit(game), list(game.states())
    # No values: the font of labels is the browser's.
    overlays = {Overlay.PRINCIPAL_VARIATION, Overlay.EXPANDED, Overlay.DANGER}
    for overlay in overlays:
        press(tab, overlay.key)
    themes = (("", DARK), ("l", LIGHT), ("c", COLOUR_BLIND_LIGHT), ("l", COLOUR_BLIND))
    for keys, theme in themes:
        for key in keys:
            press(tab, key)
        for ply in (0, 31, 60, 121):
            tab.evaluate(f"(async () => {{ byId('slider').value = {ply} }})()")
            tab.locator("#slider").dispatch_event("input")
            until(tab, f"byId('slider').getAttribute('aria-valuetext').endsWith(', ply {ply}')")
            marks = marks_of(states[ply], game.moves[ply].thought, overlays)
            transition = Transition(states[ply], states[ply], facing(states, ply))
            assert farthest(tab, scene(transition, 1, marks=marks), theme) < 6, (theme, ply)


def farthest(tab: Any, seen: Scene, theme: Theme = DARK) -> float:
    """How far the board of the page is from a painted one in the cell where it is farthest."""
    off = board_pixels(tab, CELL).astype(float) - as_array(seen, CELL, theme)
    return float(by_cell(np.abs(off), CELL).max())


@pytest.mark.slow
def test_keys_switch_overlays_the_help_and_the_full_screen_and_others_are_the_browsers(
    visit: Visit,
) -> None:
    tab = visit(GAME)
    values, insight = tab.get_by_role("button", name="Values"), tab.locator(".insight")
    assert values.is_disabled()
    assert "without thoughts" in values.get_attribute("title")
    press(tab, "1")
    assert not insight.is_visible()
    tab.get_by_role("button", name="Distance").click()
    insight.wait_for()
    assert tab.get_by_role("button", name="Distance", pressed=True).is_visible()
    press(tab, "4")
    assert not insight.is_visible()
    for opened, closed in (("?", "x"), ("h", "Escape")):
        press(tab, opened)
        words = tab.get_by_role("dialog", name="Keys").inner_text()
        assert "back or forward" in words
        assert not {"T", "R", "M", "Enter", "Q Esc"} & {*words.split("\n")}
        press(tab, closed)
        assert not tab.locator("#sheet").is_visible()
    tab.keyboard.press("f")
    until(tab, "document.fullscreenElement")
    tab.get_by_role("button", name="Full screen", pressed=True).click()
    until(tab, "!document.fullscreenElement")
    tab.evaluate(
        "window.left = [];"
        "addEventListener('keydown', (e) => e.defaultPrevented || window.left.push(e.key))"
    )
    for key in ("F11", "/", "Tab", "Control+ArrowRight", "ArrowRight", "x"):
        press(tab, key)
    left = tab.evaluate("window.left.filter((key) => key !== 'Control')")
    assert left == ["F11", "/", "Tab", "ArrowRight", "x"]


@pytest.mark.slow
def test_mistakes_are_found_by_keys_buttons_and_signs(visit: Visit) -> None:
    rounds = {3: 60.0, 6: 300.0, 9: 25.0}
    tab = visit(GAME, PHONE, analysis_of(GAME, {SEATS * n: cost for n, cost in rounds.items()}))
    for key, number in (("n", 3), ("n", 6), ("b", 3), ("x", 6)):
        press(tab, key)
        assert shown(tab, "round") == [str(number)]
    assert "is a blunder, 300 points worse than" in tab.locator(".insight").inner_text()
    tab.get_by_role("button", name="Next bad move").click()
    until(tab, "byId('round').textContent === '9'")
    tab.locator(".sign").filter(has_text="??").click()
    until(tab, "byId('round').textContent === '6'")
    press(tab, "7")
    assert not tab.locator(".insight").is_visible()
    assert not visit(GAME, PHONE).locator("#mistakes").is_visible()


@pytest.mark.slow
def test_a_hostile_record_is_nothing_but_text(visit: Visit) -> None:
    tab = visit(HOSTILE_GAME)
    press(tab, "End")
    assert "<img src=x onerror=alert(2)>" in tab.locator("h1").inner_text()
    assert tab.evaluate("document.images.length") == 0


@pytest.mark.slow
def test_where_no_script_may_run_the_last_position_is_shown(visit: Visit) -> None:
    tab = visit(LOST, PHONE, java_script_enabled=False)
    assert tab.get_by_role("img", name=result_line(LOST)).is_visible()
    assert f"{LOST.score} points" in tab.inner_text("body")
    assert not tab.locator("#page").is_visible()


@pytest.mark.slow
def test_the_first_theme_is_the_systems_and_who_wants_little_motion_sees_whole_rounds_only(
    visit: Visit,
) -> None:
    tab = visit(GAME, color_scheme="light", reduced_motion="reduce")
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        until(tab, f"document.documentElement.dataset.theme === '{scheme}'")
    for _ in range(12):
        tab.keyboard.press("-")
    tab.keyboard.press("Space")
    until(tab, "document.body.classList.contains('playing')")
    assert farthest(tab, scene(Transition.standing(next(GAME.states())), 1)) < 6


@pytest.mark.slow
def test_every_control_has_a_name_and_fingers_find_the_buttons_on_every_screen(
    visit: Visit,
) -> None:
    names = ("a_very_long_name_of_an_agent" * 3, *searched().agents[1:])
    tab = visit(replace(searched(), agents=names), PHONE)
    press(tab, "1")
    tree = tab.context.new_cdp_session(tab).send("Accessibility.getFullAXTree")["nodes"]
    named = [(node["role"]["value"], node["name"]["value"]) for node in tree if "name" in node]
    for role in ("button", "slider", "group", "region", "image"):
        of_role = [name for each, name in named if each == role]
        assert of_role, role
        assert all(of_role)
        if role == "button":
            assert len(of_role) == len(set(of_role)) == 19
    for key in ("ArrowRight", *"23456"):
        press(tab, key)
    for size in (DESKTOP, PHONE, SMALL_PHONE, (320, 640), (720, 544), (740, 360)):
        tab.set_viewport_size({"width": size[0], "height": size[1]})
        until(tab, f"window.innerWidth === {size[0]}")
        assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
        buttons = tab.locator(".controls:not([hidden]) button, #switches button").all()
        boxes = [button.bounding_box() for button in buttons]
        least = 44 if size[0] >= 400 else 40 if size[0] >= 360 else 36
        assert all(min(box["width"], box["height"]) >= least for box in boxes)
        for one, other in combinations(boxes, 2):
            apart = is_beside(one, other, "x", "width") or is_beside(one, other, "y", "height")
            assert apart


def is_beside(one: dict[str, float], other: dict[str, float], start: str, size: str) -> bool:
    first, second = sorted((one, other), key=lambda box: box[start])
    return first[start] + first[size] <= second[start] + 0.5


@pytest.mark.slow
@pytest.mark.parametrize("record", [moved(SHORT, ""), moved(SHORT, "E"), LOST])
def test_the_shortest_games_can_be_shown(visit: Visit, record: Record) -> None:
    tab = visit(record)
    for key in ("End", "ArrowLeft", "Space", "ArrowRight", "Home"):
        press(tab, key)
    assert shown(tab, "score", "round", "food") == expected(record, 0)


@pytest.mark.slow
def test_frames_in_one_page_play_on_their_own(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "notebook.html"
    frames = "".join(framed(page(each), "a game") for each in (GAME, LOST))
    path.write_text(f"<!DOCTYPE html><meta charset=utf-8>{frames}", "utf-8")
    context = browser.new_context(viewport={"width": 800, "height": 1300})
    tab = context.new_page()
    tab.set_default_timeout(MILLISECONDS)
    tab.goto(path.as_uri())
    first, second = (tab.frame_locator("iframe").nth(i) for i in (0, 1))
    second.get_by_role("button", name="To the end").click()
    second.locator("#banner").wait_for()
    assert second.locator("#score").inner_text() == str(LOST.score)
    assert first.locator("#score").inner_text() == "0"
    context.close()
