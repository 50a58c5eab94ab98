"""The worker in this process; `test_worker_client` has it in a process of its own."""

import json
import sys
from collections.abc import Iterator
from threading import Thread

import pytest

from helpers.grading import write
from pacgrid import State
from pacgrid.autograder.messages import AgentSummary, Failed, Loaded, read_reply
from pacgrid.autograder.worker.channel import MAX_BYTES, Channel
from pacgrid.autograder.worker.service import Worker, respond, serve

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


@pytest.fixture(autouse=True)
def _unchanged(monkeypatch) -> None:
    """What a worker does to the import system is undone."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])


@pytest.fixture
def ends() -> Iterator[tuple[Channel, Channel]]:
    ours, theirs = Channel.pair()
    with theirs:
        yield ours, Channel(theirs)
    ours.close()


def new_worker() -> Worker:
    """A worker that has nothing to ask the grader."""
    return Worker(None)  # type: ignore[arg-type]


def answers(folder, text: str, *requests: dict[str, object]) -> list[dict[str, object]]:
    worker = new_worker()
    file = str(write(folder, text))
    return [worker.answer(request) for request in ({"do": "load", "file": file}, *requests)]


def build(**options: object) -> dict[str, object]:
    return {"do": "build", "agent": "Mine", "options": options}


START = {"do": "start", "state": POSITION, "seed": 1}
ACT = {"do": "act", "played": []}


ASKED = {"agents": ["Minimax", "AlphaBeta"], "functions": ["evaluate"]}


def seen(folder, text: str) -> Loaded:
    """What the file has, asked for Minimax, AlphaBeta and evaluate."""
    request = {"do": "load", "file": str(write(folder, text)), **ASKED}
    reply = read_reply(json.dumps(new_worker().answer(request)).encode())
    assert isinstance(reply, Loaded)
    return reply


def test_it_tells_the_agents_and_functions_that_the_file_itself_defines(tmp_path):
    text = f"from math import sin\nfrom pacgrid.agents.minimax import Minimax\n{AGENT}"
    loaded = seen(tmp_path, text)
    assert loaded.agents == {"Mine": AgentSummary(options=["depth"])}
    assert (loaded.functions, loaded.similar) == (["evaluate"], {})


def test_what_is_asked_for_may_be_imported_from_a_file_beside_it(tmp_path):
    write(tmp_path, AGENT.replace("Mine", "Minimax"), "helper_beside.py")
    loaded = seen(tmp_path, "from helper_beside import Minimax, evaluate")
    assert (list(loaded.agents), loaded.functions) == (["Minimax"], ["evaluate"])


@pytest.mark.parametrize(
    "text",
    [
        "from pacgrid.agents.evaluation import LinearEvaluation\n"
        "evaluate = LinearEvaluation({'score': 1})",
        "from functools import partial\nevaluate = partial(lambda bonus, s: s.score + bonus, 3)",
        "evaluate = lambda state: state.score",
    ],
)
def test_an_evaluation_is_anything_that_can_be_called(tmp_path, text):
    assert seen(tmp_path, text).functions == ["evaluate"]
    adopt = {"do": "adopt", "function": "evaluate", "search": "alpha_beta", "depth": 1}
    assert answers(tmp_path, text, adopt, START, ACT)[-1]["action"] == "west"


def test_our_own_evaluation_does_not_count(tmp_path):
    loaded = seen(tmp_path, "from pacgrid.agents.evaluation import evaluate")
    assert (loaded.functions, loaded.similar) == ([], {})


def test_it_tells_what_may_be_meant_for_what_is_asked_for(tmp_path):
    text = "class Minimax: pass\nclass AlphaBetaAgent: pass\ndef evalute(state): pass"
    similar = {"Minimax": "Minimax", "AlphaBeta": "AlphaBetaAgent", "evaluate": "evalute"}
    assert seen(tmp_path, text).similar == similar


def test_it_tells_which_options_an_agent_takes(tmp_path):
    text = AGENT.replace("*, depth=2", "depth, *, evaluation=None, **more")
    assert seen(tmp_path, text).agents == {"Mine": AgentSummary(options=None, required=["depth"])}
    assert seen(tmp_path, text.replace(", **more", "")).agents == {
        "Mine": AgentSummary(options=["depth", "evaluation"], required=["depth"])
    }


def test_a_file_with_thousands_of_names_is_cut_short(tmp_path):
    many = "\n".join(f"def evaluate_{n}(state): pass" for n in range(4000))
    agents = (
        "for n in range(500): globals()[f'A{n}'] = type(f'A{n}', (Mine,), {'__module__': __name__})"
    )
    loaded = seen(tmp_path, f"{AGENT}\n{many}\n{agents}\nglobals()['\\ud800'] = Mine")
    assert loaded.functions == ["evaluate"]
    assert len(loaded.agents) == 20


def test_an_evaluation_that_is_named_is_passed_on_as_a_function(tmp_path):
    text = AGENT.replace("depth=2", "depth, evaluation").replace(
        "return Action.WEST", "raise ValueError(self.evaluation(state))"
    )
    text = text.replace("self.depth = depth", "self.depth, self.evaluation = depth, evaluation")
    failed = answers(tmp_path, text, build(depth=1, evaluation="score"), START, ACT)[-1]
    assert str(failed["message"]).startswith("ValueError: 0 (agent.py")


def test_text_that_can_not_be_sent_is_mended(tmp_path):
    text = AGENT.replace("return Action.WEST", "raise ValueError('\\ud800')")
    reply = answers(tmp_path, text, build(), START, ACT)[-1]
    assert str(reply["message"]).startswith("ValueError: \N{REPLACEMENT CHARACTER} (agent.py")
    read_reply(json.dumps(reply).encode())


@pytest.mark.parametrize("nodes", ["10 ** 9999", "-1", "'many'", "float('nan')"])
def test_nodes_that_make_no_sense_are_left_out(tmp_path, nodes):
    text = AGENT.replace("nodes=self.depth", f"nodes={nodes}")
    acted = answers(tmp_path, text, build(), START, ACT)[-1]
    assert acted == {"kind": "acted", "action": "west", "nodes": None, "values": {"west": 1.0}}


def test_a_reply_that_is_too_long_becomes_a_failure(ends):
    ours, theirs = ends
    respond(theirs, {"kind": "x" * MAX_BYTES})
    reply = read_reply(ours.receive(5))
    assert isinstance(reply, Failed)
    assert reply.message == "gave an answer that is too long"


def test_it_answers_until_the_channel_is_closed(ends, tmp_path):
    ours, theirs = ends
    serving = Thread(target=serve, args=(theirs,))
    serving.start()
    for request in ({"do": "load", "file": str(write(tmp_path, AGENT))}, build(), START, ACT):
        ours.send(json.dumps(request).encode())
        told = json.loads(ours.receive(timeout=20))
    assert told["action"] == "west"
    ours.close()
    serving.join()


def test_a_search_asks_the_grader_for_successors_in_the_middle_of_its_move(ends, tmp_path):
    ours, theirs = ends
    text = AGENT.replace(
        "self.report =", "after = state.successor(Action.WEST)\n        self.report ="
    )
    text = text.replace("nodes=self.depth", "nodes=after.score")
    worker = Worker(theirs)
    root = {"state": 0, "legal": ["west", "stop"], "to_move": 0, "num_agents": 2, "score": 0}
    root |= {"is_win": False, "is_loss": False}
    for request in (
        {"do": "load", "file": str(write(tmp_path, text))},
        build(),
        {"do": "start_search", "root": root, "seed": 1},
    ):
        worker.answer(request)
    told: list[dict[str, object]] = []
    acting = Thread(target=lambda: told.append(worker.answer(ACT)))
    acting.start()
    assert json.loads(ours.receive(timeout=20)) == {"kind": "expand", "state": 0, "action": "west"}
    ours.send(json.dumps(root | {"state": 1, "score": 77}).encode())
    acting.join()
    assert told == [{"kind": "acted", "action": "west", "nodes": 77, "values": {"west": 1.0}}]


def test_shipped_agents_that_are_not_provided_are_reported_as_unavailable(tmp_path):
    (failed,) = answers(tmp_path, "import pacgrid.agents.no_such_agent")
    assert str(failed["message"]).endswith(
        "No module named 'pacgrid.agents.no_such_agent' (agent.py, line 1, in <module>); "
        "Pacgrid's own agents are not available in grading"
    )


def test_a_provided_module_can_be_imported(tmp_path):
    worker = new_worker()
    text = "class Lent: wisdom = 42\n"
    assert worker.answer({"do": "provide", "name": "provided_here", "source": text}) == {
        "kind": "done"
    }
    file = write(tmp_path, f"from pacgrid.agents.provided_here import Lent\n{AGENT}")
    assert worker.answer({"do": "load", "file": str(file)})["kind"] == "loaded"
    del sys.modules["pacgrid.agents.provided_here"]


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
def test_failures_in_building_and_acting(tmp_path, old, new, message):
    replies = answers(tmp_path, AGENT.replace(old, new), build(depth=2), START, ACT)
    messages = [str(reply["message"]) for reply in replies if reply["kind"] == "failed"]
    assert messages[0].startswith(message)


def test_a_failure_shows_the_authors_lines_and_none_of_ours(tmp_path):
    text = AGENT.replace("return Action.WEST", "state.successor(Action.NORTH)")
    failed = answers(tmp_path, text, build(), START, ACT)[-1]
    assert failed["frames"] == (
        '  File "agent.py", line 9, in act\n    state.successor(Action.NORTH)'
    )


def test_an_agent_that_needs_options_fails_without(tmp_path):
    failed = answers(tmp_path, AGENT.replace("*, depth=2", "depth"), build())[-1]
    assert failed["message"] == (
        "Mine can't be built: its __init__ must work without arguments: "
        "missing a required argument: 'depth'"
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


@pytest.mark.parametrize("place", ["import", "__init__", "act"])
def test_random_numbers_are_the_same_in_every_run(tmp_path, place):
    drawn = "f'{random.random()} {numpy.random.random()}'"
    text = "import random, numpy\n" + {
        "import": f"DRAWN = random.random()\n{AGENT}".replace(
            "return Action.WEST", "raise ValueError(DRAWN)"
        ),
        "__init__": AGENT.replace("self.depth = depth", f"self.drawn = {drawn}").replace(
            "return Action.WEST", "raise ValueError(self.drawn)"
        ),
        "act": AGENT.replace("return Action.WEST", f"raise ValueError({drawn}, self.rng.random())"),
    }[place].replace("nodes=self.depth", "nodes=0")
    one, two = (answers(tmp_path, text, build(), START, ACT)[-1] for _ in range(2))
    assert str(one["message"]).startswith("ValueError: ")
    assert one == two
