"""All that is in a window, painted: boards, bars, panel and time line, as large as fits."""

from collections.abc import Callable, Hashable, Sequence

from pacgrid.maze import Maze
from pacgrid.records.description import pairing
from pacgrid.render.window.arrangement import Arrangement, Size, arranged, good_size
from pacgrid.render.window.bars import MARGIN, PLACE, paint_banner, paint_footer, paint_header
from pacgrid.render.window.board import Board
from pacgrid.render.window.buttons import Buttons
from pacgrid.render.window.insight import paint_insight
from pacgrid.render.window.ledger import Ledger
from pacgrid.render.window.panel import paint_agents
from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.timeline import Timeline
from pacgrid.render.window.words import fitted, words
from pacgrid.session.amounts import cost, shares
from pacgrid.session.caption import caption_of, show_verdict
from pacgrid.session.game_source import GameSource
from pacgrid.session.overlays import Overlay
from pacgrid.session.player import Player
from pacgrid.session.themes import DARK, Theme

FEATURES = 4
"""How many features there is room for above a board."""
Paint = Callable[[pygame.Surface, pygame.Rect], None]


class Desk:
    """Paints what a player shows on surfaces of any size, and knows what is where.

    Its `theme` may be changed at any time, and so may `screen`: the unit of the screen, see
    `arrangement`.
    """

    def __init__(self, theme: Theme = DARK, screen: float = 1) -> None:
        self.theme = theme
        self.screen = screen
        self.buttons = Buttons()
        self.timeline = Timeline(())
        self.places: Arrangement | None = None
        """Where everything was painted last."""
        self._ledgers: list[Ledger] = []
        self._boards: dict[int, Board] = {}
        self._kept: dict[str, tuple[Hashable, pygame.Surface]] = {}

    def paint(self, surface: pygame.Surface, player: Player) -> None:
        """Paint all of it."""
        if self.timeline.shows != player.shows:
            self.timeline = Timeline(player.shows)
            self._ledgers = [Ledger(show) for show in player.shows]
        mazes, seats = mazes_of(player.shows), len(player.shows[0].agents)
        places = self.places = arranged(surface.get_size(), mazes, seats, self.screen)
        surface.fill(self.theme.background)
        for number, area in enumerate(places.boards):
            self._board(number, mazes[number], places.cell).paint(
                surface, player.scene(number), area.topleft
            )
        for number, area in enumerate(places.strips):
            self._paint_strip(surface, area, player, number)
        self._paint_panel(surface, player, places)
        self._paint_bars(surface, player, places)

    def _board(self, number: int, maze: Maze, cell: int) -> Board:
        wanted = maze, cell, self.theme
        board = self._boards.get(number)
        if board is None or (board.maze, board.cell, board.theme) != wanted:
            board = self._boards[number] = Board(*wanted)
        return board

    def _paint_bars(self, surface: pygame.Surface, player: Player, places: Arrangement) -> None:
        theme, unit = self.theme, places.unit
        caption = caption_of(player)
        paint_header(surface, places.header, caption, theme, unit)
        hand = player.before + (player.after - player.before) * min(player.fraction, 1)
        self.timeline.paint(surface, places.timeline, hand, theme, unit)
        surface.fill(theme.bar, places.footer)
        left = self.buttons.paint(surface, places.footer, player.overlays, theme, unit)
        words_area = places.footer.copy()
        words_area.width = left
        paint_footer(surface, words_area, caption, theme, unit)
        over = pygame.Rect(places.header.bottomleft, places.header.size)
        over.width = places.agents.left if places.agents.left > 0 else over.width
        over.height = places.timeline.top - over.top
        paint_banner(surface, over, caption, theme, unit)

    def _paint_panel(self, surface: pygame.Surface, player: Player, places: Arrangement) -> None:
        theme, unit = self.theme, places.unit
        if places.agents.width:
            state = player.state()
            food = len(state.food)
            heading = f"move {player.after}   food left {food}"
            accounts = self._ledgers[0].accounts(player.after)

            def agents(on: pygame.Surface, area: pygame.Rect) -> None:
                paint_agents(on, area, heading, accounts, theme, unit)

            self._paint_kept(surface, places.agents, "agents", (heading, accounts), agents)
        if places.thought.width:
            decision = player.deciding()
            name = player.shows[0].agents[decision[0].to_move]
            overlays = frozenset(player.overlays)

            def insight(on: pygame.Surface, area: pygame.Rect) -> None:
                paint_insight(on, area, name, decision, overlays, theme, unit)

            self._paint_kept(
                surface, places.thought, "insight", (name, decision, overlays), insight
            )

    def _paint_kept(
        self, surface: pygame.Surface, area: pygame.Rect, name: str, told: Hashable, paint: Paint
    ) -> None:
        """Paint something that seldom changes: only then anew."""
        looks = told, area.size, self.theme, self.screen
        kept = self._kept.get(name)
        if kept is None or kept[0] != looks:
            picture = pygame.Surface(area.size)
            paint(picture, picture.get_rect())
            kept = self._kept[name] = looks, picture
        surface.blit(kept[1], area)

    def _paint_strip(
        self, surface: pygame.Surface, area: pygame.Rect, player: Player, number: int
    ) -> None:
        """What there is to say of one of several games."""
        assert self.places is not None
        theme, pixels = self.theme, self.places.pixels
        show, margin = player.shows[number], pixels(MARGIN)
        room = area.width - 2 * margin
        score = words(str(player.state(number).score), pixels(30), theme.text)
        ended = show_verdict(player, number)
        colour = theme.good if ended and show.record.won else theme.bad
        verdict = fitted(ended, pixels(26), colour, room // 3)
        top, low = area.top + area.height * 3 // 10, area.top + area.height * 3 // 4
        left, right = area.left + margin, area.right - margin
        surface.blit(score, score.get_rect(midright=(right, top)))
        surface.blit(verdict, verdict.get_rect(midright=(right, low)))
        name_room = room - score.get_width() - margin
        name = fitted(pairing(show.agents), pixels(22), theme.text, name_room)
        surface.blit(name, name.get_rect(midleft=(left, top)))
        line = self._strip_line(player, number)
        told = fitted(line, pixels(PLACE), theme.faint, room - verdict.get_width())
        surface.blit(told, told.get_rect(midleft=(left, low)))

    def _strip_line(self, player: Player, number: int) -> str:
        """What the features add, if that is asked for; else what Pac-Man has cost."""
        _, thought = player.deciding(number)
        if Overlay.FEATURES in player.overlays and thought and thought.features:
            return shares(thought.features, FEATURES)
        account = self._ledgers[number].accounts(player.after)[0]
        return f"Pac-Man: {cost(account.total_seconds, account.total_nodes)}"


def mazes_of(shows: Sequence[GameSource]) -> list[Maze]:
    """The maze of each game."""
    return [show.states[0].maze for show in shows]


def desk_size(shows: Sequence[GameSource], screen: Size, unit: float) -> Size:
    """A size for a window that shows these games well on a screen of that size."""
    return good_size(mazes_of(shows), screen, unit)
