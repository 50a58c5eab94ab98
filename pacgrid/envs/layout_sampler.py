"""Which board a game is played on: fixed, or drawn anew at each reset."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from pacgrid.envs.checks import whole_number
from pacgrid.layout import Layout, LayoutError
from pacgrid.state import State

OneLayout = str | Path | Layout
"""A shipped layout's name, a file, or the layout itself."""

LayoutChoice = OneLayout | Sequence[OneLayout] | Callable[[np.random.Generator], OneLayout]
"""One layout, several of which each game takes one, or a function that makes one for each game."""


class LayoutSampler:
    """The boards of an environment: all of one size and with equally many ghosts.

    A function in place of a layout is called once with a generator seeded 0, to fix the size.

    Raises:
        LayoutError: a layout can't be played, or not with the others.
        ValueError: the layout has fewer than `num_ghosts` ghosts.
    """

    def __init__(self, layout: LayoutChoice, num_ghosts: int | None = None) -> None:
        self._make: Callable[[np.random.Generator], OneLayout] | None = None
        self._layouts: tuple[Layout, ...] = ()
        if callable(layout):
            self._make = layout
            first = _loaded(layout(np.random.default_rng(0)))
        else:
            several = (
                layout
                if isinstance(layout, Sequence) and not isinstance(layout, str)
                else (layout,)
            )
            if not several:
                raise ValueError("no layout to choose from; give layout= at least one")
            self._layouts = tuple(map(_loaded, several))
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
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts that games choose from. Raises ValueError where a function makes them."""
        if self._make is not None:
            raise ValueError("here the layouts must be given, not a function that makes them")
        return self._layouts

    def sample(self, rng: np.random.Generator) -> State:
        """The start of a game on a board drawn with `rng`; one layout alone draws nothing."""
        if self._make is not None:
            layout = _loaded(self._make(rng))
            self._check(layout)
            return State.initial(layout, self.num_ghosts)
        starts = self._starts
        return starts[0] if len(starts) == 1 else starts[int(rng.integers(len(starts)))]

    def _check(self, layout: Layout) -> None:
        """Raises LayoutError if this layout doesn't go with the first one."""
        name, first = _name(layout), self._first
        if not layout.food:
            raise LayoutError(f"{name}: no food; write at least one .")
        if (layout.width, layout.height) != (self.width, self.height):
            size = f"{self.width} x {self.height}"
            raise LayoutError(
                f"{name}: is {layout.width} x {layout.height} and {first} is {size}; "
                "the layouts of an environment must have one size"
            )
        ghosts = len(layout.ghosts)
        if ghosts < self.num_ghosts or (self._all_ghosts and ghosts != self.num_ghosts):
            mend = f"give num_ghosts={min(ghosts, self.num_ghosts)}, or choose other layouts"
            raise LayoutError(
                f"{name}: has {ghosts} ghosts and {self.num_ghosts} are to play, "
                f"as on {first}; {mend}"
            )


def _loaded(layout: object) -> Layout:
    if isinstance(layout, Layout):
        return layout
    if isinstance(layout, str | Path):
        return Layout.load(layout)
    raise ValueError(f"layout must be a name, a file or a Layout, or several, not {layout!r}")


def _name(layout: Layout) -> str:
    return layout.name or "a layout without a name"
