import shlex

import pytest

from helpers.ladder_tables import made_table
from pacgrid.autograder.ladder.pages.published import published, published_text


def test_nothing_says_where_the_ladder_was_made():
    text = published(made_table(["ada", "bob", "o'neil", "dora"])).model_dump_json()
    assert "/home/staff" not in text
    assert "SyntaxError (dora.py)" in text


def test_commands_work_in_the_folder_of_the_ladder():
    table = published(made_table(["ada", "o neil"]))
    words = shlex.split(table.games[0].command)
    assert words[2:5] == [
        "copies/ada/ada.py:Agent",
        "--ghosts",
        "copies/o neil/o neil.py:Agent",
    ]


def test_an_anonymous_table_names_neither_commands_nor_classes_nor_files():
    table = made_table(["entrant 1", "entrant 2", "entrant 3", "entrant 4"], is_anonymous=True)
    shown = published(table)
    assert {game.command for game in shown.games} == {""}
    assert {row.digest for row in shown.entrants} == {""}
    named = {own.agent for row in shown.entrants if not row.is_anchor for own in row.roles.values()}
    assert named == {""}
    assert "entrant 3.py" not in shown.model_dump_json()
    assert "agent.py, line 3" in shown.forfeits[0].reason


def test_layouts_with_the_path_of_a_file_keep_its_name_only():
    table = made_table()
    names = ["/home/staff/one/a.lay", "../two/a.lay"]
    renamed = dict(zip([row.name for row in table.layouts], names, strict=True))
    table = table.model_copy(
        update={
            "layouts": [
                row.model_copy(update={"name": renamed[row.name]}) for row in table.layouts
            ],
            "games": [
                game.model_copy(
                    update={
                        "layout": renamed[game.layout],
                        "command": game.command.replace(game.layout, renamed[game.layout]),
                    }
                )
                for game in table.games
            ],
        }
    )
    shown = published(table)
    assert [row.name for row in shown.layouts] == ["a.lay", "a.lay (2)"]
    assert {game.layout for game in shown.games} == {"a.lay", "a.lay (2)"}
    assert "/home/staff" not in shown.model_dump_json()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no file C:\\Users\\ada\\x.txt", "no file x.txt"),
        ("took 1/2 of the time", "took 1/2 of the time"),
        ("", ""),
    ],
)
def test_folders_are_left_out_of_reasons(text, shown):
    assert published_text(text, is_anonymous=False) == shown
