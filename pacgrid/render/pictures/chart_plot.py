"""Draws a chart, with matplotlib: curves with their intervals, and heat maps."""

import re
import warnings
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from pacgrid.common.sanitize import one_line
from pacgrid.render.chart import Chart, CurvePanel, HeatMap

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#595959")
"""Colours that people with any kind of colour vision can tell apart."""
STYLES, MARKERS = ("-", "--", ":"), "os^Dv"
"""So that curves can be told apart without colours."""
PANEL_WIDTH, HEIGHT, ROW, DPI = 6.4, 5.4, 0.23, 100
"""Inches, also of a row of names; pixels per inch."""
LEAST_LOGARITHMIC = 30
"""Values that are so many times as large as others stand on a logarithmic axis."""
LONGEST = 90
"""Characters of a name."""
FOLD = 24
"""Characters of a line beside a heat map."""
HEAT = "cividis"
"""From dark blue to yellow, for any kind of colour vision."""


def plot_chart(chart: Chart, path: Path, form: str) -> None:
    """Draw a chart as `png` or `svg`. Raises OSError."""
    # The user's own settings have no influence, and the same chart makes the same file.
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rc("font", size=11)
        mpl.rc("svg", hashsalt="pacgrid")
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        figure = Figure(size(chart), dpi=DPI, layout="constrained")
        FigureCanvasAgg(figure)
        figure.suptitle(one_line(chart.title), fontsize=14, parse_math=False)
        grid = figure.subplots(1, len(chart.panels), squeeze=False)
        for axes, panel in zip(grid[0], chart.panels, strict=True):
            if isinstance(panel, HeatMap):
                draw_heat_map(axes, panel)
            else:
                draw_curves(axes, panel)
        lines, names = figure.axes[0].get_legend_handles_labels()
        if names:
            columns = legend_columns(names)
            figure.legend(lines, names, loc="outside lower center", ncols=columns, frameon=False)
        metadata = {"Software": None} if form == "png" else {"Date": None, "Creator": None}
        figure.savefig(path, format=form, metadata=metadata)


def size(chart: Chart) -> tuple[float, float]:
    """The width and height in inches, with room for the names of the curves."""
    panel = chart.panels[0]
    names = [] if isinstance(panel, HeatMap) else [curve.name for curve in panel.curves]
    rows = -(-len(names) // legend_columns(names))
    return PANEL_WIDTH * len(chart.panels), HEIGHT + ROW * rows


def legend_columns(names: Sequence[str]) -> int:
    """How many names stand side by side."""
    return 2 if max(map(len, names), default=0) <= LONGEST // 2 else 1


def draw_curves(axes: Axes, panel: CurvePanel) -> None:
    """The curves, each with its intervals as bars."""
    places = [float(place) for place in panel.numbers or range(len(panel.values))]
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(panel.title, parse_math=False)
    axes.set_xlabel(panel.across, parse_math=False)
    if panel.is_logarithmic:
        axes.set_yscale("log")
    if panel.numbers and min(places) > 0 and max(places) >= LEAST_LOGARITHMIC * min(places):
        axes.set_xscale("log")
        axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(places, [*panel.values])
    for index, curve in enumerate(panel.curves):
        known = [(x, y) for x, y in zip(places, curve.values, strict=True) if y is not None]
        axes.plot(
            [x for x, _ in known],
            [y for _, y in known],
            MARKERS[index % len(MARKERS)] + STYLES[index // len(COLOURS) % len(STYLES)],
            color=COLOURS[index % len(COLOURS)],
            label=shortened(curve.name),
            markersize=5,
        )
        for x, interval in zip(places, curve.intervals, strict=False):
            if interval:
                axes.plot([x, x], interval, "_-", color=COLOURS[index % len(COLOURS)], alpha=0.6)
    for name, value in panel.lines:
        axes.axhline(value, color="#8c8c8c", linestyle="--", linewidth=1)
        axes.annotate(
            name,
            (1, value),
            xycoords=("axes fraction", "data"),
            ha="right",
            va="bottom",
            color="#595959",
            parse_math=False,
        )
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))


def draw_heat_map(axes: Axes, panel: HeatMap) -> None:
    """The values as colours, and as texts that can be read on them."""
    numbers = [value for row in panel.values for value in row]
    norm = Normalize(
        min(numbers), max(numbers) if max(numbers) > min(numbers) else min(numbers) + 1
    )
    axes.imshow([[*row] for row in panel.values], cmap=HEAT, norm=norm, aspect="auto")
    axes.set_title(panel.title, parse_math=False)
    axes.set_xticks(range(len(panel.columns)), [folded(name) for name in panel.columns])
    axes.set_yticks(range(len(panel.rows)), [folded(name) for name in panel.rows])
    axes.tick_params(length=0)
    for y, (row, texts) in enumerate(zip(panel.values, panel.texts, strict=True)):
        for x, (value, text) in enumerate(zip(row, texts, strict=True)):
            colour = "black" if norm(value) > 0.5 else "white"
            axes.text(x, y, text, ha="center", va="center", color=colour, parse_math=False)


def folded(name: str) -> str:
    """A name on several short lines, after its commas and colons."""
    lines = [""]
    for part in re.findall(r"[^,:]+[,:]?", shortened(name)):
        if lines[-1] and len(lines[-1]) + len(part) > FOLD:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def shortened(name: str) -> str:
    """A name on one line that isn't too long."""
    name = one_line(name)
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
