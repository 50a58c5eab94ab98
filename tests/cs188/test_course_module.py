import sys
from pathlib import Path

import pytest

from pacgrid import Action, Layout, State, play
from pacgrid.agent import Agent, AgentError
from pacgrid.agent_loader import load_agent, load_module
from pacgrid.cs188.course_agent import CourseAgent

HEAD = "from game import Agent, Directions\nimport random, util\n"
WALKER = """
class Walker(Agent):
    def getAction(self, state):
        return state.getLegalActions()[0]
"""
CORRIDOR = "%%%%%%\n%P..o%\n%%%%%%"


@pytest.fixture(autouse=True)
def _unchanged(monkeypatch, tmp_path):
    """What an import does to the import system is undone."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def load(folder: Path, text: str | bytes, agent: str = "", *, name: str = "mine") -> Agent:
    """The agent in a file with this text."""
    file = folder / f"{name}.py"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_agent(f"{file}{agent}")


def test_nobody_else_sees_the_stand_ins_or_the_modules_beside_a_file(tmp_path):
    (tmp_path / "util.py").write_text("raise Exception('the folder of the project has this, too')")
    (tmp_path / "helper.py").write_text("import util, game\nfrom mine import WORTH\n")
    (tmp_path / "search.py").write_text("import util\nMINE = util.Queue()\n")
    before = {*sys.modules}, [*sys.path]
    load(
        tmp_path,
        HEAD + "WORTH = []\nimport ghostAgents, helper, layout, pacman, searchAgents, search\n"
        "assert helper.WORTH is WORTH\nsearch.MINE\nfrom pacman import *\n"
        "from graphicsUtils import sleep\nsleep(9)\n" + WALKER,
    )
    new = {name for name in {*sys.modules} - before[0] if not name.startswith("pacgrid")}
    assert all(name.startswith("agent_folder") for name in new)
    assert sys.path == before[1]
    with pytest.raises(ModuleNotFoundError):
        __import__("ghostAgents")


def test_a_file_with_pacgrids_agents_in_the_same_folder_has_its_own_modules(tmp_path):
    (tmp_path / "util.py").write_text("MINE = 5\n")
    (tmp_path / "helper.py").write_text("import util\n")
    native = (
        "from pacgrid import *\nimport util, helper\nassert helper.util.MINE == util.MINE == 5\n"
    )
    native += "class Mine(Agent):\n  def act(self, state): return Action.STOP\n"
    course = HEAD + "import helper\nassert helper.util.Stack is util.Stack\n" + WALKER
    for _ in range(2):
        assert not isinstance(load(tmp_path, native, name="native"), CourseAgent)
        assert isinstance(load(tmp_path, course, name="course"), CourseAgent)


def test_files_share_no_changes_of_the_stand_ins(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        text = HEAD + "assert not hasattr(util, 'mine')\nutil.mine = util.Stack = 1\n" + WALKER
        load(tmp_path / name, text)


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf" + (HEAD + WALKER).encode(),
        (HEAD + WALKER).replace("\n", "\r\n").encode(),
        (HEAD + WALKER).replace("    ", "\t").encode(),
        (HEAD + "# na\xefve" + WALKER).encode("latin-1"),
        (HEAD + "# na\xefve" + WALKER).encode(),
        (HEAD + "from game import *\nfrom util import *\nheapq, os\n" + WALKER).encode(),
        (HEAD + "import numpy as np\nfrom typing import List\n" + WALKER).encode(),
        f"from pacman import GameState\n{HEAD}{WALKER}".replace(
            "state)", "state: GameState)", 1
        ).encode(),
    ],
    ids=["mark", "crlf", "tabs", "latin-1", "utf-8", "stars", "numpy", "hints"],
)
def test_a_file_is_read_however_it_is_written(tmp_path, text):
    agent = load(tmp_path, text)
    assert agent.act(State.parse(CORRIDOR)) is Action.STOP


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("print 'hello'", "written for Python 2; in Python 3, print is a function"),
        ("if 1: print HEAD", "written for Python 2; in Python 3, print is a function"),
        ("raise ValueError, 'no'", "written for Python 2"),
        ("x = 0777", "written for Python 2"),
        ("import sys; sys.maxint", "written for Python 2; in Python 3, write sys.maxsize"),
        ("for i in xrange(3): pass", "written for Python 2; in Python 3, write range"),
        ("{}.has_key(1)", "written for Python 2; in Python 3, write key in dictionary"),
        ("from pacman import Pacman", "cannot import name 'Pacman' from 'pacman'"),
        ("util.tables", "Pacgrid's version of the module util has no tables"),
        ("import captureAgents", "No module named 'captureAgents'"),
        ("x = = 3", "SyntaxError: invalid syntax"),
    ],
)
def test_what_cannot_work_is_named_with_its_line(tmp_path, line, message):
    with pytest.raises(AgentError) as caught:
        load(tmp_path, f"{HEAD}{line}\n{WALKER}")
    assert message in str(caught.value)
    assert "(mine.py, line 3" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_evaluations_take_pacgrids_states_and_their_own(tmp_path):
    text = HEAD + (
        "def betterEvaluationFunction(state):\n  return state.getScore() + state.getNumFood()\n"
        "import functools\nbetter = functools.partial(betterEvaluationFunction)\n"
        "class Asks(Agent):\n"
        "  def getAction(self, state):\n"
        "    assert better(state) == 2\n"
        "    return 'East'\n"
    )
    assert load(tmp_path, text).act(State.parse(CORRIDOR)) is Action.EAST
    module = load_module(tmp_path / "mine.py")
    assert module.better(State.parse(CORRIDOR)) == 2
    minimax = load_agent(f"minimax:depth=1,evaluation={tmp_path / 'mine.py'}:better")
    assert play(Layout.parse(CORRIDOR), [minimax]).score == 518
