"""The worker in this process; `test_remote` has it in a process of its own."""

import pytest

from grading import write
from pacgrid import State
from pacgrid.autograder.worker import Worker

POSITION = str(State.parse("%%%%%%\n%.P1 %\n%%%%%%"))

AGENT = """
from pacgrid import Action, Agent, Report

class Mine(Agent):
    def __init__(self, *, depth=2):
        self.depth = depth
    def act(self, state):
        self.report = Report(nodes=self.depth, values={Action.WEST: 1})
        return Action.WEST

def evaluate(state):
    return state.score
"""


def answers(folder, text: str, *requests: dict[str, object]) -> list[dict[str, object]]:
    worker = Worker()
    file = str(write(folder, text))
    return [worker.answer(request) for request in ({"do": "load", "file": file}, *requests)]


def build(**options: object) -> dict[str, object]:
    return {"do": "build", "agent": "Mine", "options": options}


START = {"do": "start", "state": POSITION, "seed": 1}
ACT = {"do": "act", "played": []}


def test_it_tells_the_agents_and_functions_that_the_file_itself_defines(tmp_path):
    text = f"from math import sin\nfrom pacgrid.agents.minimax import Minimax\n{AGENT}"
    (loaded,) = answers(tmp_path, text)
    assert loaded == {"kind": "loaded", "agents": {"Mine": []}, "functions": ["evaluate"]}


def test_it_plays_on_from_what_was_played(tmp_path):
    acted = answers(tmp_path, AGENT, build(depth=5), START, ACT)[-1]
    assert acted == {"kind": "acted", "action": "west", "nodes": 5, "values": {"west": 1.0}}
    finished = {"do": "finish", "played": ["west"]}
    assert answers(tmp_path, AGENT, build(), START, finished)[-1] == {"kind": "done"}


def test_a_report_that_makes_no_sense_is_no_failure(tmp_path):
    text = AGENT.replace("Report(nodes=self.depth, values={Action.WEST: 1})", "'thinking'")
    acted = answers(tmp_path, text, build(), START, ACT)[-1]
    assert acted == {"kind": "acted", "action": "west", "nodes": None, "values": {}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("return Action.WEST", "pass", "returned None (NoneType); legal were Action.EAST"),
        ("return Action.WEST", "return 'west'", "returned 'west' (str); legal were Action.EAST"),
        ("return Action.WEST", "return 3", "returned 3 (int); legal were Action.EAST"),
        ("return Action.WEST", "return Action.NORTH", "returned Action.NORTH; legal were"),
        ("return Action.WEST", "return 1 / 0", "ZeroDivisionError: division by zero (agent.py, "),
        ("return Action.WEST", "raise SystemExit(4)", "SystemExit: 4 (agent.py, line 9, in act)"),
        ("return Action.WEST", "raise KeyboardInterrupt", "KeyboardInterrupt (agent.py, line 9"),
        ("return Action.WEST", "self.act(state)", "RecursionError: "),
        ("self.depth = depth", "self.depth = state", "Mine: NameError: name 'state' is not"),
        ("depth=2", "width=2", "Mine can't be built: its __init__ must accept depth"),
    ],
)
def test_what_goes_wrong_is_told(tmp_path, old, new, message):
    replies = answers(tmp_path, AGENT.replace(old, new), build(depth=2), START, ACT)
    messages = [str(reply["message"]) for reply in replies if reply["kind"] == "failed"]
    assert messages[0].startswith(message)


def test_a_failure_shows_the_authors_lines_and_none_of_ours(tmp_path):
    text = AGENT.replace("return Action.WEST", "state.successor(Action.NORTH)")
    failed = answers(tmp_path, text, build(), START, ACT)[-1]
    assert failed["frames"] == (
        '  File "agent.py", line 9, in act\n    state.successor(Action.NORTH)'
    )


def test_what_an_agent_must_be_given_is_told(tmp_path):
    failed = answers(tmp_path, AGENT.replace("*, depth=2", "depth"), build())[-1]
    assert failed["message"] == (
        "Mine can't be built: its __init__ must do without: missing a required argument: 'depth'"
    )


@pytest.mark.parametrize("value", ["None", "'high'", "float('nan')", "[1]"])
def test_an_evaluation_must_return_a_number(tmp_path, value):
    text = AGENT.replace("return state.score", f"return {value}")
    adopt = {"do": "adopt", "function": "evaluate", "search": "alpha_beta", "depth": 1}
    failed = answers(tmp_path, text, adopt, START, ACT)[-1]
    assert str(failed["message"]).startswith("evaluate returned ")
    assert str(failed["message"]).endswith("; it must return a number")


def test_an_evaluation_plays_by_our_search(tmp_path):
    adopt = {"do": "adopt", "function": "evaluate", "search": "alpha_beta", "depth": 1}
    assert answers(tmp_path, AGENT, adopt, START, ACT)[-1]["action"] == "west"


def test_chance_is_the_same_in_every_run(tmp_path):
    text = AGENT.replace(
        "return Action.WEST",
        "import random; raise ValueError(f'{random.random()} {self.rng.random()}')",
    )
    one, two = (answers(tmp_path, text, build(), START, ACT)[-1] for _ in range(2))
    assert one == two
