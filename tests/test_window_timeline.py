"""The time line."""

from helpers.shows import CORRIDOR, Scripted, eastward
from pacgrid import Action, Layout
from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.timeline import SHORTEST, Timeline
from pacgrid.session.events import ghosts_eaten
from pacgrid.session.game_source import GameSource, LiveGame, ReplayedGame
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK

AREA = pygame.Rect(0, 0, 432, 50)


def played(show: LiveGame) -> ReplayedGame:
    while show.next_ply():
        pass
    return ReplayedGame(show.record)


def painted(*shows: GameSource, ply: float = 0) -> tuple[Timeline, pygame.Surface]:
    timeline, surface = Timeline(shows), pygame.Surface(AREA.size)
    timeline.paint(surface, AREA, ply, DARK, 1)
    return timeline, surface


def columns_with(surface: pygame.Surface, colour: tuple[int, int, int]) -> set[int]:
    wide, high = surface.get_size()
    return {x for x in range(wide) for y in range(high) if surface.get_at((x, y))[:3] == colour}


def test_a_click_goes_to_the_ply_below_it() -> None:
    timeline, _ = painted(played(eastward()))
    assert [timeline.ply_at(x) for x in (-50, 16, 116, 215, 416, 999)] == [0, 0, 1, 2, 4, 4]


def test_a_game_that_goes_on_leaves_room() -> None:
    show = eastward()
    assert Timeline([show]).span == SHORTEST
    while show.next_ply():
        pass
    assert Timeline([show]).span == 4


def test_food_and_the_end_are_marked_where_they_were() -> None:
    _, surface = painted(played(eastward()), ply=4)
    food = columns_with(surface, DARK.food)
    assert {116, 216, 316} <= food
    assert not food & set(range(20, 110))
    assert 410 <= max(columns_with(surface, DARK.good)) <= 424


def test_an_eaten_ghost_is_there_in_its_colour() -> None:
    room = Layout.parse("%%%%%%%%%\n%PoG   .%\n%%%%%%%%%")
    show = LiveGame(room, [Scripted([Action.EAST] * 7), Scripted([Action.EAST] * 9)])
    replay = played(show)
    assert ghosts_eaten(replay.states[2], replay.states[3])
    timeline, surface = painted(replay, ply=99)
    middle = 16 + 400 * 3 // timeline.span
    assert middle - 3 in columns_with(surface, DARK.ghost(1))


def test_the_hand_is_where_we_are() -> None:
    replay = played(eastward())
    for ply, column in ((0, 16), (2, 216), (2.5, 266), (4, 416)):
        assert column in columns_with(painted(replay, ply=ply)[1], DARK.text)


def test_what_comes_is_paler_than_what_was() -> None:
    replay = played(eastward())
    now, later = painted(replay, ply=0)[1], painted(replay, ply=4)[1]
    spot = pygame.Rect(220, 10, 100, 35)
    brightness = [sum(pygame.transform.average_color(each, spot)) for each in (now, later)]
    assert brightness[0] < brightness[1] - 5


def test_the_point_of_taking_over_is_marked() -> None:
    replay = played(eastward())
    branch = LiveGame(CORRIDOR, [Scripted([])], played=replay.moves[:2])
    _, surface = painted(branch, ply=SHORTEST)
    here = 16 + 400 * 2 // SHORTEST
    assert {here - 1, here} <= columns_with(surface, DARK.text)


def test_it_grows_with_the_game() -> None:
    show = eastward()
    player = Player(show, patience=None)
    timeline, surface = painted(show)
    before = surface.get_buffer().raw
    player.paused = False
    player.advance(1)
    timeline.paint(surface, AREA, 0, DARK, 1)
    player.leave()
    assert surface.get_buffer().raw != before


def test_several_games_have_a_row_each() -> None:
    replay = played(eastward())
    _, surface = painted(replay, ReplayedGame(replay.record), ply=4)
    rows = {y for y in range(50) if surface.get_at((116, y))[:3] == DARK.food}
    assert len(rows) >= 4
    assert max(rows) - min(rows) > 10
