"""Draws how an evaluation was learned, with matplotlib: the scores and the weights by batch."""

from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from pacgrid.common.sanitize import one_line
from pacgrid.learning.training import NAMES, Training

LINES = ("-", "--", ":")
"""Styles, so that lines of the same colour can be told apart."""
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#595959")


def plot_training(training: Training, path: Path) -> None:
    """Draw the batches as a PNG. Raises OSError."""
    plan = training.plan
    with mpl.rc_context():
        mpl.rcdefaults()  # the user's own settings have no influence
        mpl.rc("font", size=11)
        mpl.rc("axes.spines", top=False, right=False)
        figure = Figure((12.8, 6), dpi=100, layout="constrained")
        FigureCanvasAgg(figure)
        title = f"{plan.agent} learns on {', '.join(plan.layouts)} ({plan.method})"
        figure.suptitle(one_line(title), fontsize=14, parse_math=False)
        scores, weights = figure.subplots(1, 2)
        draw_batches(scores, training)
        draw_weights(weights, training)
        figure.savefig(path, format="png", metadata={"Software": None})


def draw_batches(axes: Axes, training: Training) -> None:
    """The mean score of each batch, with its 95 % interval."""
    batches, numbers = training.batches, range(1, len(training.batches) + 1)
    axes.fill_between(
        numbers,
        [batch.low for batch in batches],
        [batch.high for batch in batches],
        color=COLOURS[0],
        alpha=0.2,
        linewidth=0,
        label="95 % interval",
    )
    axes.plot(numbers, [batch.score for batch in batches], color=COLOURS[0], label="mean score")
    best = batches.index(training.best) + 1
    axes.plot(best, training.best.score, "o", color=COLOURS[1], label=f"best: batch {best}")
    axes.set(title="Scores", xlabel=f"batch of {training.plan.batch} games", ylabel="points")
    axes.legend(frameon=False)


def draw_weights(axes: Axes, training: Training) -> None:
    """The weights of each batch, times the typical size of their features."""
    numbers = range(1, len(training.batches) + 1)
    for index, (name, scale) in enumerate(zip(NAMES, training.scale, strict=True)):
        axes.plot(
            numbers,
            [scale * batch.weights.get(name, 0) for batch in training.batches],
            LINES[index // len(COLOURS)],
            color=COLOURS[index % len(COLOURS)],
            label=name,
        )
    axes.set(title="Weights x size of their features", xlabel="batch", ylabel="points")
    axes.legend(frameon=False, bbox_to_anchor=(1, 1), loc="upper left")
