import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from helpers.grading import TINY, tiny
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.question import Question
from pacgrid.autograder.kinds.games.games import Games
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.kinds.positions import Positions
from pacgrid.autograder.kinds.search.search import Search

DRAWN = "%%%%%%\n%.P1 %\n%%%%%%"
GHOST = "from pacgrid.agents.random_ghost import RandomGhost\nclass Mine(RandomGhost): pass\n"


def saved(folder: Path, old: str = "", new: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "a.toml"
    path.write_text(TINY.replace(old, new, 1) if old else TINY)
    return path


def games(path: Path) -> Games:
    test = Assignment.load(path).questions[0].tests[0]
    assert isinstance(test, Games)
    return test


def with_files(folder: Path) -> Path:
    """An assignment with a layout and a ghost beside it."""
    path = saved(folder, '"random_ghost"', '"mine.py:Mine"')
    path.write_text(path.read_text().replace('"pocket"', '"mine.lay"', 1))
    (folder / "mine.lay").write_text("%%%%%\n%P.1%\n%%%%%")
    (folder / "mine.py").write_text(GHOST)
    return path


def choices(kind: type[Search] | type[Positions], **more: object) -> Search | Positions:
    name = "search" if kind is Search else "positions"
    data = {"kind": name, "search": "minimax", "depth": 2, "points": 3, "positions": [DRAWN] * 4}
    return kind.model_validate(data | more)


def test_questions_say_what_they_ask_for_and_the_options_of_each_test():
    questions = tiny().questions
    assert [question.asks_for for question in questions] == ["Reflex", "Minimax", "evaluate"]
    assert [question.options for question in questions[:2]] == [
        [set(), set()],
        [{"depth", "evaluation"}],
    ]


def test_a_test_has_one_game_without_ghosts_by_default():
    test = Games.model_validate(
        {"kind": "games", "layout": "pocket", "thresholds": [{"wins": 1, "points": 1}]}
    )
    assert (list(test.seeds), test.ghost_agents()) == ([0], [])


def test_every_ghost_of_the_layout_has_an_agent_and_every_game_the_next_seed(tmp_path):
    test = games(saved(tmp_path, 'layout = "pocket"', 'layout = "arcade"'))
    assert [type(player).__name__ for player in test.ghost_agents()] == ["RandomGhost"] * 4
    assert list(test.seeds) == [3, 4]


def test_only_a_search_has_default_options():
    assert choices(Search).agent_options == {"depth": 2, "evaluation": "score"}
    assert choices(Search, options={}).agent_options == {}
    assert choices(Positions).agent_options == {}
    assert choices(Positions, options={"width": 2}).agent_options == {"width": 2}


@pytest.mark.parametrize("kind", [Search, Positions])
@pytest.mark.parametrize(("right", "whole", "partial"), [(0, 0, 0), (3, 0, 2.25), (4, 3, 3)])
def test_partial_tests_give_a_share_of_the_points(kind, right, whole, partial):
    assert choices(kind).earned(right) == whole
    assert choices(kind, partial=True).earned(right) == partial


def test_layouts_and_ghosts_may_be_files_beside_the_assignment(tmp_path):
    test = games(with_files(tmp_path))
    assert test.layout.name == str(tmp_path / "mine.lay")
    assert test.ghosts == [f"{tmp_path / 'mine.py'}:Mine"]
    assert [type(player).__name__ for player in test.ghost_agents()] == ["Mine"]


def test_rounding_errors_in_points_are_accepted(tmp_path):
    thirds = ", ".join(["{average_score = 1, points = 0.1}"] * 3)
    text = TINY.replace("{average_score = -10000, points = 1}", thirds, 1)
    text = text.replace("points = 2", "points = 1.3", 1)
    assert Assignment.parse(text, "a.toml").questions[0].points == 1.3


@pytest.mark.parametrize("test", [{"kind": "search"}, {"kind": "positions"}, {"kind": "games"}])
def test_a_function_is_tested_by_games_with_a_search(test):
    common = {"points": 1, "search": "minimax", "depth": 1, "positions": [DRAWN]}
    if test["kind"] == "games":
        common = {"layout": "pocket", "thresholds": [{"wins": 0, "points": 1}]}
    with pytest.raises(ValidationError, match=r"tests\.0: a function is tested by games with a"):
        Question.model_validate(
            {"name": "q", "function": "f", "points": 1, "tests": [common | test]}
        )


def test_the_json_of_a_test_is_complete(tmp_path):
    """It is the key of a stored result."""
    drawn = str(choices(Search).positions[0])
    assert json.loads(choices(Search).model_dump_json())["positions"] == [drawn] * 4
    assert json.loads(choices(Positions).model_dump_json())["positions"] == [drawn] * 4
    data = json.loads(games(saved(tmp_path)).model_dump_json())
    assert data["layout"] == ["pocket", str(games(saved(tmp_path)).layout)]
    assert data["ghosts"] == ["random_ghost"]
    assert (data["seed"], data["visibility"]) == (3, "visible")


PROBING: list[dict[str, object]] = [
    {"trees": ["MAX: 1 2"]},
    {"generate": 1},
    {"generate": 1, "seed": 1},
    {"evaluation": "linear"},
    {"moves": 2},
    {"search": "alpha_beta", "pruning": "strict"},
]


def changes(test: GradedTest) -> list[GradedTest]:
    move = tiny().limits.move
    return [
        test.model_copy(update=update)
        for update in ({"title": "x"}, {"visibility": "hidden"}, {"move": move})
    ]


def test_the_json_differs_if_anything_in_the_test_differs():
    search, positions = choices(Search), choices(Positions)
    other = DRAWN.replace("%.P1 %", "% P1.%")
    tests = [
        *(search, *changes(search)),
        *(positions, *changes(positions)),
        choices(Search, nodes=7),
        choices(Search, partial=True),
        choices(Search, options={}),
        *(choices(Search, **more) for more in PROBING),
        choices(Search, positions=[DRAWN] * 3 + [other]),
        choices(Positions, options={"a": 1}),
        choices(Positions, options={"a": 1.0}),
    ]
    assert len({test.model_dump_json() for test in tests}) == len(tests)


def test_the_json_depends_on_the_files_but_not_on_their_folder(tmp_path, monkeypatch):
    one, two = (with_files(tmp_path / name) for name in ("one", "two"))
    seen = {games(path).model_dump_json() for path in (one, two)}
    monkeypatch.chdir(tmp_path / "one")
    seen.add(games(Path("a.toml")).model_dump_json())
    assert len(seen) == 1
    (one.parent / "mine.lay").write_text("%%%%%\n%P1.%\n%%%%%")
    seen.add(games(one).model_dump_json())
    (one.parent / "mine.py").write_text(GHOST + "# another\n")
    seen.add(games(one).model_dump_json())
    assert len(seen) == 3


def test_the_json_is_the_same_in_every_process():
    code = (
        "from pacgrid.autograder.assignments.assignment import Assignment; "
        "print(Assignment.load().model_dump_json())"
    )
    here = Assignment.load().model_dump_json()
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    there = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert there.stdout.decode().strip() == here
