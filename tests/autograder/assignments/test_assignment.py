import json
import os
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

from helpers.grading import TINY, tiny
from pacgrid.autograder.assignments.assignment import (
    LARGEST,
    SMALLEST,
    Assignment,
    AssignmentError,
    Question,
    hidden_seeds,
    shipped_assignments,
)
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Dependencies, Package, to_toml
from pacgrid.autograder.kinds.games import Games
from pacgrid.autograder.kinds.positions import Positions
from pacgrid.autograder.kinds.search import Search
from pacgrid.autograder.model.outcome import Visibility
from pacgrid.autograder.model.schema import SubmissionLimits

SHIPPED = Assignment.load()
TEXT = Path("autograder/assignments/pacman.toml").read_text("utf-8")


def error(text: str) -> str:
    """The one line about an assignment that can't be read, after the file's name; "" for others."""
    try:
        Assignment.parse(text, "a.toml")
    except AssignmentError as error:
        message = str(error)
    else:
        return ""
    assert message.isprintable()
    assert message.startswith("a.toml:")
    return message.removeprefix("a.toml:").lstrip()


def test_the_shipped_assignment_asks_for_five_things_and_gives_25_points():
    names = [question.name for question in SHIPPED.questions]
    assert names == ["reflex", "minimax", "alpha_beta", "expectimax", "evaluation"]
    assert SHIPPED.points == 25
    assert SHIPPED.agents == ["Reflex", "Minimax", "AlphaBeta", "Expectimax"]
    assert SHIPPED.functions == ["evaluate"]
    assert "pacman" in shipped_assignments()
    assert Assignment.load("pacman") == SHIPPED
    for question in SHIPPED.questions[1:4]:
        kinds = {type(test) for test in question.tests if test.kind != "games"}
        assert kinds == {Search}, "the grader counts the nodes of searches only"


def test_everything_but_title_and_questions_has_a_default(tmp_path):
    assert tiny().file == "agent.py"
    assert (tiny().limits.memory_mb, tiny().limits.processes) == (1024, 1)
    text = TINY.partition("[limits]")[0] + "[[questions]]" + TINY.partition("[[questions]]")[2]
    assert Assignment.parse(text, "tiny.toml").limits == SubmissionLimits()
    assert Assignment.parse(f"file = 'my-answers.py'\n{TINY}", "a.toml").file == "my-answers.py"
    assert pickle.loads(pickle.dumps(tiny())) == tiny()
    (tmp_path / "a.toml").write_bytes(b"\xef\xbb\xbf" + TINY.encode())
    assert Assignment.load(tmp_path / "a.toml") == tiny(), "it may begin with a byte order mark"


def test_a_test_that_students_cannot_see_yet_is_hidden():
    for visibility in get_args(Visibility):
        text = TINY.replace(SEARCH, f'{SEARCH}visibility = "{visibility}"\n')
        assert Assignment.parse(text, "a.toml").has_hidden_tests is (visibility != "visible")


GAMES, POSITIONS = "questions.0.tests.0", "questions.0.tests.1"
SEARCHES, SEARCH = "questions.1.tests.0", 'kind = "search"\n'
THRESHOLD = f"{GAMES}.thresholds.0"
TITLE, MINIMAX = 'title = "Tiny"', 'name = "minimax"\n'
MINIMAX_TESTS = f"points = 1\n\n[[questions.tests]]\n{SEARCH}"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # TOML
        (TITLE, "title = ", "2:9: Invalid value"),
        (TITLE, "x = " + "[" * 5000, "2: arrays or tables are nested too deeply; use fewer levels"),
        (TITLE, "x = " + "9" * 5000, "2: an integer doesn't fit in 64 bits; write a smaller one"),
        # keys and types
        (TITLE, "", "title: missing; add this key"),
        (TITLE, "title = 3", "title: Input should be a valid string"),
        (TITLE, "title = 1979-05-27", "title: Input should be a valid string"),
        ("move = {cpu_seconds = 0.5, seconds = 4}", "move = 3", "limits.move: should be a table"),
        (TITLE, f"{TITLE}\nfile = '../x.py'", "file: '../x.py' is not the name of a Python file"),
        (TITLE, f"{TITLE}\nfile = 'x.txt'", "file: 'x.txt' is not the name of a Python file; writ"),
        (TITLE, f"{TITLE}\nhints = 'paced'", "hints: Input should be 'name' or 'line'"),
        ("cpu_seconds = 2", "cpu_seconds = 0", "limits.load.cpu_seconds: "),
        ("cpu_seconds = 2", "cpu = 2", "limits.load: unknown key 'cpu'; known: cpu_seconds, sec"),
        ("games = 2", "games = 2.5", f"{GAMES}.games: "),
        ("games = 2", "gmes = 2", f"{GAMES}: unknown key 'gmes'; did you mean 'games'?"),
        ("games = 2", "matches = 2", f"{GAMES}: unknown key 'matches'; known: kind, title, vis"),
        ("games = 2", 'options = {"a\\u001bb" = 1}', f"{GAMES}.options.a\ufffdb.[key]: 'a\\x1bb'"),
        ("games = 2", "options = {a = inf}", f"{GAMES}.options.a"),
        # names
        ('"pocket"', '"pockt"', f"{GAMES}.layout: pockt: no such layout or file; did you mean 'po"),
        ('"pocket"', f'"{"a" * 5000}"', f"{GAMES}.layout: "),
        ('"pocket"', "3", f"{GAMES}.layout: name a layout"),
        ('"random_ghost"', '"random_gost"', f"{GAMES}.ghosts.0: no agent 'random_gost'"),
        ('"random_ghost"', "3", f"{GAMES}.ghosts.0: name an agent"),
        ('"random_ghost"', '"random_ghost:a=1"', f"{GAMES}.ghosts.0: "),
        ('"random_ghost"', '"\\u0000.py"', f"{GAMES}.ghosts.0: "),
        ('"random_ghost"', '"a", "b"', f"{GAMES}.ghosts.0: no agent 'a'"),
        ('agent = "Reflex"', 'agent = "class"', "questions.0.agent: class is a Python keyword; us"),
        # kinds of tests
        ('kind = "positions"', 'kind = "x"', f"{POSITIONS}: kind should be one of 'games', 'ghost"),
        ('kind = "positions"', "", f"{POSITIONS}: kind is missing; add 'games', 'ghosts', 'positi"),
        ('search = "minimax"', 'search = "best"', f"{POSITIONS}.search: "),
        (SEARCH, f"{SEARCH}nodes = 0\n", f"{SEARCHES}.nodes: "),
        (SEARCH, f"{SEARCH}visibility = 'never'\n", f"{SEARCHES}.visibility: Input should be 'vis"),
        # positions
        ("%.P1 %", "%.P1Q%", f"{POSITIONS}.positions.0: drawing:2:5: unknown character 'Q'"),
        ("%.P1 %", "% P1 %", f"{POSITIONS}.positions.0: the game is over; draw"),
        ("%.P1 %\n%%%%%%", "%.P1 %\n%%%%%%\nto move: ghost 1", f"{POSITIONS}.positions.0: it is a"),
        ("%.P1 %\n%%%%%%", "%.P1 %\n%%%%%%\nscore: 1e999", f"{POSITIONS}.positions.0: "),
        # searches
        (SEARCH, f"{SEARCH}trees = ['MAX: 3 x']\n", f"{SEARCHES}.trees.0:1:8: 'x' is not a"),
        (
            SEARCH,
            f"{SEARCH}trees = ['MAX: 1 2', '''\nMAX\n  MIN: 1 2\n  MIN: 3 12 (\n''']\n",
            f"{SEARCHES}.trees.1:3:13: ",
        ),
        (SEARCH, f"{SEARCH}trees = ['CHANCE']\n", f"{SEARCHES}.trees.0:1:1: this CHANCE has no"),
        (SEARCH, f"{SEARCH}trees = ['MIN: 1 2']\n", f"{SEARCHES}.trees.0: Pac-Man can't move at"),
        (SEARCH, f"{SEARCH}trees = [3]\n", f"{SEARCHES}.trees.0: write a tree as text"),
        (SEARCH, f"{SEARCH}evaluation = 'liner'\n", f"{SEARCHES}.evaluation: no evaluation 'line"),
        (SEARCH, f"{SEARCH}moves = 0\n", f"{SEARCHES}.moves: "),
        (SEARCH, f"{SEARCH}generate = -1\n", f"{SEARCHES}.generate: "),
        (SEARCH, f"{SEARCH}pruning = 'no'\n", f"{SEARCHES}.pruning: "),
        (SEARCH, f"{SEARCH}nodes = 5001\nmoves = 2\n", f"{SEARCHES}: with more than 5,000 nodes"),
        (SEARCH, f"{SEARCH}generate = 1\noptions = {{}}\n", f"{SEARCHES}: options don't go with"),
        (SEARCH, f'{SEARCH}pruning = "strict"\n', f"{SEARCHES}: minimax doesn't prune; remove"),
        # what doesn't fit together
        ("average_score = -10000, ", "", f"{THRESHOLD}: give either wins or average_score"),
        ("average_score = -10000", "wins = 3", f"{GAMES}: thresholds.0 asks for 3 wins of 2 games"),
        ("average_score = -10000", "average_score = nan", f"{THRESHOLD}.average_score: "),
        ("average_score = -10000", "average_score = -inf", f"{THRESHOLD}.average_score: "),
        ("points = 2", "points = 3", "questions.0: points is 3, but its tests are worth 2; make"),
        ('agent = "Reflex"', "", "questions.0: give either agent or function"),
        ('agent = "Reflex"', 'function = "f"', "questions.0: tests.0: a function is tested by gam"),
        ("games = 2", 'search = "minimax"', "questions.0: tests.0: search is for functions only"),
        ('"random_ghost"', '"random_ghost", "random_ghost"', f"{GAMES}: 2 ghosts are named, but o"),
        ('name = "minimax"', 'name = "reflex"', "two questions are called reflex; rename one"),
        # rules and requirements
        (MINIMAX, f'{MINIMAX}rule = "count"\n', "questions.1: rule 'count' is for test cases from"),
        (MINIMAX, f"{MINIMAX}extra = 1\n", "questions.1: points is 1, extra 1, but its tests are"),
        (MINIMAX, f"{MINIMAX}requires = ['evaluation']\n", "minimax requires evaluation, which is"),
        (
            MINIMAX_TESTS,
            f'rule = "all"\n{MINIMAX_TESTS}visibility = "hidden"\n',
            "questions.1: rule 'all' would give hidden tests away",
        ),
        # salts, which no error shows
        (
            TITLE,
            f'salt = "hunter2"\n{TITLE}',
            "salt: can be guessed; write 32 random digits or",
        ),
        (TITLE, f"salt = 20311122\n{TITLE}", "salt: Input should be a valid string"),
        (TITLE, 'salt = "hunter2', "2:16: Illegal character"),
    ],
)
def test_an_error_names_the_file_and_the_key_and_the_mend(old, new, message):
    assert old in TINY
    found = error(TINY.replace(old, new, 1))
    assert found.startswith(message)
    assert not re.search("hunter2|20311122", found), "no error shows a salt"


WRONG_VALUES = [
    *("", "3", "-1", "0.5", "nan", "inf", "1e999", "9" * 30, "9" * 5000, "0x" + "f" * 5000, "true"),
    *('"x"', '"\\u001b[2J"', "''", "1979-05-27T07:32:00Z", "[]", "{}", "[" * 9000, "{a=" * 9000),
    *('"a/../b"', '"random_ghost:attack=9"', '"' + "x" * 300 + '.py"', "x" * 20, "\0", "é", "\n"),
]


@pytest.mark.parametrize(("text", "times"), [(TINY, 150), (TEXT, 25)], ids=["tiny", "shipped"])
def test_a_mutated_assignment_is_read_or_refused_in_one_line(text, times):
    rng = random.Random(times)
    tokens = re.split(r"(\s+|[][{},=]|\"[^\"\n]*\")", text)
    for _ in range(times):
        mutated = tokens.copy()
        for _ in range(rng.randint(1, 2)):
            mutated[rng.randrange(len(mutated))] = rng.choice([*WRONG_VALUES, rng.choice(tokens)])
        assert "Value error" not in error("".join(mutated))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("folder", "folder: can't be read: Is a directory"),
        ("binary", "binary: is not UTF-8 text; write it in TOML"),
        ("pipe", "pipe: can't be read: not a regular file"),
        ("nowhere", "nowhere: no such assignment or file; shipped: pacman"),
        ("\0", "can't be read: not a valid file name"),
    ],
)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_file_that_can_not_be_read_is_one_line(tmp_path, name, message):
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\xff\xfe\0")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(AssignmentError) as caught:
        Assignment.load(tmp_path / name)
    assert str(caught.value).endswith(message)
    assert str(caught.value).isprintable()


def test_a_question_may_require_only_visible_ones():
    text = TINY.replace(MINIMAX, f'{MINIMAX}rule = "all"\nextra = 1\nrequires = ["reflex"]\n')
    assert Assignment.parse(text, "a.toml").question("minimax").requires == ["reflex"]
    hidden = text.replace('kind = "games"\n', 'kind = "games"\nvisibility = "hidden"\n', 1)
    assert error(hidden).endswith(
        "minimax requires reflex, which has hidden tests, and would give away their results; make"
        " all tests of reflex visible, or leave reflex out of requires"
    )


DRAWN = "%%%%%%\n%.P1 %\n%%%%%%"
GHOST = "from pacgrid.agents.random_ghost import RandomGhost\nclass Mine(RandomGhost): pass\n"
WITH_FILES = TINY.replace('"random_ghost"', '"mine.py:Mine"', 1).replace(
    '"pocket"', '"mine.lay"', 1
)


def with_files(folder: Path) -> Games:
    """A test of an assignment in `folder` with a layout and a ghost beside it."""
    folder.mkdir(exist_ok=True)
    (folder / "a.toml").write_text(WITH_FILES)
    (folder / "mine.lay").write_text("%%%%%\n%P.1%\n%%%%%")
    (folder / "mine.py").write_text(GHOST)
    return first_test(folder / "a.toml")


def first_test(source: Path | str) -> Games:
    """The first test of a file, or of an assignment in TOML."""
    is_file = isinstance(source, Path)
    assignment = Assignment.load(source) if is_file else Assignment.parse(source, "a.toml")
    test = assignment.questions[0].tests[0]
    assert isinstance(test, Games)
    return test


def choices(kind: type[Search] | type[Positions], **more: object) -> Search | Positions:
    name = "search" if kind is Search else "positions"
    data = {"kind": name, "search": "minimax", "depth": 2, "points": 3, "positions": [DRAWN] * 4}
    return kind.model_validate(data | more)


def test_questions_say_what_they_ask_for_and_the_options_of_each_test():
    questions = tiny().questions
    assert [question.asks_for for question in questions] == ["Reflex", "Minimax", "evaluate"]
    options = [question.options for question in questions[:2]]
    assert options == [[set(), set()], [{"depth", "evaluation"}]]


def test_every_ghost_of_the_layout_has_an_agent_and_every_game_the_next_seed():
    test = first_test(TINY.replace('layout = "pocket"', 'layout = "arcade"'))
    assert [type(player).__name__ for player in test.ghost_agents()] == ["RandomGhost"] * 4
    assert list(test.seeds) == [3, 4]
    default = {"kind": "games", "layout": "pocket", "thresholds": [{"wins": 1, "points": 1}]}
    test = Games.model_validate(default)
    assert (list(test.seeds), test.ghost_agents()) == ([0], [])


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
    test = with_files(tmp_path)
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


def test_the_json_of_a_test_is_complete():
    """It is the key of a stored result."""
    for kind in (Search, Positions):
        data = json.loads(choices(kind).model_dump_json())
        assert data["positions"] == [str(choices(kind).positions[0])] * 4
    data = json.loads(first_test(TINY).model_dump_json())
    assert data["layout"] == ["pocket", str(first_test(TINY).layout)]
    assert data["ghosts"] == ["random_ghost"]
    assert (data["seed"], data["visibility"]) == (3, "visible")


def test_the_json_differs_if_anything_in_the_test_differs():
    tests = [choices(Search), choices(Positions)]
    for update in ({"title": "x"}, {"visibility": "hidden"}, {"move": tiny().limits.move}):
        tests += [choices(kind).model_copy(update=update) for kind in (Search, Positions)]
    for options in ({"a": 1}, {"a": 1.0}):
        tests.append(choices(Positions, options=options))
    for more in (
        {"nodes": 7},
        {"partial": True},
        {"options": {}},
        {"trees": ["MAX: 1 2"]},
        {"generate": 1},
        {"generate": 1, "seed": 1},
        {"evaluation": "linear"},
        {"moves": 2},
        {"search": "alpha_beta", "pruning": "strict"},
        {"positions": [DRAWN] * 3 + [DRAWN.replace("%.P1 %", "% P1.%")]},
    ):
        tests.append(choices(Search, **more))
    assert len({test.model_dump_json() for test in tests}) == len(tests)


def test_the_json_depends_on_the_files_but_not_on_their_folder(tmp_path, monkeypatch):
    seen = {with_files(tmp_path / name).model_dump_json() for name in ("one", "two")}
    monkeypatch.chdir(tmp_path / "one")
    seen.add(first_test(Path("a.toml")).model_dump_json())
    assert len(seen) == 1
    Path("mine.lay").write_text("%%%%%\n%P1.%\n%%%%%")
    seen.add(first_test(Path("a.toml")).model_dump_json())
    Path("mine.py").write_text(GHOST + "# another\n")
    seen.add(first_test(Path("a.toml")).model_dump_json())
    assert len(seen) == 3


def test_the_json_is_the_same_in_every_process():
    code = (
        "from pacgrid.autograder.assignments.assignment import Assignment; "
        "print(Assignment.load().model_dump_json())"
    )
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
    there = subprocess.run(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, check=True
    )
    assert there.stdout.decode().strip() == SHIPPED.model_dump_json()


SALT = "0123456789abcdef" * 2
SALTED = f'salt = "{SALT}"{TINY}'


HIDDEN = SALTED.replace("seed = 3", 'seed = 3\nvisibility = "hidden"')


def seeds(old: str = "", new: str = "") -> range:
    """The seeds of the hidden games."""
    assert old in HIDDEN
    return first_test(HIDDEN.replace(old, new) if old else HIDDEN).seeds


def secret_seeds(old: str = "", new: str = "") -> list[int]:
    """The seeds of the hidden game and of the hidden search."""
    text = HIDDEN.replace(SEARCH, f'{SEARCH}visibility = "hidden"\ngenerate = 2\nseed = 3\n')
    assert old in text
    text = text.replace(old, new) if old else text
    return [*hidden_seeds(Assignment.parse(text, "a.toml").questions).values()]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TITLE, 'title = "Another"'),
        ("cpu_seconds = 0.5", "cpu_seconds = 1"),
        ('name = "reflex"', 'name = "first"'),
        ("games = 2", 'games = 5\ntitle = "Some games"'),
        ("generate = 2", 'generate = 3\npartial = true\ntitle = "A search"'),
        ("rounds = 20", "rounds = 30"),
        ("average_score = -10000", "average_score = 5"),
        ("{average_score = -10000, points = 1}", "{wins = 0, points = 1}"),
        ('visibility = "hidden"', 'visibility = "after_due_date"'),
        ("games = 2", "games = 2\nmove = {cpu_seconds = 1, seconds = 9}"),
    ],
)
def test_no_change_to_the_rest_of_the_file_or_to_how_a_test_counts_changes_its_seed(old, new):
    before, after = secret_seeds(), secret_seeds(old, new)
    assert min(before) >= SMALLEST
    assert after == before
    assert len(set(before)) == 2


@pytest.mark.parametrize("visibility", ["hidden", "after_due_date", "after_published"])
def test_hidden_games_have_large_seeds_that_a_file_fixes(visibility):
    first, second = seeds('"hidden"', f'"{visibility}"')
    assert SMALLEST <= first < LARGEST
    assert second == first + 1
    assert seeds('"hidden"', f'"{visibility}"')[0] == first


def test_seeds_that_nobody_guesses_or_everybody_knows_stay():
    assert seeds("seed = 3", f"seed = {SMALLEST}") == range(SMALLEST, SMALLEST + 2)
    assert seeds('"hidden"', '"visible"') == range(3, 5)


def test_they_depend_on_the_salt_and_on_what_the_test_asks():
    others = [
        seeds(),
        seeds(f'salt = "{SALT}"', ""),
        seeds(SALT, SALT[::-1]),
        seeds("seed = 3", "seed = 4"),
        seeds("Reflex", "Other"),
        seeds("pocket", "small"),
        seeds("random_ghost", "directional_ghost"),
        seeds("random_ghost", "directional_ghost:attack=0.5"),
    ]
    assert len(set(others)) == len(others)


def test_they_do_not_depend_on_where_the_files_are(tmp_path):
    found = []
    for name in ("here", "there"):
        with_files(tmp_path / name)
        (tmp_path / name / "mine.py").write_text(f"{GHOST}# {name}")
        text = WITH_FILES.replace("seed = 3", 'visibility = "hidden"')
        assignment = Assignment.parse(f'salt = "{SALT}"{text}', "a.toml", tmp_path / name)
        found.append(hidden_seeds(assignment.questions))
    assert found[0] == found[1]
    assert [*found[0]] == ["reflex.2"]


def test_what_is_made_from_an_assignment_has_its_seeds_and_not_its_salt():
    loaded = Assignment.parse(HIDDEN, "a.toml")
    tests = [test for question in loaded.questions for test in question.tests]
    written = to_toml(loaded, Dependencies.of(tests, taken=()))
    assert Assignment.parse(written, "b.toml") == loaded
    made = [text.encode() for text in (written, repr(loaded), loaded.model_dump_json())]
    made += [pickle.dumps(loaded), *Kit.of(loaded, Package("pacgrid")).files.values()]
    assert not any(SALT.encode() in each for each in made)


def test_without_a_salt_hidden_tests_with_small_seeds_are_named():
    for text, names in ((TINY, ("reflex.2",)), (SALTED, ())):
        hidden = text.replace("seed = 3", 'visibility = "hidden"')
        assert Assignment.parse(hidden, "a.toml").guessable_tests == names
        assert Assignment.parse(text, "a.toml").guessable_tests == ()
        large = hidden.replace("games = 2", f"games = 2\nseed = {SMALLEST}")
        assert Assignment.parse(large, "a.toml").guessable_tests == ()
