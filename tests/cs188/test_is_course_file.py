import pytest

from pacgrid.cs188 import is_course_file

GAME = "class A(Agent):\n  def getAction(self, gameState): return gameState.getLegalActions()[0]\n"


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (True, f"from util import manhattanDistance\nfrom game import Agent\n{GAME}"),
        (True, f"import random, util\n{GAME}"),
        (True, f"import numpy, game as g\n{GAME}"),
        (True, f"from game import *\r\nimport os\r\n{GAME}"),
        (True, f"\ufefffrom game import Agent\n{GAME}"),
        (True, f"try:\n\tfrom pacman import GameState\nexcept: pass\n{GAME}"),
        (True, f"from multiAgents import MinimaxAgent\n{GAME}"),
        (True, f"from game import Agent\nprint 'for Python 2'\n{GAME}"),
        (True, "import util\ndef better(state):\n  return state.getScore()"),
        (False, f"from pacgrid import Agent\nimport util, game\n{GAME}"),
        (False, f"import random, pacgrid\nimport util\n{GAME}"),
        (False, GAME),
        (False, "import util\ndef evaluate(state): return util.worth(state.score)"),
        (False, f"import util.tables\nfrom games import Agent\nimport pacmans\n{GAME}"),
        (False, f"# from game import Agent\n{GAME}"),
        (False, ""),
        (False, "\0from game import"),
    ],
)
def test_a_course_file_is_recognised_by_its_imports_and_its_interface(expected, text):
    assert is_course_file(text.encode()) is expected


@pytest.mark.parametrize(
    "part", ["from ", "import game,", "import a, ", "get", "\n", "\t", "getLegal"]
)
def test_recognising_a_long_file_takes_few_steps(part):
    assert not is_course_file(part.encode() * 300_000)
