""" """

import random
import sys
from pathlib import Path

import pytest

from pacgrid import Action, Layout, State, play
from pacgrid.agent import Agent, ChanceAgent
from pacgrid.agent_loader import load_agent, load_module
from pacgrid.cs188.course_module import CourseAgent
from pacgrid.errors import AgentError
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending

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
    (tmp_path / "search.py").write_text("import util\nMINE = util.Queue()\n")  # the student's own
    before = {*sys.modules}, [*sys.path]
    load(
        tmp_path,
        HEAD + "WORTH = []\nimport ghostAgents, helper, layout, pacman, search\n"
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


PLAIN = HEAD + WALKER
HINTS = PLAIN.replace("state)", "state: GameState)", 1)


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("    ", "\t"),
        (HEAD + "# na\xefve" + WALKER).encode("latin-1"),
        HEAD + "# na\xefve" + WALKER,
        HEAD + "from game import *\nfrom util import *\nheapq, os\n" + WALKER,
        HEAD + "import numpy as np\nfrom typing import List\n" + WALKER,
        f"from pacman import GameState\n{HINTS}",
    ],
    ids=["mark", "crlf", "tabs", "latin-1", "utf-8", "stars", "numpy", "hints"],
)
def test_a_file_is_read_however_it_is_written(tmp_path, text):
    assert load(tmp_path, text).act(State.parse(CORRIDOR)) is Action.STOP


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("print 'hello'", "Missing parentheses in call to 'print'. Did you mean print(...)?"),
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


GHOST_HEAD = HEAD + "from ghostAgents import GhostAgent\n"
HALL = "%%%%%%%%\n%P.  .1%\n%......%\n%%%%%%%%"

SEARCH = """
def scoreEvaluationFunction(state):
    return state.getScore()
def better(state):
    return -state.getScore()
class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        assert evalFn.endswith('better') or depth == '2' and int(depth) == 2
        self.depth = depth
class GreedyAgent(MultiAgentSearchAgent):
    def getAction(self, state):
        return max(state.getLegalActions(), key=lambda action:
                   self.evaluationFunction(state.generateSuccessor(0, action)))
"""


@pytest.fixture
def load_one(tmp_path: Path):
    return lambda text, agent="": load(tmp_path, GHOST_HEAD + text, agent)


def test_pacmans_options_are_the_text_that_was_typed(load_one):
    agent = load_one(SEARCH, ":GreedyAgent:depth=03,evalFn=better")
    assert isinstance(agent, CourseAgent)
    assert agent._agents[0].depth == "03"
    assert agent.name.endswith("mine.py:GreedyAgent:depth=03,evalFn=better")
    assert load_one(SEARCH).act(State.parse(HALL)) is Action.EAST
    load_one(SEARCH, ":GreedyAgent:evalFn=mine.better")
    assert agent.act(State.parse(HALL)) is Action.STOP


def test_an_evaluation_of_pacgrids_replaces_that_of_a_course_file(load_one, tmp_path):
    (tmp_path / "low.py").write_text("def low(state): return -state.score")
    agent = load_one(SEARCH, f":evaluation={tmp_path / 'low.py'}:low")
    assert agent.act(State.parse(HALL)) is Action.STOP
    won_in_the_east = State.parse("%%%%%%\n%P. 1%\n%%%%%%")
    assert agent.act(won_in_the_east) is Action.EAST  # a finished game is worth its score


def test_a_wrong_option_is_refused(load_one):
    with pytest.raises(AgentError, match="the options of GreedyAgent are: evalFn, depth, evalua"):
        load_one(SEARCH, ":GreedyAgent:depht=3")
    with pytest.raises(AgentError, match=r"is called 'bettr' \(mine\.py, line"):
        load_one(SEARCH, ":GreedyAgent:evalFn=bettr")


@pytest.mark.parametrize(
    ("value", "ending", "message"),
    [
        ("'Stop'", Ending.ROUND_LIMIT, ""),
        ("Directions.STOP", Ending.ROUND_LIMIT, ""),
        ("__import__('pacgrid').Action.STOP", Ending.ROUND_LIMIT, ""),
        ("None", Ending.ILLEGAL, "returned None"),
        ("'North'", Ending.ILLEGAL, "returned Action.NORTH"),
        ("'stop'", Ending.ILLEGAL, "returned 'stop'"),
        ("['Stop']", Ending.ILLEGAL, "returned ['Stop']"),
        ("util.raiseNotDefined()", Ending.RAISED, "getAction has not been written yet (mine.py"),
        ("1 / 0", Ending.RAISED, "division by zero (mine.py, line 6, in getAction)"),
        ("print('x' * 9 ** 6) or 'Stop'", Ending.ROUND_LIMIT, ""),
    ],
)
def test_what_an_agent_returns_is_its_action(load_one, value, ending, message):
    agent = load_one(f"class A:\n  def getAction(self, state):\n    return {value}\n")
    record = play(Layout.parse(HALL), [agent], limits=Limits(rounds=2))
    assert record.ending is ending
    assert message in record.message


def test_only_classes_that_choose_are_agents_whatever_else_a_file_has(load_one):
    text = """
    from abc import ABC, abstractmethod
    from ghostAgents import DirectionalGhost
    class MultiAgentSearchAgent(Agent): pass
    class Base(Agent, ABC):
        @abstractmethod
        def value(self): ...
        def getAction(self, state):
            class Node: pass
            return self.value()
    class Good(Base):
        def value(self): return 'East'
    """
    assert load_one(text.replace("\n    ", "\n")).act(State.parse(HALL)) is Action.EAST


GHOST = """
class MyGhost(GhostAgent):
    def __init__(self, index, prob=0.5):
        self.index, self.prob = index, prob
    def registerInitialState(self, state):
        self.first = state.getNumFood(), state.getPacmanPosition()
    def getDistribution(self, state):
        assert self.prob == 0.25 and self.first
        legal = state.getLegalActions(self.index)
        return util.Counter({action: 1 / len(legal) for action in legal})
"""


def test_a_ghost_gets_its_number_its_options_and_the_first_state(load_one):
    agents = [load_agent("reflex"), load_one(GHOST, ":MyGhost:prob=0.25")]
    record = play(Layout.parse(HALL), agents)
    assert not record.message
    assert record.rounds > 3
    assert agents[1]._agents[1].first == (8, (1, 2))
    assert isinstance(agents[1], ChanceAgent)
    state = State.parse(HALL).successor(Action.STOP)
    assert agents[1].distribution(state) == {Action.WEST: 0.5, Action.SOUTH: 0.5}
    expectimax = load_agent(f"expectimax:depth=1,ghosts={agents[1].name}")
    assert expectimax.act(State.parse(HALL)) is Action.EAST


FIRST_LEGAL = """
class A(Agent):
    def getAction(self, state):
        print(self.index)
        return state.getLegalActions(self.index)[0]
"""


def test_only_a_ghost_that_draws_from_its_distribution_has_one(load_one):
    ghost = load_one(FIRST_LEGAL.replace("(Agent)", "(GhostAgent)"))
    assert not isinstance(ghost, ChanceAgent)
    assert not play(Layout.parse(HALL), [load_agent("reflex"), ghost]).message


def test_pacmans_agent_gets_no_number_as_in_that_project_but_may_have_one(load_one):
    agent = load_one(FIRST_LEGAL + "    def __init__(self, index): self.index = index\n")
    record = play(Layout.parse(HALL), [agent, load_agent("random_ghost")])
    assert "agents of Pac-Man get no index: write index=0" in record.message
    record = play(Layout.parse(HALL), [load_one(FIRST_LEGAL), load_one(FIRST_LEGAL)])
    assert not record.message


def test_agents_are_told_of_the_start_and_the_end_and_may_observe(load_one, capsys):
    agent = load_one("""
class A(Agent):
    def registerInitialState(self, state):
        print('start', state.getScore())
    def observationFunction(self, state):
        return state.getScore()
    def getAction(self, score):
        print('act', score)
        return 'East'
    def final(self, state):
        print('end', state.isWin())
""")
    for _ in range(2):
        play(Layout.parse("%%%%%\n%P..%\n%%%%%"), [agent])
        assert capsys.readouterr().out == "start 0.0\nact 0.0\nact 9.0\nend True\n"


def test_pacman_faces_the_way_that_he_last_moved(load_one, capsys):
    prints = "print(state.getPacmanState().getDirection())"
    agent, state = load_one(FIRST_LEGAL.replace("print(self.index)", prints)), State.parse(HALL)
    agent.start(state)
    for action in (Action.STOP, Action.EAST, Action.STOP, Action.SOUTH, Action.STOP):
        agent.act(state)
        state = state.successor(action).successor(state.successor(action).legal_actions()[0])
    assert capsys.readouterr().out.split() == ["Stop", "Stop", "East", "East", "South"]


def test_games_with_the_same_seed_are_the_same_game(load_one):
    drawn = "(int(9 * DRAWN) + random.choice([0, 1]) + np.random.choice([0, 1])) % len(legal)"
    text = (
        "import numpy as np\nDRAWN = random.random()\n"
        "class A(Agent):\n  def getAction(self, state):\n"
        f"    legal = state.getLegalActions()\n    return legal[{drawn}]\n"
    )
    records = []
    for seed in (1, 1, 2):
        random.random()
        record = play(Layout.parse(HALL), [load_one(text), load_agent("random_ghost")], seed=seed)
        records.append([move.action for move in record.moves])
    assert records[0] == records[1] != records[2]
