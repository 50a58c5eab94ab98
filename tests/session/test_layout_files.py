"""Layouts in files."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import Layout, LayoutError
from pacgrid.session.draft_board import DraftBoard
from pacgrid.session.layout_files import LayoutFiles

ROOM = DraftBoard.of(("%%%%%", "%P.1%", "%%%%%"))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@given(st.lists(st.text("%.o PG123Q", min_size=6, max_size=6), min_size=1, max_size=5))
def test_what_is_saved_is_read_again_whatever_is_wrong_with_it(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "drawn.lay"
    board = DraftBoard.of(["%" * 8, *(f"%{row}%" for row in rows), "%" * 8])
    LayoutFiles().write(board, path)
    assert LayoutFiles().read(str(path)) == (board, path)
    try:
        layout = Layout.load(path)
    except LayoutError:
        return
    assert layout.rows == board.rows


@pytest.mark.parametrize(
    ("source", "width", "path"),
    [
        ("small", 19, None),
        ("random:seed=7,size=15x9", 15, None),
        ("new.lay", 21, Path("new.lay")),
        ("mine.lay", 5, Path("mine.lay")),
    ],
)
def test_names_and_files_are_read(source: str, width: int, path: Path | None) -> None:
    Path("mine.lay").write_text(f"\n{ROOM}".replace("\n", "\r\n  "), "utf-8")
    board, found = LayoutFiles().read(source)
    assert (board.width, found) == (width, path)


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("smal", "no such layout or file"),
        ("random:seed=x", "must be a whole number"),
        (".", "is a directory"),
        ("é" * 150 + ".lay", "can't be read: File name too long"),
    ],
)
def test_what_is_no_layout_is_refused(source: str, error: str) -> None:
    with pytest.raises(LayoutError, match=error):
        LayoutFiles().read(source)


def test_a_file_is_only_overwritten_unasked_as_long_as_it_is_as_it_was_left() -> None:
    path, files = Path("mine.lay"), LayoutFiles()
    assert not files.would_lose(path)
    files.write(ROOM, path)
    assert not files.would_lose(path)
    assert files.is_saved(ROOM, path)
    path.write_text("somebody else's", "utf-8")
    assert files.would_lose(path)
    assert LayoutFiles().would_lose(path)


def test_a_failed_save_says_why_and_leaves_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    path, files = Path("mine.lay"), LayoutFiles()
    files.write(ROOM, path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(LayoutError, match=r"^mine\.lay: can't be saved: it is read-only$"):
        files.write(DraftBoard.empty(3, 3), path)
    assert path.read_text("utf-8") == f"{ROOM}\n"
    assert files.is_saved(ROOM, path)
    with pytest.raises(LayoutError, match=r"^nowhere/mine\.lay: can't be saved: No such file"):
        files.write(ROOM, Path("nowhere/mine.lay"))
    with pytest.raises(LayoutError, match="is not a valid file name"):
        files.write(ROOM, Path("a\0b"))
