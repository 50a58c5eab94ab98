"""Draws many games as one picture, with matplotlib: scores, deaths, and time for moves."""

import math
import warnings
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, PowerNorm
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

from pacgrid.layout import Layout
from pacgrid.maze import Maze
from pacgrid.records.series_stats import PER_DECADE, SeriesStats, bin_start
from pacgrid.render.board_painter import BoardPainter
from pacgrid.state import State

SIZE = (1280, 800)
"""Pixels of the picture."""
_DPI = 100
WON, NOT_WON = "#0072b2", "#e69f00"
"""Blue and orange, which people with any kind of colour vision can tell apart."""
TIME = "#595959"
HEAT = LinearSegmentedColormap.from_list(
    "heat", ["#8c3573", "#cf4a50", "#f17a2d", "#fbc03d", "#fdfdc0"]
)
"""From dark to light, so that it also tells without its hues."""
BINS = 30
WIDE = 1.3
"""How many times as wide as high a board is, at least, that is drawn below the rest."""
_BOARD = 700
"""Pixels that the board is painted in at first, about."""


def plot_games(glance: SeriesStats, layout: Layout, title: str, path: Path) -> None:
    """Draw the games on this layout as a PNG of `SIZE`. Raises OSError."""
    maze = State.initial(layout).maze
    # Nobody's own settings, and no window, have a part in it.
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rc("font", size=11)
        mpl.rc("axes.spines", top=False, right=False)
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        places = ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.08)
        figure = Figure((SIZE[0] / _DPI, SIZE[1] / _DPI), dpi=_DPI, layout=places)
        FigureCanvasAgg(figure)
        figure.suptitle(title, fontsize=14, parse_math=False)
        axes = _places(figure, wide=maze.width > WIDE * maze.height)
        draw_scores(axes["scores"], glance)
        draw_times(axes["times"], glance)
        draw_deaths(axes["deaths"], glance, maze)
        figure.savefig(path, format="png", metadata={"Software": None})


def _places(figure: Figure, *, wide: bool) -> dict[str, Axes]:
    """Where each part is drawn: a wide board below the others, any other beside them."""
    if wide:
        return figure.subplot_mosaic(
            [["scores", "times"], ["deaths", "deaths"]], height_ratios=[2, 3]
        )
    return figure.subplot_mosaic([["scores", "deaths"], ["times", "deaths"]], width_ratios=[2, 3])


def draw_scores(axes: Axes, glance: SeriesStats) -> None:
    """How many games ended with how many points, won and lost apart."""
    scores = [*glance.won, *glance.not_won]
    edges = np.linspace(min(scores) - 10, max(scores) + 10, BINS + 1).tolist()
    kinds = (("won", glance.won, WON), ("not won", glance.not_won, NOT_WON))
    kinds_seen = [(name, games, colour) for name, games, colour in kinds if games]
    axes.hist(
        [[*games] for _, games, _ in kinds_seen],
        edges,
        weights=[[*games.values()] for _, games, _ in kinds_seen],
        stacked=True,
        label=[f"{name} ({games.total()})" for name, games, _ in kinds_seen],
        color=[colour for *_, colour in kinds_seen],
    )
    axes.set(title="Scores", xlabel="points", ylabel="games")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(y=0.45)  # room for the legend
    axes.legend(frameon=False, loc="upper right")


def draw_times(axes: Axes, glance: SeriesStats) -> None:
    """How many of Pac-Man's moves took how long."""
    axes.set(title="Pac-Man's time per move", ylabel="moves", xscale="log")
    if not glance.times:
        axes.text(0.5, 0.5, "no moves", ha="center", transform=axes.transAxes)
        return
    first, last = min(glance.times), max(glance.times)
    bins = range(first, last + 1)
    axes.stairs(
        [glance.times[each] for each in bins],
        [bin_start(each) for each in (*bins, last + 1)],
        fill=True,
        color=TIME,
    )
    decades = math.floor(first / PER_DECADE), math.ceil((last + 1) / PER_DECADE)
    axes.set_xlim(*(bin_start(PER_DECADE * decade) for decade in decades))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda seconds, _: told(seconds)))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def draw_deaths(axes: Axes, glance: SeriesStats, maze: Maze) -> None:
    """Where Pac-Man was caught, on the painted board."""
    many = glance.deaths.total()
    axes.set_title(f"Where Pac-Man was caught ({many})" if many else "Pac-Man was never caught")
    axes.set_axis_off()
    extent = (-0.5, maze.width - 0.5, -0.5, maze.height - 0.5)
    cell = max(_BOARD // max(maze.width, maze.height), 2)
    axes.imshow(BoardPainter(maze, cell).walls, extent=extent)
    if not many:
        return
    counts = heat_map(glance, maze)
    # By the square root, so that one bad place doesn't make all others look alike.
    norm = PowerNorm(0.5, vmin=1, vmax=max(*glance.deaths.values(), 2))
    heat = axes.imshow(counts, cmap=HEAT, norm=norm, extent=extent, interpolation="nearest")
    bar = axes.figure.colorbar(heat, cax=axes.inset_axes((1.02, 0.15, 0.025, 0.7)))
    bar.set_label("times")
    # The same distance apart, as far as whole numbers are; without smaller ones between them.
    bar.set_ticks(sorted({round(norm.inverse(step / 4)) for step in range(5)}), minor=False)
    bar.minorticks_off()


def heat_map(
    glance: SeriesStats, maze: Maze
) -> "np.ma.MaskedArray[tuple[int, int], np.dtype[np.int64]]":
    """How often Pac-Man was caught, `[row, column]` with row 0 at the top; masked where never."""
    counts = np.zeros((maze.height, maze.width), np.int64)
    for (x, y), many in glance.deaths.items():
        counts[maze.height - 1 - y, x] = many
    return np.ma.masked_equal(counts, 0)


def told(seconds: float) -> str:
    """A round time as people say it.

    >>> told(1e-4), told(0.02), told(3.0)
    ('100 µs', '20 ms', '3 s')
    """
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= unit * 0.9999:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / 1e-6:.3g} µs"
