import pytest

from helpers.grading import write
from helpers.ladders import TINY
from helpers.tables import pairs
from pacgrid.autograder.ladder.ladder import SECRET, LadderRules, RulesError
from pacgrid.layout import Layout

GOOD = """
title = "Contest"
layouts = ["small", "own.lay"]
games = 500
seed = 8319
rounds = 100
anchors = ["reflex", "arcade"]

[limits]
move = {cpu_seconds = 1, seconds = 10}
"""


def test_rules_are_read_with_paths_relative_to_their_folder(tmp_path):
    write(tmp_path, str(TINY), "own.lay")
    rules = LadderRules.load(write(tmp_path, GOOD, "ladder.toml"))
    assert [layout.name for layout in rules.layouts] == ["small", str(tmp_path / "own.lay")]
    assert rules.layouts[1] == TINY
    assert rules.games == 500
    assert rules.limits.move.cpu_seconds == 1


WRONG = """
layouts = [] -> layouts: List should have at least 1 item
layouts = ['nowhere'] -> layouts.0: nowhere: no such layout or file
games = 0 -> games:
until = 0.9 -> the rule until isn't here any more: play more games with --games
anchors = ['refle'] -> anchors.0: no agent 'refle'; did you mean 'reflex'?
seed = 'x' -> seed:
file = 'agent' -> file: 'agent' is not the name of a Python file
seed = -> : Invalid value
anonymous = true -> the rule anonymous isn't here any more: give the entrants'
"""


@pytest.mark.parametrize(("text", "message"), pairs(WRONG))
def test_an_error_names_the_file_and_the_key(tmp_path, text, message):
    file = write(tmp_path, text, "ladder.toml")
    with pytest.raises(RulesError) as error:
        LadderRules.load(file)
    assert str(error.value).startswith(f"{file}:")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_missing_and_unreadable_files_are_refused(tmp_path):
    (tmp_path / "latin.toml").write_bytes(b"title = '\xe9'")
    for name, reason in (("none.toml", "no such file"), ("latin.toml", "is not UTF-8 text")):
        with pytest.raises(RulesError, match=reason):
            LadderRules.load(tmp_path / name)


def test_a_layout_without_ghosts_or_twice_is_refused():
    bare = Layout.parse("%%%%%\n%P..%\n%%%%%")
    with pytest.raises(RulesError, match="has no ghosts"):
        LadderRules().changed(layouts=[bare])
    with pytest.raises(RulesError, match="is the same board as"):
        LadderRules().changed(layouts=[TINY, Layout(TINY.rows, "again")])


def test_a_seed_that_can_be_guessed_is_advised_against():
    advice = LadderRules().advice
    assert advice.startswith("seed 0 can be guessed")
    suggested = int(advice.rpartition(" ")[2])
    assert suggested >= SECRET
    assert LadderRules().changed(seed=suggested).advice == ""
