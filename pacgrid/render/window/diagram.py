"""Paints diagrams whose targets can be clicked."""

from pacgrid.render.diagram_painter import diagram_surface
from pacgrid.render.diagram_view import DiagramScale, view_of
from pacgrid.render.sdl import pygame
from pacgrid.render.window.arrangement import Rect, Size
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.diagram import Diagram, Target


def diagram_picture(canvas: Canvas, size: Size, diagram: Diagram) -> Canvas:
    """A diagram in an area of that size; its targets can be clicked."""
    picture, scale = canvas.empty(size, canvas.theme.background), max(canvas.unit, 1)
    picture.surface.blit(diagram_surface(diagram, size, canvas.theme, scale), (0, 0))
    view = view_of(diagram, *size, scale=scale)
    for target in diagram.targets:
        _add_target(picture, view, target)
    return picture


def _add_target(picture: Canvas, view: DiagramScale, target: Target) -> None:
    corner = view.left + target.corner[0] * view.unit, view.top + target.corner[1] * view.unit
    size = target.size[0] * view.unit, target.size[1] * view.unit
    area = pygame.FRect(corner, size).clip(pygame.FRect(picture.area))
    picture.on_click(
        Rect(round(area.left), round(area.top), round(area.width), round(area.height)),
        lambda session, _: session.choose_target(target.number),
    )
