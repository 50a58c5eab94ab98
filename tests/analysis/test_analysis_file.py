"""Saved analyses."""

import json
from dataclasses import replace

import pytest

from helpers.drawn_games import RING, drawn_game
from pacgrid.analysis.analyse import analyse
from pacgrid.analysis.analysis_file import analysis_json, read_analysis
from pacgrid.analysis.judges import AnalysisError, SearchJudge

GAME = drawn_game(RING, "EW")


@pytest.fixture
def analysis():
    return analyse(GAME, SearchJudge.of(GAME))


@pytest.fixture
def file(analysis, tmp_path):
    path = tmp_path / "analysis.json"
    path.write_text(json.dumps(analysis_json(analysis)))
    return path


def test_a_saved_analysis_is_read_again(analysis, file):
    assert read_analysis(file.read_text(), GAME) == analysis


@pytest.mark.parametrize("letters", ["WW", "E", ""])
def test_the_analysis_of_another_game_is_refused(file, letters):
    with pytest.raises(AnalysisError, match="is the analysis of another game"):
        read_analysis(file.read_text(), drawn_game(RING, letters))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("regret", -1), ("best", "S"), ("action", "X"), ("ply", 1), ("values", {})),
        *(("line", "up"), ("line", "S"), ("values", {"E": 1e300, "W": 0, "-": 0})),
        *(("regret", 1e300), ("luck", -1e300), ("judge", "x" * 2000)),
    ],
)
def test_what_cannot_be_is_refused(analysis, file, key, value):
    data = analysis_json(analysis)
    (data if key in data else data["moves"][0])[key] = value
    file.write_text(json.dumps(data))
    with pytest.raises(AnalysisError, match=r"is not an analysis|is the analysis of"):
        read_analysis(file.read_text(), GAME)


def test_a_file_that_is_no_analysis_is_refused(file):
    file.write_text("{}")
    with pytest.raises(AnalysisError, match="is not an analysis; write one with"):
        read_analysis(file.read_text(), GAME)


def test_its_judge_is_one_clean_line(analysis, file):
    file.write_text(json.dumps(analysis_json(replace(analysis, judge="a\x1b[2J\nb"))))
    assert read_analysis(file.read_text(), GAME).judge.isprintable()
