import random
from pathlib import Path

import pytest

from pacgrid import Action, Layout, State, play
from pacgrid.agent import Agent, AgentError, ChanceAgent
from pacgrid.agent_loader import load_agent
from pacgrid.cs188.course_agent import CourseAgent
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending

HEAD = (
    "from game import Agent, Directions\nfrom ghostAgents import GhostAgent\nimport random, util\n"
)
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
def load(tmp_path: Path):
    def load_it(text: str, agent: str = "") -> Agent:
        (tmp_path / "mine.py").write_text(HEAD + text)
        return load_agent(f"{tmp_path / 'mine.py'}{agent}")

    return load_it


def test_pacmans_options_are_the_text_that_was_typed(load):
    agent = load(SEARCH, ":GreedyAgent:depth=03,evalFn=better")
    assert isinstance(agent, CourseAgent)
    assert agent._agents[0].depth == "03"
    assert agent.name.endswith("mine.py:GreedyAgent:depth=03,evalFn=better")
    assert load(SEARCH).act(State.parse(HALL)) is Action.EAST
    load(SEARCH, ":GreedyAgent:evalFn=mine.better")
    assert agent.act(State.parse(HALL)) is Action.STOP


def test_an_evaluation_of_pacgrids_replaces_that_of_a_course_file(load, tmp_path):
    (tmp_path / "low.py").write_text("def low(state): return -state.score")
    agent = load(SEARCH, f":evaluation={tmp_path / 'low.py'}:low")
    assert agent.act(State.parse(HALL)) is Action.STOP
    won_in_the_east = State.parse("%%%%%%\n%P. 1%\n%%%%%%")
    assert agent.act(won_in_the_east) is Action.EAST  # a finished game is worth its score


def test_a_wrong_option_is_refused(load):
    with pytest.raises(AgentError, match="the options of GreedyAgent are: evalFn, depth, evalua"):
        load(SEARCH, ":GreedyAgent:depht=3")
    with pytest.raises(AgentError, match=r"is called 'bettr' \(mine\.py, line"):
        load(SEARCH, ":GreedyAgent:evalFn=bettr")


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
def test_what_an_agent_returns_is_its_action(load, value, ending, message):
    agent = load(f"class A:\n  def getAction(self, state):\n    return {value}\n")
    record = play(Layout.parse(HALL), [agent], limits=Limits(rounds=2))
    assert record.ending is ending
    assert message in record.message


def test_only_classes_that_choose_are_agents_whatever_else_a_file_has(load):
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
    assert load(text.replace("\n    ", "\n")).act(State.parse(HALL)) is Action.EAST


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


def test_a_ghost_gets_its_number_its_options_and_the_first_state(load):
    agents = [load_agent("reflex"), load(GHOST, ":MyGhost:prob=0.25")]
    record = play(Layout.parse(HALL), agents)
    assert not record.message
    assert record.rounds > 3
    assert agents[1]._agents[1].first == (8, (1, 2))
    assert isinstance(agents[1], ChanceAgent)
    state = State.parse(HALL).successor(Action.STOP)
    assert agents[1].distribution(state) == {Action.WEST: 0.5, Action.SOUTH: 0.5}
    expectimax = load_agent(f"expectimax:depth=1,ghosts={agents[1].name}")
    assert expectimax.act(State.parse(HALL)) is Action.EAST


def test_only_a_ghost_that_draws_from_its_distribution_has_one(load):
    text = "class A(GhostAgent):\n  def getAction(self, state):\n"
    text += "    return random.choice(state.getLegalActions(self.index))\n"
    ghost = load(text)
    assert not isinstance(ghost, ChanceAgent)
    assert not play(Layout.parse(HALL), [load_agent("reflex"), ghost]).message


def test_pacmans_agent_gets_no_number_as_in_that_project(load):
    text = "class A(Agent):\n  def __init__(self, index):\n    pass\n"
    text += "  def getAction(self, state):\n    return 'Stop'\n"
    record = play(Layout.parse(HALL), [load(text), load_agent("random_ghost")])
    assert "agents of Pac-Man get no index: write index=0" in record.message


def test_a_class_with_an_optional_number_plays_pacman_and_ghosts(load):
    text = "class A(Agent):\n  def getAction(self, state):\n    "
    text += "print(self.index)\n    return state.getLegalActions(self.index)[0]\n"
    record = play(Layout.parse(HALL), [load(text), load(text)])
    assert not record.message


def test_agents_are_told_of_the_start_and_the_end_and_may_observe(load, capsys):
    text = """
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
"""
    agent = load(text)
    for _ in range(2):
        play(Layout.parse("%%%%%\n%P..%\n%%%%%"), [agent])
        game = "start 0.0\nact 0.0\nact 9.0\nend True\n"
        assert capsys.readouterr().out == game


def test_pacman_faces_the_way_that_he_last_moved(load, capsys):
    text = """
class A(Agent):
    def getAction(self, state):
        print(state.getPacmanState().getDirection())
        return 'Stop'
"""
    agent = load(text)
    state = State.parse(HALL)
    agent.start(state)
    for action in (Action.STOP, Action.EAST, Action.STOP, Action.SOUTH, Action.STOP):
        agent.act(state)
        state = state.successor(action).successor(state.successor(action).legal_actions()[0])
    assert capsys.readouterr().out.split() == ["Stop", "Stop", "East", "East", "South"]


def test_games_with_the_same_seed_are_the_same_game(load):
    text = (
        "import numpy as np\nDRAWN = random.random()\n"
        "class A(Agent):\n  def getAction(self, state):\n"
        "    legal = state.getLegalActions()\n"
        "    return legal[(int(9 * DRAWN) + random.choice([0, 1]) + np.random.choice([0, 1]))\n"
        "                 % len(legal)]\n"
    )
    records = []
    for seed in (1, 1, 2):
        random.random()
        record = play(Layout.parse(HALL), [load(text), load_agent("random_ghost")], seed=seed)
        records.append([move.action for move in record.moves])
    assert records[0] == records[1] != records[2]
