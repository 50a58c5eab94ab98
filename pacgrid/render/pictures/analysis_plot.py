"""Draws the analysis of a game, with matplotlib: what it was worth, and what the moves cost."""

import warnings
from pathlib import Path
from typing import IO

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.analysis.move_mark import Mark
from pacgrid.common.sanitize import one_line
from pacgrid.records.description import pairing, result_line
from pacgrid.records.record import Record
from pacgrid.session.best_move import value_curve

SIZE = (1280, 720)
"""Pixels of the picture."""
COLOURS = {Mark.BLUNDER: "#d55e00", Mark.MISTAKE: "#e69f00", Mark.INACCURACY: "#8c8c8c"}
VALUE, SCORE, GOOD = "#0072b2", "#b0b0b0", "#c8d8e4"
"""Colours that people with any kind of colour vision can tell apart; bad moves have signs, too."""
SIGN = 0.025
"""The width of a sign, as a share of the plot's."""
_DPI = 100


def plot_analysis(record: Record, analysis: GameAnalysis, path: str | Path | IO[bytes]) -> None:
    """Draw the analysis of a game as a PNG of `SIZE`. Raises OSError."""
    # The user's own settings and windows have no influence.
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rc("font", size=11)
        mpl.rc("axes.spines", top=False, right=False)
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        arrangement = ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.1)
        figure = Figure((SIZE[0] / _DPI, SIZE[1] / _DPI), dpi=_DPI, layout=arrangement)
        FigureCanvasAgg(figure)
        lines = one_line(pairing(record.agents)), one_line(result_line(record))
        figure.suptitle("\n".join(lines), fontsize=14, parse_math=False)
        axes = figure.subplot_mosaic("V;R", sharex=True, height_ratios=[3, 2])
        draw_value(axes["V"], record, analysis)
        draw_regret(axes["R"], record, analysis)
        figure.savefig(path, format="png", metadata={"Software": None})


def draw_value(axes: Axes, record: Record, analysis: GameAnalysis) -> None:
    """What the game was worth before each move, and the bad moves on that curve."""
    states, agents = list(record.states()), len(record.agents)
    curve, is_points = value_curve(analysis, states), analysis.unit == "points"
    step = agents if record.setup.has_rounds else 1
    moves = [1 + ply / step for ply in range(len(states))]
    axes.plot(moves, curve, color=VALUE, linewidth=1.8, label="value")
    if is_points:
        axes.plot(moves, [state.score for state in states], color=SCORE, label="score")
        axes.legend(frameon=False, loc="upper left")
    signed: list[float] = []
    for move in sorted(analysis.marked(), key=lambda move: -move.regret):
        at = moves[move.ply], curve[move.ply]
        colour = COLOURS[move.mark or Mark.INACCURACY]
        axes.plot(*at, "o", color=colour, markersize=5)
        if any(abs(at[0] - other) < SIGN * moves[-1] for other in signed):
            continue  # there is room for the worse one only
        signed.append(at[0])
        axes.annotate(
            str(move.mark),
            at,
            (0, 8),
            ha="center",
            weight="bold",
            color=colour,
            textcoords="offset points",
        )
    axes.set_title(f"What the game was worth ({one_line(analysis.judge)})", fontsize=12)
    axes.set_ylabel(
        "chance of winning, %" if analysis.unit == "chance of winning" else units(analysis)
    )
    axes.margins(x=0.01, y=0.15)


def units(analysis: GameAnalysis) -> str:
    """What values are counted in."""
    return "of the score" if analysis.unit == "score" else "points"


def draw_regret(axes: Axes, record: Record, analysis: GameAnalysis) -> None:
    """What each of Pac-Man's moves cost; those without a mark are pale."""
    agents = len(record.agents) if record.setup.has_rounds else 1
    scale = 100 if analysis.unit == "chance of winning" else 1
    for mark in (None, *reversed(Mark)):
        moves = [move for move in analysis.of() if move.mark is mark]
        if not moves:
            continue
        axes.bar(
            [move.ply // agents + 1 for move in moves],
            [scale * move.regret for move in moves],
            color=COLOURS[mark] if mark else GOOD,
            width=0.9,
            label=f"{mark} {mark.label} ({len(moves)})" if mark else None,
        )
    if analysis.marked():
        axes.legend(frameon=False, loc="upper left")
    unit = "percentage points" if scale == 100 else units(analysis)
    mean = scale * analysis.mean_regret()
    whose = "Pac-Man's moves" if record.setup.in_real_time else "moves"
    number = f"{mean:.2g}" if analysis.unit == "score" else f"{mean:.1f}"
    axes.set_title(f"What {whose} cost: {number} {unit} on average", fontsize=12)
    axes.set(xlabel="move", ylabel=unit)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(x=0.01, y=0.35)
