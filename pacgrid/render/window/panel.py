"""The panel: who plays, what they did last, and what it cost them."""

from collections.abc import Sequence

from pacgrid.action import Action
from pacgrid.render.shapes import ghost, pacman
from pacgrid.render.window.arrangement import HEADING, LARGEST_CARD
from pacgrid.render.window.figures import pictures
from pacgrid.render.window.ledger import Account
from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.words import ARROWS, cut, fitted, words
from pacgrid.session.amounts import cost, duration
from pacgrid.session.scene import WIDE_OPEN, Mood
from pacgrid.session.themes import Theme

LOWEST_CARD = 22
"""The height of an agent's card, in units, where there isn't room for larger ones."""


def paint_agents(
    surface: pygame.Surface,
    area: pygame.Rect,
    heading: str,
    accounts: Sequence[Account],
    theme: Theme,
    unit: float,
) -> None:
    """A card for each agent, one below the other, under a heading."""
    margin = round(12 * unit)
    surface.fill(theme.background, area)
    line = fitted(heading, round(17 * unit), theme.faint, area.width - 2 * margin)
    high = round(HEADING * unit)
    middle = area.top + high // 2 + round(2 * unit)
    surface.blit(line, line.get_rect(midleft=(area.left + margin, middle)))
    room = area.height - high
    card = max(min(round(LARGEST_CARD * unit), room // len(accounts)), round(LOWEST_CARD * unit))
    for place, account in enumerate(accounts[: max(room // card, 0)]):
        spot = pygame.Rect(area.left, area.top + high + place * card, area.width - margin, card)
        _paint_card(surface, spot.inflate(0, -round(4 * unit)), account, theme, unit)


def figure(agent: int, cell: int, theme: Theme) -> pygame.Surface:
    """An agent as it looks on the board, in a cell of `cell` pixels; multiplied by its alpha."""
    picture = pictures(max(cell, 4), theme)
    if agent == 0:
        return picture(pacman, Action.EAST, round(WIDE_OPEN) - 8)
    return picture(ghost, agent, Action.EAST, Mood.ACTIVE, 0)


def put_figure(
    surface: pygame.Surface, agent: int, middle: tuple[int, int], cell: int, theme: Theme
) -> None:
    """Paint that agent there."""
    picture = figure(agent, cell, theme)
    surface.blit(picture, picture.get_rect(center=middle), special_flags=pygame.BLEND_PREMULTIPLIED)


def _paint_card(
    surface: pygame.Surface, spot: pygame.Rect, account: Account, theme: Theme, unit: float
) -> None:
    colour = theme.agent(account.agent)
    pygame.draw.rect(surface, theme.bar, spot, border_radius=round(8 * unit))
    if account.moved_last:
        edge = max(round(2 * unit), 1)
        pygame.draw.rect(surface, colour, spot, width=edge, border_radius=round(8 * unit))
    cell = min(round(36 * unit), spot.height - round(4 * unit))
    middle = spot.left + round(26 * unit)
    put_figure(surface, account.agent, (middle, spot.centery), cell, theme)
    left, right = spot.left + round(52 * unit), spot.right - round(10 * unit)
    in_all = duration(account.total_seconds) or cost(0, account.total_nodes)
    total = words(in_all, round(16 * unit), theme.faint)
    sign = words(
        ARROWS[account.action] if account.action is not None else "", round(24 * unit), theme.text
    )
    name_size = round(20 * unit)
    two_lines = spot.height >= round(42 * unit)
    top = spot.top + spot.height * 3 // 10 if two_lines else spot.centery
    surface.blit(sign, sign.get_rect(midright=(right, top)))
    room = right - left - sign.get_width() - round(6 * unit)
    name = words(cut(account.name, name_size, room), name_size, theme.text)
    surface.blit(name, name.get_rect(midleft=(left, top)))
    if two_lines and account.action is not None:
        low = spot.top + spot.height * 7 // 10
        surface.blit(total, total.get_rect(midright=(right, low)))
        room = right - left - total.get_width() - round(8 * unit)
        spent = cost(account.seconds, account.nodes)
        told = fitted(spent, round(16 * unit), theme.faint, room)
        surface.blit(told, told.get_rect(midleft=(left, low)))
