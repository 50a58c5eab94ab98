"""Drawing a layout by keys and clicks, without a pixel."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import Layout, LayoutError
from pacgrid.session.diagram import Diagram, Words
from pacgrid.session.editor_palette import FIRST_FINDING, TARGETS
from pacgrid.session.editor_session import HELP, MENU, REST, EditorSession
from pacgrid.session.frame import Sheet
from pacgrid.session.gesture import Gesture
from pacgrid.session.marks import Ink
from pacgrid.session.next_action import NextAction
from pacgrid.session.scene import Scene

ROOM = """\
%%%%%%%
%P..o.%
%.%%%.%
%..1..%
%%%%%%%
"""
CLICK, SECOND, DRAG = Gesture
_NOT_CHECKED = "2:3: odd: food, but a capsule at 2:5: nearly left mirrors right"
"""What is said of the room."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("room.lay").write_text(ROOM, "utf-8")


def session(keys: str | Iterable[str] = (), source: str = "room.lay") -> EditorSession:
    """An editor in which these keys were pressed; the cursor begins at line 3, column 4."""
    found = EditorSession(source)
    press(found, keys)
    return found


def press(found: EditorSession, keys: str | Iterable[str]) -> None:
    names = {"space": " "}
    for key in keys.split() if isinstance(keys, str) else keys:
        found.press(names.get(key, key))


def board(found: EditorSession) -> list[str]:
    return str(found.editor.board).split("\n")


def sheet(found: EditorSession) -> Sheet:
    shown = found.frame().sheet
    assert shown
    return shown


def scene(found: EditorSession) -> Scene:
    shown = found.frame().boards[0].scene
    assert isinstance(shown, Scene)
    return shown


def texts(found: EditorSession) -> list[str]:
    """What stands beside the board."""
    found.advance(REST)
    shown = found.frame().boards[1].scene
    assert isinstance(shown, Diagram)
    return [part.text for part in shown.parts if isinstance(part, Words)]


@pytest.mark.parametrize(
    ("keys", "line", "row"),
    [
        ("down e space", 4, "%.. ..%"),
        ("down backspace space", 4, "%.. ..%"),
        (". space", 3, "%.%.%.%"),
        ("o space", 3, "%.%o%.%"),
        ("p space", 3, "%.%P%.%"),
        ("p space", 2, "% ..o.%"),
        ("9 space", 3, "%.%9%.%"),
        ("1 space", 4, "%.. ..%"),
        ("down left % space", 4, "%.%1..%"),
        ("up home right w d right right d right", 2, "%%%%o.%"),
        ("down i up space", 3, "%.%1%.%"),
        ("w r down left space up left space", 3, "%%%%%.%"),
        ("w r down left space up left space", 4, "%%%1..%"),
        ("up f e space", 2, "%P  o.%"),
        ("m down left o space", 4, "%.o1o.%"),
        ("m m up left w space", 4, "%..1%.%"),
        ("m m up left w space", 2, "%P%.o.%"),
        ("page_up w space e space", 1, "%%%%%%%"),
        ("down e space z", 4, "%..1..%"),
        ("down e space z y", 4, "%.. ..%"),
        ("w r space escape down space", 4, "%..%..%"),
        ("k right right escape", 2, "%P....o.%"),
        ("k left enter", 2, "%P.o.%"),
        ("k down right enter", 4, "%.%%%.%"),
        ("m k right escape", 3, "%.%%%%.%"),
        ("w r down right space k right enter left left space", 4, "%.%%%..%"),
    ],
)
def test_keys_draw(keys: str, line: int, row: str) -> None:
    assert board(session(keys))[line - 1] == row


@pytest.mark.parametrize(
    ("keys", "cells", "line", "row"),
    [
        ("w", [(22, CLICK)], 4, "%%.1..%"),
        ("w", [(22, CLICK), (26, DRAG)], 4, "%%%%%%%"),
        ("w", [(8, SECOND), (10, DRAG)], 2, "%   o.%"),
        ("p", [(22, CLICK), (23, DRAG), (26, DRAG)], 4, "%..1.P%"),
        ("p", [(22, CLICK), (23, DRAG), (26, DRAG)], 2, "% ..o.%"),
        ("w r", [(22, CLICK), (24, DRAG), (23, DRAG)], 4, "%%%1..%"),
        ("o f", [(23, CLICK), (9, DRAG)], 4, "%oo1..%"),
        ("w m", [(22, CLICK)], 4, "%%.1.%%"),
        ("w", [(22, DRAG)], 4, "%..1..%"),
        ("w", [(999, CLICK)], 4, "%..1..%"),
    ],
)
def test_a_pointer_draws_and_each_stroke_is_undone_at_once(
    keys: str, cells: list[tuple[int, Gesture]], line: int, row: str
) -> None:
    found = session(keys)
    for cell, gesture in cells:
        found.paint(cell, gesture)
    assert board(found)[line - 1] == row
    found.press("z")
    assert board(found) == ROOM.split("\n")[:-1]


KEYS = (*"%.oep19dirfmx", "space", "left", "right", "up", "down", "home", "page_down")
EVENTS = st.one_of(
    st.sampled_from(KEYS),
    st.sampled_from(["k right escape", "k left escape", "k down right escape", "n enter"]),
    st.tuples(st.integers(0, 240), st.sampled_from([*Gesture])),
)


@given(st.lists(EVENTS, max_size=25))
def test_undo_gives_every_earlier_drawing_and_redo_every_later_one(
    events: list[str | tuple[int, Gesture]],
) -> None:
    found, drawings = EditorSession(), []
    press(found, "k left escape . d")
    for event in events:
        if found.next_action or found.sheets.open:
            break
        before = found.editor.board
        if isinstance(event, str):
            press(found, event)
        else:
            found.paint(*event)
        if found.editor.board != before:
            drawings = [*drawings, before] if not _goes_on(event) else drawings
    if found.sheets.open:
        found.press("escape")
    last = found.editor.board
    for drawing in reversed(drawings):
        while found.editor.board != drawing:
            assert found.editor.history.undo()
    while found.editor.history.redo():
        pass
    assert found.editor.board == last


def _goes_on(event: object) -> bool:
    """Whether it may be a part of the change before it."""
    return isinstance(event, tuple) and event[1] is DRAG


def test_what_is_wrong_is_listed_marked_and_found_by_key_and_click() -> None:
    found = session("w up space down down space")
    found.advance(REST / 2)
    assert found.frame().caption.words == _NOT_CHECKED
    listed = [text for text in texts(found) if text[0] in "!?"]
    assert listed == [
        "? 1:1: no ghosts",
        "? 2:3: food, but a capsule at 2:5: nearly left mi…",
        "? 2:5: Pac-Man can't reach this capsule",
        "! 2:6 and 3 more: Pac-Man can't reach this food",
    ]
    marked = {tint.position: tint.ink for tint in scene(found).marks.tints}
    assert [marked[x, y] for x, y in ((5, 1), (5, 2), (5, 3), (4, 3))] == [
        *[Ink.BAD] * 3,
        Ink.EXPANDED,
    ]
    assert found.frame().caption.words.startswith("2:6: wrong: Pac-Man can't reach this food")
    press(found, "up x x")
    assert found.frame().caption.last_move == "4:5 food"
    findings = found.editor.found.findings
    found.choose_target(FIRST_FINDING + 3)
    assert found.editor.cursor == found.editor.cell_of(findings[3])
    assert "open a way to it" in found.frame().caption.words
    found.choose_target(FIRST_FINDING + 99)  # it is gone by now


def test_marks_and_tools_are_clicked() -> None:
    found = session()
    for key, drawn in (("o", "capsule"), ("p", "Pac-Man"), ("7", "ghost 7")):
        found.choose_target(TARGETS.index(key))
        assert found.frame().caption.facts[0].value == drawn
    for key in "rfdm":
        found.choose_target(TARGETS.index(key))
    assert {"D  draw as the cursor moves: on", "M  mirror: left and right"} <= set(texts(found))


def test_the_numbers_are_those_of_the_check() -> None:
    assert {"7 x 5   cells 12", "food 9   capsules 1   ghosts 1", "dead ends 0   loops 1"} <= set(
        texts(session())
    )


def test_a_defective_file_is_shown_as_it_is() -> None:
    Path("draft.lay").write_text("%%%%%\n%PP?\n%G%%%", "utf-8")
    found = session(source="draft.lay")
    assert [label.text for label in scene(found).marks.labels] == ["P", "?", "G"]
    assert scene(session("e space", "new.lay")).pacman is None
    press(found, "s")
    assert found.frame().caption.status == "saved draft.lay as a draft: 4 things wrong"
    assert Path("draft.lay").read_text("utf-8") == "%%%%%\n%PP? \n%G%%%\n"


# Files.


def test_it_is_saved_and_then_left_without_a_question() -> None:
    found = session("down e space s")
    assert found.frame().caption.status == "saved room.lay"
    assert found.unsaved is None
    assert Layout.load("room.lay").rows[3] == "%.. ..%"
    found.press("escape")
    assert found.next_action is NextAction.QUIT


@pytest.mark.parametrize(
    ("keys", "over", "row"),
    [
        ("enter", True, "%.. ..%"),
        ("down enter", True, "%..1..%"),
        ("down down enter", False, "%..1..%"),
        ("escape", False, "%..1..%"),
    ],
)
def test_whoever_leaves_with_unsaved_changes_is_asked(keys: str, over: bool, row: str) -> None:
    found = session("down e space")
    found.next_action = NextAction.QUIT  # as a window does that is closed
    assert found.next_action is None
    assert sheet(found).title == "Save room.lay?"
    press(found, keys)
    assert (found.next_action is NextAction.QUIT) == over
    assert Path("room.lay").read_text("utf-8").split("\n")[3] == row
    assert (found.unsaved is None) == (row == "%.. ..%")


@pytest.mark.parametrize(("key", "title"), [("g", "Get a layout"), ("n", "New maze")])
def test_another_board_is_only_drawn_on_once_this_one_is_saved(key: str, title: str) -> None:
    found = session(f"down e space {key}")
    assert sheet(found).title == "Save room.lay?"
    found.press("enter")
    assert Layout.load("room.lay").rows[3] == "%.. ..%"
    assert sheet(found).title == title
    press(found, "escape escape")
    assert found.next_action is NextAction.QUIT


def test_saving_under_another_name_asks_before_it_overwrites() -> None:
    Path("other.lay").write_text("precious", "utf-8")
    found = session(["a", *["backspace"] * 8, *"other", "enter"])
    assert sheet(found).title == "other.lay has something else in it"
    found.press("escape")
    assert Path("other.lay").read_text("utf-8") == "precious"
    press(found, ["a", *["backspace"] * 8, *"other", "enter", "down", "enter"])
    assert Path("other.lay").read_text("utf-8") == ROOM
    assert str(found.path) == "other.lay"


def test_a_file_that_somebody_else_has_changed_is_not_overwritten_unasked() -> None:
    found = session("down e space")
    Path("room.lay").write_text("precious", "utf-8")
    found.press("s")
    assert sheet(found).title == "room.lay has something else in it"
    press(found, ["enter", *["backspace"] * 8, *"new.lay", "enter"])
    assert Path("room.lay").read_text("utf-8") == "precious"
    assert Layout.load("new.lay").rows[3] == "%.. ..%"


def test_a_failed_save_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    found = session("down e space s")
    assert found.frame().caption.status == (
        "room.lay: can't be saved: it is read-only; A saves elsewhere"
    )
    assert found.unsaved
    found.press("escape")
    found.press("enter")
    assert found.next_action is None, "it isn't left before it is saved"
    press(found, ["a", *["backspace"] * 8, *"nowhere/x", "enter"])
    assert sheet(found).problem.startswith("nowhere/x.lay: can't be saved: No such file")
    press(found, ["escape", "z"])
    assert str(found.editor.board) == ROOM[:-1]


@pytest.mark.parametrize("name", [".", "/", "é" * 150])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    found = session(["a", *["backspace"] * 8, *name, "enter"])
    assert "can't be saved: " in sheet(found).problem


def test_a_shipped_layout_is_saved_in_a_file_of_its_own() -> None:
    found = session("s", "small")
    assert sheet(found).rows[0].label == "small.lay_"
    found.press("enter")
    assert Layout.load("small.lay") == Layout.load("small")
    assert session(source="nosuch.lay").unsaved is None
    with pytest.raises(LayoutError, match="no such layout or file"):
        session(source="nosuch")


def test_another_layout_is_chosen_or_named() -> None:
    found = session(["g"])
    labels = [row.label for row in sheet(found).rows]
    assert labels[:3] == ["a name or a path", "room.lay", "arcade"]
    press(found, ["enter", *"no", "enter"])
    assert "no such layout or file" in sheet(found).problem
    press(found, ["backspace", "backspace", *"duel", "enter"])
    assert found.editor.board.rows == Layout.load("duel").rows
    assert found.path is None
    found.press("z")
    assert (str(found.editor.board), str(found.path)) == (ROOM[:-1], "room.lay")


def test_a_new_maze_is_shown_as_it_changes_and_can_be_cancelled() -> None:
    found = session(["n"])
    assert sheet(found).aside
    press(found, "down right")
    assert found.editor.board.rows == Layout.load("random:seed=1").rows
    press(found, "up right")  # caves
    press(found, "down down down right")
    assert found.editor.board.rows == Layout.load("random:seed=1,style=caves,size=21x12").rows
    press(found, "down left down enter")
    name = "random:seed=1,style=caves,size=21x12,symmetry=none"
    assert found.editor.board.rows == Layout.load(name).rows
    assert found.path is None
    press(found, "escape")
    assert sheet(found).title == "Save the layout?", "its seed is known to nobody"
    press(found, "escape n down enter left")
    assert found.editor.board.rows[1] == "%" + " " * 19 + "%"
    found.press("escape")
    assert found.editor.board.rows == Layout.load(name).rows


def test_a_maze_that_there_is_not_is_not_taken() -> None:
    found = session(["n", *["right"] * 4])  # tiny, 8x6
    press(found, ["down"] * 2 + ["right"] * 9)
    assert "can be" in sheet(found).problem
    found.press("enter")
    assert found.sheets.open


def test_the_position_is_written_for_an_assignment() -> None:
    found = session(["u"])
    assert sheet(found).rows[0].label == "room.toml_"
    found.press("enter")
    assert ROOM in Path("room.toml").read_text("utf-8")
    assert found.frame().caption.status == "added a test to room.toml; see its points there"


# Games, sheets and the rest.


def test_a_game_is_asked_for_only_if_there_can_be_one() -> None:
    found = session(["t"])
    assert found.next_action is NextAction.NEXT_GAME
    assert found.layout == Layout.load("room.lay")
    assert found.layout.name == "room"
    found.resume()
    assert found.next_action is None
    press(found, "up left left e space t")
    assert found.next_action is None
    status = found.frame().caption.status
    assert status == "can't be played yet: room:1:1: no Pac-Man; write P where he starts"


def test_the_menu_does_what_its_keys_do() -> None:
    found = session("down e space enter enter")
    assert found.frame().caption.status == "saved room.lay"
    press(found, "enter x")
    assert not found.sheets.open
    press(found, "enter ?")
    assert sheet(found).title == "Keys"
    found.press("x")
    press(found, "enter q")
    assert found.next_action is NextAction.QUIT


@pytest.mark.parametrize("key", ["?", "h", "f1"])
def test_the_help_has_every_key(key: str) -> None:
    found = session([key])
    words = " ".join(label for label, _ in HELP).lower().split()
    assert [row.label for row in sheet(found).rows] == [label for label, _ in HELP]
    assert {*(label.lower() for label, _ in MENU), *"w.oeprfdimzycl"} <= set(words)


def test_a_tool_is_dropped_before_the_editor_is_left() -> None:
    found = session("r escape")
    assert found.next_action is None
    press(found, "d escape")
    assert found.next_action is None
    found.press("escape")
    assert found.next_action is NextAction.QUIT


def test_held_keys_only_move_and_undo() -> None:
    found = session("w")
    for key in ("left", " ", "m"):
        found.press(key, repeated=True)
    assert found.frame().caption.last_move == "3:3 wall"
    assert (board(found), found.editor.symmetry) == (ROOM.split("\n")[:-1], "none")


def test_nothing_is_drawn_below_a_sheet() -> None:
    found = session(["?"])
    found.paint(22, CLICK)
    found.choose_target(0)
    assert str(found.editor.board) == ROOM[:-1]


def test_colours_and_full_screen() -> None:
    found = session(["c", "l", "f11"])
    frame = found.frame()
    assert frame.theme.light
    assert frame.theme.numbered
    assert frame.full_screen
