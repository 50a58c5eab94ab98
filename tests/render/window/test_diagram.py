"""Diagrams in the window: what is painted, and what clicks do."""

from dataclasses import replace
from typing import Any

import pytest

from helpers.diagrams import DIAGRAM, board_game_frame, tree_frame
from helpers.recording import RecordingSession
from pacgrid.render.sdl import pygame
from pacgrid.render.window.canvas import Canvas
from pacgrid.render.window.diagram import diagram_picture
from pacgrid.render.window.painter import Painter
from pacgrid.render.window.pointer import Pointer
from pacgrid.session.diagram import Diagram
from pacgrid.session.frame import Banner, Frame
from pacgrid.session.themes import DARK

SIZE = (900, 600)


def picture(diagram: Diagram = DIAGRAM, size: tuple[int, int] = (300, 200)) -> Canvas:
    return diagram_picture(Canvas(pygame.Surface(size), DARK, 1), size, diagram)


def painted(frame: Frame, size: tuple[int, int] = SIZE) -> Painter:
    painter = Painter()
    painter.paint(pygame.Surface(size), frame)
    return painter


def clicks(canvas: Canvas, point: tuple[int, int]) -> list[Any]:
    """The calls that a click there makes."""
    session: Any = RecordingSession()
    for target in canvas.targets:
        if target.area.collidepoint(point):
            target.click(session, point)
    return session.calls


def test_a_click_chooses_the_target_below_it() -> None:
    assert clicks(picture(), (50, 50)) == [("choose_target", 4)]
    assert clicks(picture(), (150, 50)) == [("choose_target", 7)]
    assert clicks(picture(), (100, 150)) == []


def test_what_does_not_fit_is_scrolled_to_its_focus_with_its_targets() -> None:
    large = replace(DIAGRAM, least_unit=100, focus=(3, 1))
    assert clicks(picture(large), (150, 100)) == [("choose_target", 7)]
    seen = picture(replace(large, focus=(6, 4)))
    assert [target.area.size for target in seen.targets] == [(0, 0)] * 2
    assert seen.surface.get_at((5, 5))[:3] == DARK.background


def test_the_main_board_gets_more_room_beside_or_above_the_other() -> None:
    for size in ((640, 480), (1280, 800), (600, 1000)):
        areas = painted(tree_frame(), size).areas
        tree, position = areas.boards
        assert tree.width * tree.height > position.width * position.height
        assert areas.words.height > 20
        assert not areas.words.colliderect(areas.timeline)
    tree, position = painted(tree_frame(), (600, 1000)).areas.boards
    assert tree.bottom < position.top


def test_the_wheel_steps_over_a_diagram() -> None:
    painter, session = painted(tree_frame()), RecordingSession()
    pointer = Pointer(painter)
    pointer.move(painter.areas.boards[0].center, session)  # type: ignore[arg-type]
    pointer.turn_wheel(-1, session)  # type: ignore[arg-type]
    pointer.turn_wheel(1, session)  # type: ignore[arg-type]
    assert session.calls == [("press", "."), ("press", ",")]


def test_a_timeline_without_games_has_marks_and_can_be_clicked() -> None:
    def timeline(frame: Frame) -> bytes:
        surface = pygame.Surface(SIZE)
        painter.paint(surface, frame)
        return surface.subsurface(painter.areas.timeline).get_view("0").raw

    painter, session = Painter(), RecordingSession()
    frame = tree_frame()
    assert frame.timeline
    assert timeline(frame) != timeline(replace(frame, timeline=replace(frame.timeline, marks=())))
    pointer = Pointer(painter)
    pointer.press(painter.areas.timeline.midright, session)  # type: ignore[arg-type]
    area = painter.areas.timeline
    pointer.press((area.right - 1, area.centery), session)  # type: ignore[arg-type]
    assert session.calls == [("seek", 9)]


@pytest.mark.parametrize("size", [(1, 1), (90, 700), (160, 120), (320, 200), (1500, 90)])
@pytest.mark.parametrize("frame", [tree_frame(), board_game_frame()], ids=["tree", "game"])
def test_a_window_can_have_any_size(frame: Frame, size: tuple[int, int]) -> None:
    assert painted(frame, size).areas.boards


def test_the_end_of_another_game_is_told_below_its_board() -> None:
    caption = board_game_frame().caption
    over = board_game_frame(caption=replace(caption, banner=Banner("X wins", ("5 plies",))))
    areas = painted(over).areas
    assert areas.words.top >= areas.boards[0].bottom
    assert not painted(board_game_frame()).areas.words.height
