"""The picture of a series."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pacgrid import Layout, State
from pacgrid.records.series_stats import SeriesStats, time_bin

pytest.importorskip("matplotlib", reason="matplotlib is not installed")

from matplotlib.figure import Figure

from pacgrid.render.pictures.plot import BINS, SIZE, draw_scores, draw_times, heat_map, plot_games

ROOM = Layout.parse("%%%%%%%\n%P .o.%\n%.%%%.%\n%...G.%\n%%%%%%%")
STATS = SeriesStats(
    won=Counter({700: 2}),
    not_won=Counter({-500: 1, 20: 3}),
    deaths=Counter({(1, 1): 3, (5, 3): 1}),
    times=Counter({time_bin(0.001): 40, time_bin(0.05): 2}),
)


def test_the_heat_map_has_row_0_at_the_top() -> None:
    heat = heat_map(STATS, State.initial(ROOM).maze)
    assert heat.shape == (5, 7)
    assert (heat[3, 1], heat[1, 5]) == (3, 1)
    assert heat.count() == 2, "where nobody was caught the board is to be seen"


def test_scores_of_won_games_stand_apart() -> None:
    axes = Figure().subplots()
    draw_scores(axes, STATS)
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.texts] == ["won (2)", "not won (4)"]
    heights = [patch.get_height() for patch in axes.patches]  # type: ignore[attr-defined]
    assert sum(heights) == 6
    assert len(heights) == 2 * BINS


def test_times_are_drawn_on_a_log_scale() -> None:
    axes = Figure().subplots()
    draw_times(axes, STATS)
    assert axes.get_xscale() == "log"
    assert axes.get_xlim() == pytest.approx((0.001, 0.1))
    axes.figure.canvas.draw()
    assert [label.get_text() for label in axes.get_xticklabels()][1:-1] == [
        "1 ms",
        "10 ms",
        "100 ms",
    ]


@pytest.mark.parametrize(
    ("stats", "layout"),
    [
        pytest.param(STATS, ROOM, marks=pytest.mark.slow),
        pytest.param(SeriesStats(not_won=Counter({-500: 3})), ROOM, marks=pytest.mark.slow),
        pytest.param(
            SeriesStats(won=Counter({5: 1}), times=STATS.times),
            Layout.load("arcade"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_picture_has_the_size_that_was_promised(
    tmp_path: Path, stats: SeriesStats, layout: Layout
) -> None:
    plot_games(stats, State.initial(layout).maze, "a $5_{ agent against 王", tmp_path / "plot.png")
    with Image.open(tmp_path / "plot.png") as image:
        assert image.size == SIZE
        assert image.format == "PNG"
        assert len(np.unique(np.asarray(image.convert("RGB")).reshape(-1, 3), axis=0)) > 50


@pytest.mark.slow
def test_the_same_games_make_the_same_picture(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        plot_games(STATS, State.initial(ROOM).maze, "title", tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
