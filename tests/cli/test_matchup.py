"""`--position`: games from drawn positions."""

from pathlib import Path

import pytest

from pacgrid import Record, State

DRAWING = """
%%%%%%%
%P..o.%
%...1.%
%%%%%%%
score: 12
to move: Pac-Man
ghost 1: (4.5, 1) west, scared 39, home (5, 1)
food under: (4, 1)
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("corner.txt").write_text(DRAWING)


def test_a_game_starts_from_a_drawing_and_is_replayed(pacgrid):
    where = ("--position", "corner.txt", "--view", "none", "--save", "game.json")
    played = pacgrid("play", "reflex", *where).stdout
    assert "(corner, seed 0)" in played
    start = next(Record.load("game.json").states())
    assert start == State.parse(DRAWING)
    assert pacgrid("replay", "game.json", "--view", "none").stdout == played


def test_a_drawing_is_read_from_stdin(pacgrid):
    start = str(State.parse(DRAWING))
    words = ("--position", "-", "--view", "none", "--save", "game.json")
    pacgrid("compare", "reflex", "reflex", *words, stdin=start)
    for number in (1, 2):
        assert str(next(Record.load(f"game-{number}.json").states())) == start


@pytest.mark.slow
def test_a_series_of_games_starts_from_it_in_every_process(pacgrid):
    pacgrid("play", "reflex", "--position", "corner.txt", "-n", "2", "-j", "2", "--save", "g.json")
    assert [Record.load(f"g-{n}.json").first_state for n in (1, 2)] == [State.parse(DRAWING)] * 2


def test_a_layout_with_food_out_of_reach_is_played_with_a_note(pacgrid):
    Path("their.lay").write_bytes(b"\xef\xbb\xbf%%%%%%\r\n%P1%.%\r\n%%%%%%\r\n")
    played = pacgrid("play", "reflex", "--layout", "their.lay", "--view", "none")
    note = "Note: their.lay:2:5: Pac-Man can't reach this food, so this game can't be won"
    assert played.stderr.splitlines()[0] == note


def test_a_name_stands_for_a_file_in_the_folder_of_layouts(pacgrid):
    Path("layouts").mkdir()
    Path("layouts", "theirs.lay").write_text("%%%%%\n%P.1%\n%%%%%\n")
    played = pacgrid("play", "reflex", "--layout", "theirs", "--view", "none")
    assert "(theirs, seed 0)" in played.stdout


MAZE = "random:version=1,seed=7,size=15x9,style=arcade,ghosts=1"


def test_a_game_on_a_maze_is_saved_and_replayed(pacgrid, tmp_path):
    record = tmp_path / "game.jsonl"
    name = "random:seed=7,size=15x9,ghosts=1"
    played = pacgrid("play", "reflex", "-l", name, "--view", "none", "--save", record).stdout
    assert MAZE in played
    assert pacgrid("replay", record, "--view", "none").stdout == played


@pytest.mark.parametrize(
    "command",
    [
        "bench reflex --games 1 --jobs 1 --no-journal",
        "compare reflex random_agent --view none --games 1",
        "tree --agent minimax:depth=1",
    ],
)
def test_commands_take_the_name_of_a_maze(pacgrid, command):
    assert pacgrid(*command.split(), "--layout", "random:seed=3,size=9x7").stdout


def test_a_solution_of_a_maze_has_a_name_that_options_can_hold(pacgrid):
    name = "random:seed=3,size=9x7,ghosts=1,food=0.1"
    file = "random-seed-3-size-9x7-ghosts-1-food-0-1.solution"
    shown = pacgrid("solve", name).stdout
    assert f"optimal:solution={file}" in shown
    against = ("--ghosts", "directional_ghost", "--view", "none")
    done = pacgrid("play", f"optimal:solution={file}", "--layout", name, *against)
    assert done.stdout.startswith("Won")
