"""What an agent thought before a move, in words and bars, as far as overlays want it."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from pacgrid.records.thought import Thought
from pacgrid.render.window.panel import put_figure
from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.words import ARROWS, cut, fitted, width, words, wrapped
from pacgrid.session.amounts import exact
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import Colour, Theme
from pacgrid.state import State

TOLD = (Overlay.VALUES, Overlay.PRINCIPAL_VARIATION, Overlay.EXPANDED, Overlay.FEATURES)
"""The overlays that have something to tell here."""
LINE = 19
"""The height of a line, in units."""
MOST_DEPTHS = 6


def paint_insight(
    surface: pygame.Surface,
    area: pygame.Rect,
    name: str,
    decision: tuple[State, Thought | None],
    overlays: Collection[Overlay],
    theme: Theme,
    unit: float,
) -> None:
    """Tables from the top of `area` down, as far as there is room.

    Args:
        name: that of the agent which decides.
        decision: the state in which it does, and what it thought; None if that isn't known yet.
    """
    surface.fill(theme.background, area)
    if not set(TOLD) & set(overlays) or area.height < 3 * LINE * unit:
        return
    state, thought = decision
    if state.is_terminal:
        return
    before = surface.get_clip()
    surface.set_clip(area)
    page = _Page(surface, area, theme, unit)
    page.heading(state.to_move, f"{name} thinks" if thought else f"{name} moves next")
    if thought:
        _tell(page, state, thought, overlays)
    surface.set_clip(before)


def _tell(page: "_Page", state: State, thought: Thought, overlays: Collection[Overlay]) -> None:
    told = False
    if Overlay.VALUES in overlays and thought.values:
        told = True
        page.title("value of each action")
        best = thought.best(state.to_move)
        theme = page.theme
        page.cells(
            (f"{ARROWS[action]}  {exact(value)}", theme.best if action in best else theme.text)
            for action, value in thought.values.items()
        )
    if Overlay.PRINCIPAL_VARIATION in overlays and thought.principal_variation:
        told = True
        page.title("expected line")
        page.signs(_line(state, thought))
    if Overlay.EXPANDED in overlays and thought.depths:
        told = True
        page.title("states expanded, by depth")
        page.bars(thought.depths)
    if Overlay.FEATURES in overlays and thought.features:
        told = True
        page.title("what each feature adds", lines=3)
        page.scales(thought.features)
    if thought.trouble:
        page.paragraph(thought.trouble, page.theme.bad)
    elif not told:
        page.paragraph("this agent reports nothing", page.theme.faint)


def _line(state: State, thought: Thought) -> Iterator[tuple[str, int]]:
    """The signs of the actions in the line, and who plays them."""
    for action in thought.principal_variation:
        if state.is_terminal or action not in state.legal_actions():
            return
        yield ARROWS[action], state.to_move
        state = state.successor(action)


class _Page:
    """Lines that are painted one below the other, as long as there is room."""

    def __init__(
        self, surface: pygame.Surface, area: pygame.Rect, theme: Theme, unit: float
    ) -> None:
        self.theme = theme
        self._surface = surface
        self._unit = unit
        margin = self._pixels(12)
        self._left, self._right = area.left + margin, area.right - margin
        self._top, self._bottom = area.top + self._pixels(4), area.bottom
        self._size = self._pixels(17)

    def heading(self, agent: int, told: str) -> None:
        cell = self._pixels(26)
        middle = self._top + cell // 2
        put_figure(self._surface, agent, (self._left + cell // 2, middle), cell, self.theme)
        left = self._left + cell + self._pixels(6)
        line = fitted(told, self._pixels(20), self.theme.text, self._right - left)
        self._surface.blit(line, line.get_rect(midleft=(left, middle)))
        self._top += cell

    def title(self, told: str, lines: int = 1) -> None:
        """A title, if there is room for so many lines below it; else that is the end."""
        if self._room(lines + 1.4):
            self._top += self._pixels(8)
            self._blit(told, self._pixels(15), self.theme.faint, self._left)
            self._top += self._pixels(18)
        else:
            self._top = self._bottom

    def cells(self, told: Iterable[tuple[str, Colour]]) -> None:
        """Short texts, two to a line."""
        middle = (self._right - self._left) // 2
        for number, (text, colour) in enumerate(told):
            if number and number % 2 == 0:
                self._top += self._pixels(LINE)
            if self._room():
                left = self._left + self._pixels(4) + number % 2 * middle
                self._blit(text, self._size, colour, left)
        self._top += self._pixels(LINE)

    def entry(self, left: str, right: str, colour: Colour) -> None:
        if not self._room():
            return
        self._blit(left, self._size, colour, self._left + self._pixels(4))
        self._blit(right, self._size, colour, self._right, right=True)
        self._top += self._pixels(LINE)

    def signs(self, signs: Iterator[tuple[str, int]]) -> None:
        step, left = self._pixels(21), self._left
        for sign, agent in signs:
            if left + step > self._right:
                left = self._left
                self._top += self._pixels(22)
            if not self._room():
                return
            self._blit(sign, self._pixels(22), self.theme.agent(agent), left)
            left += step
        self._top += self._pixels(22)

    def bars(self, counts: tuple[int, ...]) -> None:
        """How many positions there were at each depth; the deepest ones together."""
        shown = [(str(depth), count) for depth, count in enumerate(counts, start=1)]
        if len(shown) > MOST_DEPTHS:
            rest = sum(counts[MOST_DEPTHS - 1 :])
            shown[MOST_DEPTHS - 1 :] = [(f"{MOST_DEPTHS}+", rest)]
        most = max(count for _, count in shown)
        right = max(width(f"{count:,}", self._size) for _, count in shown) + self._pixels(8)
        left = self._left + self._pixels(30)
        for depth, count in shown:
            if not self._room():
                return
            self._blit(depth, self._size, self.theme.faint, self._left + self._pixels(4))
            self._blit(f"{count:,}", self._size, self.theme.text, self._right, right=True)
            wide = round((self._right - right - left) * count / most)
            self._bar(left, wide, self.theme.expanded)
            self._top += self._pixels(LINE)

    def scales(self, shares: Mapping[str, float]) -> None:
        """Bars to the left and right of zero, and what they come to."""
        most = max(*map(abs, shares.values()), 1e-300)
        wide = self._right - self._left
        zero, half = self._left + round(wide * 0.6), wide * 0.15
        ordered = sorted(shares.items(), key=lambda share: -abs(share[1]))
        fitting = (self._bottom - self._top) // self._pixels(LINE) - 1
        if len(ordered) > fitting:
            rest = ordered[max(fitting - 1, 0) :]
            told = f"{len(rest)} others"
            ordered[max(fitting - 1, 0) :] = [(told, sum(value for _, value in rest))]
        for name, value in ordered:
            told = cut(name.replace("_", " "), self._size, zero - half - self._left - 4)
            self._blit(told, self._size, self.theme.text, self._left + self._pixels(4))
            length = round(half * min(abs(value) / most, 1))
            colour = self.theme.good if value > 0 else self.theme.bad
            self._bar(zero if value > 0 else zero - length, length, colour)
            line = pygame.Rect(zero, self._top, max(self._pixels(1), 1), self._pixels(LINE))
            self._surface.fill(self.theme.faint, line)
            self._blit(exact(value), self._size, self.theme.text, self._right, right=True)
            self._top += self._pixels(LINE)
        self.entry("sum", exact(sum(shares.values())), self.theme.text)

    def paragraph(self, told: str, colour: Colour) -> None:
        self._top += self._pixels(8)
        for line in wrapped(told, self._size, self._right - self._left):
            if self._room():
                self._blit(line, self._size, colour, self._left)
                self._top += self._pixels(LINE)

    def _pixels(self, units: float) -> int:
        return max(round(units * self._unit), 1)

    def _room(self, lines: float = 1) -> bool:
        return self._top + lines * self._pixels(LINE) <= self._bottom

    def _bar(self, left: int, wide: int, colour: Colour) -> None:
        high = self._pixels(10)
        bar = pygame.Rect(left, self._top + (self._pixels(LINE) - high) // 2, wide, high)
        pygame.draw.rect(self._surface, colour, bar, border_radius=self._pixels(2))

    def _blit(self, told: str, size: int, colour: Colour, at: int, *, right: bool = False) -> None:
        line = words(told, size, colour)
        middle = self._top + self._pixels(LINE) // 2
        spot = (
            line.get_rect(midright=(at, middle)) if right else line.get_rect(midleft=(at, middle))
        )
        self._surface.blit(line, spot)
