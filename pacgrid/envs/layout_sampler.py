"""Chooses the layout of each game: fixed, or drawn at each reset."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from pacgrid.envs.checks import whole_number
from pacgrid.layout import Layout, LayoutError
from pacgrid.state import State

OneLayout = str | Path | Layout
"""A shipped layout's name, a file, or the layout itself."""

LayoutChoice = OneLayout | Sequence[OneLayout] | Callable[[np.random.Generator], OneLayout]
"""One layout, a sequence to draw from, or a function that makes one for each game."""


class LayoutSampler:
    """The layouts of an environment, all of one size and with the same number of ghosts.

    A function is called once with a generator seeded 0, to learn the size.

    Raises:
        LayoutError: a layout can't be played, or differs from the first one.
        ValueError: the first layout has fewer than `num_ghosts` ghosts, or an argument's type is
            wrong.
    """

    def __init__(self, layout: LayoutChoice, num_ghosts: int | None = None) -> None:
        self._make: Callable[[np.random.Generator], OneLayout] | None = None
        self._layouts: tuple[Layout, ...] = ()
        if callable(layout):
            self._make = layout
            first = _loaded(layout(np.random.default_rng(0)))
        else:
            given = (
                layout
                if isinstance(layout, Sequence) and not isinstance(layout, str)
                else (layout,)
            )
            if not given:
                raise ValueError("layout= is empty; give at least one layout")
            self._layouts = tuple(map(_loaded, given))
            first = self._layouts[0]
        if num_ghosts is not None:
            num_ghosts = whole_number("num_ghosts", num_ghosts)
        if num_ghosts is not None and not 0 <= num_ghosts <= len(first.ghosts):
            raise ValueError(
                f"{_name(first)} has {len(first.ghosts)} ghosts: num_ghosts must be "
                f"0 to {len(first.ghosts)}, not {num_ghosts}"
            )
        self.width = first.width
        self.height = first.height
        self.num_ghosts = len(first.ghosts) if num_ghosts is None else num_ghosts
        self._all_ghosts = num_ghosts is None
        self._first = _name(first)
        for each in self._layouts or (first,):
            self._check(each)
        self._starts = tuple(State.initial(each, self.num_ghosts) for each in self._layouts)

    @property
    def known_layouts(self) -> tuple[Layout, ...]:
        """The layouts to draw from; none if a function makes them."""
        return self._layouts

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts to draw from. Raises ValueError if a function makes them."""
        if self._make is not None:
            raise ValueError(
                "a vector environment needs a layout or a sequence of them, not a function"
            )
        return self._layouts

    def sample(self, rng: np.random.Generator) -> State:
        """The first state of a game on a layout drawn with `rng`; a single layout draws nothing."""
        if self._make is not None:
            layout = _loaded(self._make(rng))
            self._check(layout)
            return State.initial(layout, self.num_ghosts)
        starts = self._starts
        return starts[0] if len(starts) == 1 else starts[int(rng.integers(len(starts)))]

    def _check(self, layout: Layout) -> None:
        """Raises LayoutError if this layout has no food or differs from the first one."""
        name, first = _name(layout), self._first
        if not layout.food:
            raise LayoutError(f"{name}: no food; write at least one .")
        if (layout.width, layout.height) != (self.width, self.height):
            size = f"{self.width} x {self.height}"
            raise LayoutError(
                f"{name}: is {layout.width} x {layout.height} and {first} is {size}; "
                "all layouts of an environment must have the same size"
            )
        ghosts = len(layout.ghosts)
        if ghosts < self.num_ghosts or (self._all_ghosts and ghosts != self.num_ghosts):
            mend = f"give num_ghosts={min(ghosts, self.num_ghosts)}, or choose other layouts"
            raise LayoutError(
                f"{name}: has {ghosts} ghosts, but {first} plays with {self.num_ghosts}; {mend}"
            )


def _loaded(layout: object) -> Layout:
    if isinstance(layout, Layout):
        return layout
    if isinstance(layout, str | Path):
        return Layout.load(layout)
    raise ValueError(f"layout must be a name, a file, a Layout, or several of them, not {layout!r}")


def _name(layout: Layout) -> str:
    return layout.name or "a layout without a name"
