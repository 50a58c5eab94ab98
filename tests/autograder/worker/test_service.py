"""The worker in this process; `test_worker_client` runs it in its own."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from helpers.grading import write
from helpers.processes import PATIENCE
from pacgrid import Action, State
from pacgrid.autograder.sandbox.channel import MAX_BYTES, WorkerChannel
from pacgrid.autograder.worker.messages import ACT as ACT_MESSAGE
from pacgrid.autograder.worker.messages import (
    FINISH,
    StateSummary,
    bits_of,
    encode_position,
    pack_played,
    pack_states,
)
from pacgrid.autograder.worker.service import Worker, respond, serve
from pacgrid.autograder.worker_client.replies import (
    Acted,
    AgentSummary,
    Done,
    Expand,
    Failed,
    Loaded,
    Values,
    read_reply,
)

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
def ends() -> Iterator[tuple[WorkerChannel, WorkerChannel]]:
    ours, theirs = WorkerChannel.pair()
    with theirs:
        yield ours, WorkerChannel(theirs)
    ours.close()


def build(**options: object) -> dict[str, object]:
    return {"do": "build", "agent": "Mine", "options": options}


START = {"do": "start", "state": POSITION, "seed": 1}
ACT = {"do": "act", "played": []}
START_EVALUATION = {"do": "start_evaluation", "function": "evaluate", "state": POSITION, "seed": 1}
VALUES = {"do": "values", "positions": [encode_position(State.parse(POSITION))] * 2}
ROOT = StateSummary(0, 0, bits_of((Action.WEST, Action.STOP)), 0, 2, is_win=False, is_loss=False)
ASKED = {"agents": ["Minimax", "AlphaBeta"], "functions": ["evaluate"]}
ACTED = {"kind": "acted", "action": Action.WEST, "nodes": 2, "used": 0}
ACTED |= {"values": {Action.WEST: 1.0}}


def answers(folder: Path, text: str, *requests: dict[str, object]) -> list[dict[str, object]]:
    """A worker's replies when it loads the file, and then to the requests."""
    worker = Worker(None)  # type: ignore[arg-type] # it has nothing to ask the grader
    load = {"do": "load", "file": str(write(folder, text)), **ASKED}
    return [worker.answer(request) for request in (load, *requests)]


def failed(folder: Path, text: str, *requests: dict[str, object]) -> str:
    """The message of the first failure."""
    replies = answers(folder, text, *requests)
    return next(str(reply["message"]) for reply in replies if reply["kind"] == "failed")


def loaded(folder: Path, text: str) -> Loaded:
    """What the file has, asked for Minimax, AlphaBeta and evaluate."""
    reply = read_reply(json.dumps(answers(folder, text)[0]).encode())
    assert isinstance(reply, Loaded)
    return reply


def test_it_reports_the_agents_and_functions_that_the_file_itself_defines(tmp_path):
    text = f"from math import sin\nfrom pacgrid.agents.minimax import Minimax\n{AGENT}"
    found = loaded(tmp_path, text)
    assert found.agents == {"Mine": AgentSummary(options=["depth"])}
    assert (found.functions, found.similar) == (["evaluate"], {})


def test_what_is_asked_for_may_be_imported_from_a_file_beside_it_but_not_from_us(tmp_path):
    write(tmp_path, AGENT.replace("Mine", "Minimax"), "helper_beside.py")
    found = loaded(tmp_path, "from helper_beside import Minimax, evaluate")
    assert (list(found.agents), found.functions) == (["Minimax"], ["evaluate"])
    ours = loaded(tmp_path, "from pacgrid.agents.evaluation import evaluate")
    assert (ours.functions, ours.similar) == ([], {})


@pytest.mark.parametrize(
    "text",
    [
        "from pacgrid.agents.evaluation import LinearEvaluation\n"
        "evaluate = LinearEvaluation({'food_left': 7})",
        "from functools import partial\nevaluate = partial(lambda bonus, s: s.score + bonus, 7)",
        "evaluate = lambda state: state.score + 7",
    ],
)
def test_any_callable_is_an_evaluation(tmp_path, text):
    assert loaded(tmp_path, text).functions == ["evaluate"]
    assert answers(tmp_path, text, START_EVALUATION, VALUES)[-1]["values"] == [7, 7]


def test_it_reports_similar_names_for_missing_ones_and_which_options_an_agent_takes(tmp_path):
    text = "class Minimax: pass\nclass AlphaBetaAgent: pass\ndef evalute(state): pass"
    similar = {"Minimax": "Minimax", "AlphaBeta": "AlphaBetaAgent", "evaluate": "evalute"}
    assert loaded(tmp_path, text).similar == similar
    text = AGENT.replace("*, depth=2", "depth, *, evaluation=None, **more")
    assert loaded(tmp_path, text).agents == {"Mine": AgentSummary(options=None, required=["depth"])}
    assert loaded(tmp_path, text.replace(", **more", "")).agents == {
        "Mine": AgentSummary(options=["depth", "evaluation"], required=["depth"])
    }


def test_a_file_with_very_many_names_is_cut_short(tmp_path):
    many = "\n".join(f"def evaluate_{n}(state): pass" for n in range(999))
    new = "globals()[f'A{n}'] = type(f'A{n}', (Mine,), {'__module__': __name__})"
    text = f"{AGENT}\n{many}\nfor n in range(99): {new}\nglobals()['\\ud800'] = Mine"
    found = loaded(tmp_path, text)
    assert found.functions == ["evaluate"]
    assert len(found.agents) == 20


def test_an_evaluation_that_is_named_is_passed_on_as_a_function(tmp_path):
    text = AGENT.replace("depth=2", "depth, evaluation")
    text = text.replace("return Action.WEST", "raise ValueError(self.evaluation(state))")
    text = text.replace("self.depth = depth", "self.depth, self.evaluation = depth, evaluation")
    message = failed(tmp_path, text, build(depth=1, evaluation="score"), START, ACT)
    assert message.startswith("ValueError: 0 (agent.py")


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        ("Report(nodes=10 ** 9999, values={Action.WEST: 1})", {"nodes": None}),
        ("Report(nodes=-1, values={Action.WEST: 1})", {"nodes": None}),
        ("Report(nodes='many', values={Action.WEST: 1})", {"nodes": None}),
        ("Report(nodes=float('nan'), values={Action.WEST: 1})", {"nodes": None}),
        ("Report(nodes=2, values={Action.WEST: 1, Action.EAST: float('nan')})", {}),
        ("'thinking'", {"nodes": None, "values": {}}),
    ],
)
def test_what_is_invalid_in_a_report_is_left_out(tmp_path, report, expected):
    text = AGENT.replace("Report(nodes=self.depth, values={Action.WEST: 1})", report)
    assert answers(tmp_path, text, build(), START, ACT)[-1] == ACTED | expected


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
    for request in ({"do": "load", "file": str(write(tmp_path, AGENT))}, build(), START):
        ours.send(json.dumps(request).encode())
        assert json.loads(ours.receive(timeout=PATIENCE))["kind"] != "failed"
    ours.send(pack_states(1, [ROOT]))  # a late answer, which nobody waits for
    ours.send(pack_played(ACT_MESSAGE, []))
    assert read_reply(ours.receive(timeout=PATIENCE)) == Acted(Action.WEST, 2, {Action.WEST: 1.0})
    ours.send(pack_played(FINISH, [Action.WEST]))
    assert isinstance(read_reply(ours.receive(timeout=PATIENCE)), Done)
    ours.close()
    serving.join()


def test_a_search_asks_the_grader_for_successors_in_the_middle_of_its_move(ends, tmp_path):
    ours, theirs = ends
    asks = "after = state.successor(Action.WEST)\n        self.report ="
    text = AGENT.replace("self.report =", asks).replace("nodes=self.depth", "nodes=after.score")
    worker = Worker(theirs)
    for request in (
        {"do": "load", "file": str(write(tmp_path, text))},
        build(),
        {"do": "start_search", "root": list(ROOT), "seed": 1},
    ):
        worker.answer(request)
    replies: list[dict[str, object]] = []
    acting = Thread(target=lambda: replies.append(worker.answer(ACT)))
    acting.start()
    assert read_reply(ours.receive(timeout=PATIENCE)) == Expand(0, Action.WEST, used=1)
    ours.send(pack_states(0, [ROOT]))  # the answer to a request that was interrupted
    ours.send(pack_states(1, [ROOT._replace(number=1, score=77)]))
    acting.join()
    assert replies == [ACTED | {"nodes": 77, "used": 1}]


def test_a_shipped_agent_is_importable_if_it_is_provided(tmp_path):
    text = f"from pacgrid.agents.provided_here import Provided\n{AGENT}"
    assert failed(tmp_path, text).endswith(
        "No module named 'pacgrid.agents.provided_here' (agent.py, line 1, in <module>); "
        "Pacgrid's own agents are not available in grading"
    )
    provide = {"do": "provide", "name": "provided_here", "source": "class Provided: pass"}
    worker = Worker(None)  # type: ignore[arg-type]
    assert worker.answer(provide) == {"kind": "done"}
    load = {"do": "load", "file": str(write(tmp_path, text))}
    assert worker.answer(load)["kind"] == "loaded"
    del sys.modules["pacgrid.agents.provided_here"]


def test_it_plays_on_from_what_was_played(tmp_path):
    finished = {"do": "finish", "played": [Action.WEST]}
    replies = answers(tmp_path, AGENT, build(depth=5), START, ACT, finished)
    assert replies[-2:] == [ACTED | {"nodes": 5}, {"kind": "done"}]


RETURN = "return Action.WEST"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (RETURN, "pass", "returned None (NoneType), as a function without"),
        (RETURN, "return 'west'", "returned 'west' (str): write Action.WEST"),
        (RETURN, "return 3", "returned 3 (int): return an action"),
        (RETURN, "return Action.NORTH", "returned Action.NORTH; legal actions:"),
        (RETURN, "return 1 / 0", "ZeroDivisionError: division by zero (agent.py, "),
        (RETURN, "raise SystemExit(4)", "SystemExit: 4 (agent.py, line 9, in act)"),
        (RETURN, "raise KeyboardInterrupt", "KeyboardInterrupt (agent.py, line 9"),
        (RETURN, "self.act(state)", "RecursionError: "),
        (RETURN, "raise ValueError('\\ud800')", "ValueError: \N{REPLACEMENT CHARACTER} (agent.py"),
        ("self.depth = depth", "self.depth = state", "Mine: NameError: name 'state' is not"),
        ("depth=2", "width=2", "Mine can't be built: its __init__ must accept depth"),
    ],
)
def test_failures_in_building_and_acting_are_named(tmp_path, old, new, message):
    text = AGENT.replace(old, new)
    assert failed(tmp_path, text, build(depth=2), START, ACT).startswith(message)


def test_a_failure_shows_the_authors_lines_and_none_of_ours(tmp_path):
    text = AGENT.replace("return Action.WEST", "state.successor(Action.NORTH)")
    reply = answers(tmp_path, text, build(), START, ACT)[-1]
    frames = '  File "agent.py", line 9, in act\n    state.successor(Action.NORTH)'
    assert reply["frames"] == frames
    assert failed(tmp_path, AGENT.replace("*, depth=2", "depth"), build()) == (
        "Mine can't be built: its __init__ must work without arguments: "
        "missing a required argument: 'depth'; docs/hand_in.md says what to hand in"
    )


RETURNED = "(NoneType); it must return a number; it ends after line 12 without returning one"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("None", f"evaluate returned None {RETURNED}"),
        ("state.score if state.score > 10 ** 6 else print()", f"evaluate returned None {RETURNED}"),
        ("'high'", "evaluate returned 'high' (str); it must return a number"),
        ("float('nan')", "evaluate returned nan (float); it must return a number"),
        ("[1]", "evaluate returned [1] (list); it must return a number"),
        ("10 ** 1000", "OverflowError: int too large to convert to float"),
        ("1 / 0", "ZeroDivisionError: division by zero (agent.py, line 12, in evaluate)"),
    ],
)
def test_an_evaluation_must_return_a_number(tmp_path, value, message):
    text = AGENT.replace("return state.score", f"return {value}")
    reply = answers(tmp_path, text, START_EVALUATION, VALUES)[-1]
    assert (reply["values"], reply["failed"]["message"]) == ([], message)
    read_reply(json.dumps(reply).encode())


def test_an_evaluation_that_returns_in_one_branch_only_is_told_where_it_ends(tmp_path):
    text = "def evaluate(state):\n    if state.score > 9: return 1\n    value = 3\n"
    reply = answers(tmp_path, text, START_EVALUATION, VALUES)[-1]
    assert reply["failed"]["message"].endswith("it ends after line 3 without returning one")


def test_the_values_before_a_failure_are_sent(tmp_path):
    text = "calls = []\ndef evaluate(state): calls.append(0); return 1 / (2 - len(calls))"
    reply = read_reply(json.dumps(answers(tmp_path, text, START_EVALUATION, VALUES)[-1]).encode())
    assert isinstance(reply, Values)
    assert reply.values == [1]
    assert reply.failed


@pytest.mark.parametrize("place", ["import", "__init__", "act"])
def test_random_numbers_are_the_same_in_every_run(tmp_path, place):
    drawn, raises = "f'{random.random()} {numpy.random.random()}'", "raise ValueError({})"
    agents = {
        "import": f"DRAWN = random.random()\n{AGENT}".replace(RETURN, raises.format("DRAWN")),
        "__init__": AGENT.replace("self.depth = depth", f"self.drawn = {drawn}").replace(
            RETURN, raises.format("self.drawn")
        ),
        "act": AGENT.replace(RETURN, raises.format(f"{drawn}, self.rng.random()")),
    }
    text = "import random, numpy\n" + agents[place].replace("nodes=self.depth", "nodes=0")
    one, two = (answers(tmp_path, text, build(), START, ACT)[-1] for _ in range(2))
    assert str(one["message"]).startswith("ValueError: ")
    assert one == two
