"""Writes the pages of a report."""

from pathlib import Path

import numpy as np

from pacgrid.common.files import atomic_write

from ...reports.results_folder import writing
from ..pairs import Pair
from ..rarity import Rarity
from ..report import NO_VERDICT, CopiesReport
from .marked_file import marked_files
from .template import template

_PAIRS = "pairs"


def write_pages(folder: Path, report: CopiesReport, most: int) -> Path:
    """Write a page of all pairs, and one of each of the first `most` pairs, side by side; returns
    the first one. Pages of an earlier report in the same folder are removed.

    Raises ResultsError.
    """
    shown = report.pairs[:most]
    links = [f"{_PAIRS}/{number:04}.html" for number in range(1, len(shown) + 1)]
    documents = report.documents
    rarity = Rarity([np.union1d(each.tokens, each.operations) for each in documents])
    for number, (pair, link) in enumerate(zip(shown, links, strict=True), start=1):
        _write(folder / link, _pair_page(pair, number, rarity))
    for path in sorted((folder / _PAIRS).glob("[0-9]*.html")):
        if f"{_PAIRS}/{path.name}" not in links:
            with writing(path):
                path.unlink(missing_ok=True)
    rows = [*zip(shown, links, strict=True)]
    index = folder / "index.html"
    left = len(report.pairs) - len(shown)
    text = template("copies.html.j2")(report=report, rows=rows, left=left, no_verdict=NO_VERDICT)
    _write(index, text)
    return index


def _pair_page(pair: Pair, number: int, rarity: Rarity) -> str:
    sides = [
        (pair.one, [*marked_files(pair.one, pair.other, rarity, "l")], "l"),
        (pair.other, [*marked_files(pair.other, pair.one, rarity, "r")], "r"),
    ]
    return template("pair.html.j2")(pair=pair, number=number, sides=sides, no_verdict=NO_VERDICT)


def _write(path: Path, text: str) -> None:
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, text)
