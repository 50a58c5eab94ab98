"""The panel beside the board."""

import pytest

from pacgrid import Action
from pacgrid.render.window.ledger import Account
from pacgrid.render.window.panel import paint_agents
from pacgrid.render.window.sdl import pygame
from pacgrid.session.themes import COLOUR_BLIND, DARK


def account(agent: int, *, moved_last: bool = False) -> Account:
    return Account(agent, f"agent {agent}", Action.NORTH, 0.01, 50, 0.5, 900, moved_last=moved_last)


def painted(*accounts: Account, size: tuple[int, int] = (290, 300)) -> pygame.Surface:
    surface = pygame.Surface(size)
    paint_agents(surface, surface.get_rect(), "move 3", accounts, DARK, 1)
    return surface


def rows_with(surface: pygame.Surface, colour: tuple[int, int, int], columns: range) -> set[int]:
    high = surface.get_height()
    return {y for y in range(high) for x in columns if surface.get_at((x, y))[:3] == colour}


def test_agents_have_a_card_each_in_their_colours() -> None:
    surface = painted(account(0), account(1), account(2))
    rows = [rows_with(surface, DARK.agent(agent), range(10, 45)) for agent in range(3)]
    assert max(rows[0]) < min(rows[1])
    assert max(rows[1]) < min(rows[2])


def test_who_moved_last_has_an_edge() -> None:
    edge = range(100, 101)
    plain = painted(account(0), account(1))
    marked = painted(account(0), account(1, moved_last=True))
    assert not rows_with(plain, DARK.ghost(1), edge)
    assert len(rows_with(marked, DARK.ghost(1), edge)) == 4


@pytest.mark.parametrize("size", [(290, 120), (290, 50), (30, 300), (1, 1)])
@pytest.mark.parametrize("ghosts", [0, 4, 9])
def test_it_has_room_anywhere(size: tuple[int, int], ghosts: int) -> None:
    painted(*(account(agent) for agent in range(ghosts + 1)), size=size)


def test_an_agent_that_has_not_moved_has_no_costs() -> None:
    nothing = Account(0, "agent 0", None, 0, None, 0, None, moved_last=False)
    assert painted(nothing).get_buffer().raw != painted(account(0)).get_buffer().raw
    paint_agents(pygame.Surface((9, 9)), pygame.Rect(0, 0, 9, 9), "", [nothing], COLOUR_BLIND, 1)
