from dataclasses import replace
from pathlib import Path

import pytest

from helpers.grades import ASSIGNMENT, GAMES, GOOD, HIDDEN, UNANSWERED, reflex
from helpers.report_formats import checked_page
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.reports.results_folder import ResultsError, write_results
from pacgrid.autograder.reports.saved_games import SavedGame, saved_games
from pacgrid.records.record import Record

PLAYED = tuple(PlayedGame(seed, won=seed == 3, score=0, actions="") for seed in range(6))
GRADE = replace(
    GOOD,
    questions=(
        reflex(
            replace(GAMES, games=PLAYED),
            replace(HIDDEN, games=(PlayedGame(77, won=False, score=0),), number=2),
        ),
        UNANSWERED,
    ),
)


def saved(*, show_hidden: bool = False) -> list[SavedGame]:
    return list(saved_games(ASSIGNMENT, [GRADE], show_hidden=show_hidden))


def test_every_game_is_saved_and_the_first_lost_ones_have_a_page(tmp_path: Path) -> None:
    for game in saved():
        game.save(tmp_path)
    files = sorted(path.name for path in (tmp_path / "good").iterdir())
    pages = [f"reflex-1-seed-{seed}.html" for seed in (0, 1, 2)]
    assert files == sorted([*(f"reflex-1-seed-{seed}.jsonl" for seed in range(6)), *pages])
    assert Record.load(tmp_path / "good" / "reflex-1-seed-4.jsonl").seed == 4


def test_games_of_hidden_tests_are_saved_on_request_and_never_linked(tmp_path: Path) -> None:
    assert not [game for game in saved() if game.game.seed == 77]
    games = saved(show_hidden=True)
    assert [game.name for game in games if game.game.seed == 77] == ["reflex-2-seed-77"]
    for game in games:
        game.save(tmp_path / "games")
    write_results(tmp_path, ASSIGNMENT, [GRADE], tmp_path / "games")
    feedback = [path for path in (tmp_path / "feedback").rglob("*") if path.is_file()]
    assert len(feedback) == 1 + 3
    assert not [path for path in feedback if "77" in path.name or "seed 77" in path.read_text()]


def test_the_feedback_links_to_the_pages_of_lost_games(tmp_path: Path) -> None:
    write_results(tmp_path, ASSIGNMENT, [GRADE])
    assert "games/" not in (tmp_path / "feedback" / "good.html").read_text()
    for game in saved():
        game.save(tmp_path / "games")
    write_results(tmp_path, ASSIGNMENT, [GRADE], tmp_path / "games")
    page = checked_page((tmp_path / "feedback" / "good.html").read_text())
    links = [value for _, name, value in page.attributes if name == "href" and "games" in value]
    assert len(links) == 3
    assert "lost with seeds 0, 1, 2 and 2 more" in page.text
    assert all((tmp_path / "feedback" / link).is_file() for link in links)


def test_what_cannot_be_written_or_is_gone_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "good").write_text("")
    with pytest.raises(ResultsError, match=r"^.*good: can't be written: .*$"):
        saved()[0].save(tmp_path)
    with pytest.raises(ResultsError, match=r"^.*reflex-1-seed-0\.html: can't be read: .*$"):
        write_results(tmp_path / "out", ASSIGNMENT, [GRADE], tmp_path / "nothing")
