"""`pacgrid compare`, from the command line."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import Result

from pacgrid import Record
from pacgrid.cli import compare
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError
from pacgrid.cli.output_path import OutputError
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result as GameResult
from pacgrid.cli.series_summary import comparison_table, differences
from pacgrid.game import Limits
from pacgrid.layout import Layout

QUICK = ("--layout", "training", "--view", "none")


def results(*scores: int) -> list[GameResult]:
    return [
        GameResult(
            seed,
            "Won",
            won=True,
            score=score,
            rounds=9,
            forfeit=None,
            reason="",
            details="",
            pacman_seconds=0.9,
            pacman_moves=9,
        )
        for seed, score in enumerate(scores)
    ]


def test_all_agents_play_the_same_games(pacgrid: Callable[..., Result]) -> None:
    text = pacgrid(
        "compare", "reflex", "reflex", "random_agent", *QUICK,
        "-n", "2", "-j", "1", "--rounds", "5", "--json", "-",
    ).stdout  # fmt: skip
    contestants = json.loads(text)["contestants"]
    names = [each["agents"] for each in contestants]
    assert [agents[0] for agents in names] == ["reflex", "reflex", "random_agent"]
    assert names[0][1:] == names[1][1:] == names[2][1:] != []
    scores = [[game["score"] for game in each["games"]] for each in contestants]
    assert scores[0] == scores[1] != scores[2]
    assert [game["seed"] for game in contestants[0]["games"]] == [0, 1]


def test_games_are_drawn_and_saved_separately(pacgrid: Callable[..., Result]) -> None:
    text = pacgrid(
        "compare", "random_agent", "reflex", "-l", "training", "--view", "terminal",
        "--seed", "5", "--save", "race.json",
    ).stdout  # fmt: skip
    records = [Record.load(f"race-{number}.json") for number in (1, 2)]
    assert [record.agents[0] for record in records] == ["random_agent", "reflex"]
    assert {record.seed for record in records} == {5}
    assert "one game on training, against random_ghost" not in text
    for record in records:
        assert str(record.score) in text


def test_a_table_shows_which_agents_are_ahead_of_the_first() -> None:
    games = [results(10, 20, 30), results(11, 22, 33), results(9, 19, 29)]
    assert [*differences(games)] == [
        ("ahead of the first", "", "+2.0", "-1.0"),
        ("  95 % interval", "", "-0.5 to 4.5", "-1.0 to -1.0"),
    ]
    matchup = Matchup.of(Layout.load("small"), "reflex", (), limits=Limits())
    table = comparison_table(["a", "b", "keyboard"], games, matchup)
    assert table.title == "the same 3 games on small, against directional_ghost x 2"
    assert [str(column.header) for column in table.columns] == ["", "a", "b", "you"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("reflex", "2 to 4 agents, not 1"),
        ("reflex reflex reflex reflex reflex", "2 to 4 agents, not 5"),
        ("keyboard keyboard", "one keyboard"),
        ("reflex reflex --ghosts keyboard --num-ghosts 1", "one keyboard"),
        ("keyboard reflex --view none", "you play"),
    ],
)
def test_agents_that_cannot_be_compared_are_refused(
    pacgrid: Callable[..., Result], words: str, reason: str
) -> None:
    with pytest.raises(OptionError, match=reason):
        pacgrid("compare", *words.split())


def rows(games: list[list[GameResult]]) -> dict[str, list[str]]:
    """The cells of a table of two agents, by what stands left of them."""
    matchup = Matchup.of(Layout.load("small"), "reflex", (), limits=Limits())
    columns = comparison_table(["a", "b"], games, matchup).columns
    first, *others = ([str(cell) for cell in column.cells] for column in columns)
    return dict(zip(first, map(list, zip(*others, strict=True)), strict=True))


def test_the_table_of_one_game_says_how_it_ended() -> None:
    shown = rows([results(10), results(20)])
    assert shown["ending"] == ["Won", "Won"]
    assert shown["score"] == ["10", "20"]
    assert shown["seconds per move"] == ["0.1", "0.1"]
    assert not {"won", "ahead of the first", "forfeits", "taken over by others"} & set(shown)


def test_the_table_of_two_games_has_intervals_forfeits_and_takeovers() -> None:
    lost = replace(results(-500)[0], forfeit=0, reason="Pac-Man (b): out of time", won=False)
    taken = replace(results(9)[0], taken_over=4)
    shown = rows([[*results(10), taken], [lost, lost]])
    assert shown["won"] == ["2 (100.0%)", "0 (0.0%)"]
    assert shown["mean score"] == ["9.5", "-500.0"]
    assert shown["ahead of the first"] == ["", "-509.5"]
    assert shown["  95 % interval"][1] == "-515.9 to -503.1"  # that of the difference, the last
    assert shown["forfeits"] == ["", "2 x Pac-Man (b): out of time"]
    assert shown["taken over by others"] == ["1", "0"]


def test_a_record_cannot_be_saved_to_a_directory(
    pacgrid: Callable[..., Result], tmp_path: Path
) -> None:
    for place in (Path(), tmp_path):
        with pytest.raises(OutputError, match="is a directory; name a file in it"):
            pacgrid("compare", "reflex", "reflex", "--save", place)


@pytest.mark.parametrize(
    ("agents", "rounds"), [(("keyboard", "reflex"), None), (("reflex",) * 2, 1000)]
)
def test_a_person_has_no_limit_on_rounds(
    pacgrid: Callable[..., Result],
    agents: tuple[str, str],
    rounds: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = []

    def watched(together: list[Series], *_: object, **__: object) -> list[list[GameResult]]:
        seen.extend(series.matchup.limits.rounds for series in together)
        return [results(1), results(2)]

    monkeypatch.setattr(compare, "play_watched", watched)
    monkeypatch.setattr(compare, "open_renderer", lambda *_: nullcontext())
    pacgrid("compare", *agents)
    assert seen == [rounds, rounds]


def test_every_agent_has_its_own_film_and_page(pacgrid: Callable[..., Result]) -> None:
    files = ("--save", "g.gif", "--save", "g.html")
    text = pacgrid("compare", "random_agent", "reflex", "-l", "training", "--rounds", "2", *files)
    names = [f"{name[0]}-{n}{name[1:]}" for n in (1, 2) for name in files[1:4:2]]
    assert text.stderr.splitlines() == [f"Wrote {name}" for name in names]
    assert all(Path(name).is_file() for name in names)
