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
from matplotlib.ticker import EngFormatter, MaxNLocator, NullFormatter

from pacgrid.maze import Maze
from pacgrid.records.series_stats import PER_DECADE, SeriesStats, bin_start
from pacgrid.render.board_painter import BoardPainter

SIZE = (1280, 800)
"""Pixels of the picture."""
WON, NOT_WON, TIME = "#0072b2", "#e69f00", "#595959"
"""Blue and orange, which people with any kind of colour vision can tell apart; and grey."""
HEAT = LinearSegmentedColormap.from_list(
    "heat", ["#8c3573", "#cf4a50", "#f17a2d", "#fbc03d", "#fdfdc0"]
)
"""From dark to light, so that it can be read without its hues."""
BINS = 30
WIDE = 1.3
"""A board this many times as wide as high is drawn below the rest, any other beside it."""
_DPI, _BOARD = 100, 700
"""Pixels per inch; of the board, about, as it is painted at first."""


def plot_games(stats: SeriesStats, maze: Maze, title: str, path: Path) -> None:
    """Draw the games in this maze as a PNG of `SIZE`. Raises OSError."""
    # The user's own settings and windows have no influence.
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rc("font", size=11)
        mpl.rc("axes.spines", top=False, right=False)
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        arrangement = ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.08)
        figure = Figure((SIZE[0] / _DPI, SIZE[1] / _DPI), dpi=_DPI, layout=arrangement)
        FigureCanvasAgg(figure)
        figure.suptitle(title, fontsize=14, parse_math=False)
        if maze.width > WIDE * maze.height:
            axes = figure.subplot_mosaic("ST;DD", height_ratios=[2, 3])
        else:
            axes = figure.subplot_mosaic("SD;TD", width_ratios=[2, 3])
        draw_scores(axes["S"], stats)
        draw_times(axes["T"], stats)
        draw_deaths(axes["D"], stats, maze)
        figure.savefig(path, format="png", metadata={"Software": None})


def draw_scores(axes: Axes, stats: SeriesStats) -> None:
    """How many games ended with how many points, won and lost apart."""
    scores = [*stats.won, *stats.not_won]
    edges = np.linspace(min(scores) - 10, max(scores) + 10, BINS + 1).tolist()
    groups = (("won", stats.won, WON), ("not won", stats.not_won, NOT_WON))
    names, games, colours = zip(*(group for group in groups if group[1]), strict=True)
    axes.hist(
        [[*each] for each in games],
        edges,
        weights=[[*each.values()] for each in games],
        stacked=True,
        label=[f"{name} ({each.total()})" for name, each in zip(names, games, strict=True)],
        color=colours,
    )
    axes.set(title="Scores", xlabel="points", ylabel="games")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(y=0.45)  # room for the legend
    axes.legend(frameon=False, loc="upper right")


def draw_times(axes: Axes, stats: SeriesStats) -> None:
    """How many of Pac-Man's moves took how long."""
    axes.set(title="Pac-Man's time per move", ylabel="moves", xscale="log")
    if not stats.times:
        axes.text(0.5, 0.5, "no moves", ha="center", transform=axes.transAxes)
        return
    first, end = min(stats.times), max(stats.times) + 1
    edges = [bin_start(each) for each in range(first, end + 1)]
    axes.stairs([stats.times[each] for each in range(first, end)], edges, fill=True, color=TIME)
    decades = math.floor(first / PER_DECADE), math.ceil(end / PER_DECADE)
    axes.set_xlim(*(bin_start(PER_DECADE * decade) for decade in decades))
    axes.xaxis.set_major_formatter(EngFormatter("s"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def draw_deaths(axes: Axes, stats: SeriesStats, maze: Maze) -> None:
    """Where Pac-Man was caught, on the painted board."""
    total = stats.deaths.total()
    axes.set_title(f"Where Pac-Man was caught ({total})" if total else "Pac-Man was never caught")
    axes.set_axis_off()
    extent = (-0.5, maze.width - 0.5, -0.5, maze.height - 0.5)
    cell = max(_BOARD // max(maze.width, maze.height), 2)
    axes.imshow(BoardPainter(maze, cell).walls, extent=extent)
    if not total:
        return
    counts = heat_map(stats, maze)
    # By the square root, so that one bad cell doesn't make all others look alike.
    norm = PowerNorm(0.5, vmin=1, vmax=max(*stats.deaths.values(), 2))
    heat = axes.imshow(counts, cmap=HEAT, norm=norm, extent=extent, interpolation="nearest")
    bar = axes.figure.colorbar(heat, cax=axes.inset_axes((1.02, 0.15, 0.025, 0.7)))
    bar.set_label("times")
    # About equally far apart, at whole numbers, and without smaller ticks between them.
    bar.set_ticks(sorted({round(norm.inverse(step / 4)) for step in range(5)}), minor=False)
    bar.minorticks_off()


def heat_map(
    stats: SeriesStats, maze: Maze
) -> "np.ma.MaskedArray[tuple[int, int], np.dtype[np.int64]]":
    """How often Pac-Man was caught, `[row, column]` with row 0 at the top; masked where never."""
    counts = np.zeros((maze.height, maze.width), np.int64)
    for (x, y), times in stats.deaths.items():
        counts[maze.height - 1 - y, x] = times
    return np.ma.masked_equal(counts, 0)
