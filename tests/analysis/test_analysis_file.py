"""Saved analyses."""

import json
from dataclasses import replace

import pytest

from helpers.drawn_games import RING, drawn_game
from pacgrid.analysis.analyse import analyse, analysis_json, read_analysis
from pacgrid.analysis.judges import AnalysisError, SearchJudge

GAME = drawn_game(RING, "EW")


@pytest.fixture
def analysis():
    return analyse(GAME, SearchJudge.of(GAME))


def test_a_saved_analysis_is_read_again_but_not_that_of_another_game(analysis):
    text = json.dumps(analysis_json(analysis))
    assert read_analysis(text, GAME) == analysis
    for letters in ("WW", "E", ""):
        with pytest.raises(AnalysisError, match="is the analysis of another game"):
            read_analysis(text, drawn_game(RING, letters))
    odd = json.dumps(analysis_json(replace(analysis, judge="a\x1b[2J\nb")))
    assert read_analysis(odd, GAME).judge.isprintable()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("regret", -1), ("best", "S"), ("action", "X"), ("ply", 1), ("values", {})),
        *(("line", "up"), ("line", "S"), ("values", {"E": 1e300, "W": 0, "-": 0})),
        *(("regret", 1e300), ("luck", -1e300), ("judge", "x" * 2000)),
    ],
)
def test_what_cannot_be_is_refused(analysis, key, value):
    data = analysis_json(analysis)
    (data if key in data else data["moves"][0])[key] = value
    with pytest.raises(AnalysisError, match=r"is not an analysis|is the analysis of"):
        read_analysis(json.dumps(data), GAME)
    with pytest.raises(AnalysisError, match="is not an analysis; write one with"):
        read_analysis("{}", GAME)
