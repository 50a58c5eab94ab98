"""Charts, drawn with matplotlib."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("matplotlib", reason="matplotlib, which draws plots, is not installed")

from pacgrid.render.chart import Chart, Curve, CurvePanel, HeatMap
from pacgrid.render.pictures.chart_plot import LONGEST, folded, plot_chart, shortened, size

CURVES = [
    Curve("a $5_{ curve 王", [1, 10, None], [(0.5, 2), None, None]),
    Curve("b" * 200, [3, 30, 300]),
]
PANELS = [
    CurvePanel("nodes", "depth", ["1", "2", "30"], [1, 2, 30], CURVES, is_logarithmic=True),
    CurvePanel("words", "order", ["best", "worst", "$x_"], None, CURVES, lines=[("√b = 2", 2)]),
]
HEAT = HeatMap("map", ["a", "b"], ["x:y=1,z=2", "w"], [[1, 2], [3, 4]], [["1", "2"], ["3", "$_4"]])


@pytest.mark.parametrize(
    "panels",
    [
        [HEAT],
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in (PANELS[:1], PANELS, [HEAT, HEAT])
        ),
    ],
)
def test_a_picture_has_the_size_that_was_planned(tmp_path: Path, panels: list[CurvePanel]) -> None:
    chart = Chart("a title with $ and 王", panels)
    plot_chart(chart, tmp_path / "chart.png", "png")
    with Image.open(BytesIO((tmp_path / "chart.png").read_bytes())) as image:
        assert image.size == tuple(round(100 * inches) for inches in size(chart))
        assert len(np.unique(np.asarray(image.convert("RGB")).reshape(-1, 3), axis=0)) > 20


@pytest.mark.parametrize("form", ["svg", pytest.param("png", marks=pytest.mark.slow)])
def test_the_same_chart_makes_the_same_file(tmp_path: Path, form: str) -> None:
    for name in ("a", "b"):
        plot_chart(Chart("title", [PANELS[0], HEAT]), tmp_path / name, form)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_heat_map_of_equal_values_is_drawn(tmp_path: Path) -> None:
    plot_chart(Chart("", [HeatMap("", ["a"], ["b"], [[7]], [["7"]])]), tmp_path / "a", "png")


def test_long_names_are_folded_or_shortened() -> None:
    assert folded("against minimax_ghost:depth=3,error=0.2") == (
        "against minimax_ghost:\ndepth=3,error=0.2"
    )
    assert len(shortened("x" * 500)) == LONGEST
