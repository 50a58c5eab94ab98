"""The plot of an analysis."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from helpers.analyses import analysis_of
from helpers.recorded import GAME

pytest.importorskip("matplotlib", reason="matplotlib is not installed")
from matplotlib.figure import Figure

from pacgrid.render.pictures.analysis_plot import SIZE, draw_regret, draw_value, plot_analysis

ANALYSIS = analysis_of(GAME, {0: 60.0, 15 * len(GAME.agents): 412.0})


def test_the_curve_ends_with_the_score_and_bad_moves_have_signs() -> None:
    axes = Figure().subplots()
    draw_value(axes, GAME, ANALYSIS)
    value, score, *_ = axes.lines
    assert value.get_ydata()[-1] == score.get_ydata()[-1] == GAME.score
    assert [text.get_text() for text in axes.texts] == ["??", "?"]
    axes = Figure().subplots()
    draw_value(axes, GAME, replace(ANALYSIS, unit="chance of winning"))
    assert axes.get_ylabel() == "chance of winning, %"


def test_regrets_are_bars_by_round() -> None:
    axes = Figure().subplots()
    draw_regret(axes, GAME, ANALYSIS)
    bars = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches}
    assert (bars[1], bars[16], bars[6]) == (60, 412, 0)
    legend = axes.get_legend()
    assert legend
    assert [each.get_text() for each in legend.texts] == ["?? blunder (1)", "? mistake (1)"]


@pytest.mark.slow
def test_the_picture_has_the_size_that_was_promised(tmp_path: Path) -> None:
    strange = replace(GAME, agents=("a $5_{ agent", *GAME.agents[1:]))
    for record, analysis in ((strange, ANALYSIS), (GAME, analysis_of(GAME, {}))):
        plot_analysis(record, analysis, tmp_path / "plot.png")
        with Image.open(tmp_path / "plot.png") as image:
            assert (image.size, image.format) == (SIZE, "PNG")
