"""Changed submissions are run one after another; none of them hinders the next."""

import signal
import sys
from textwrap import dedent

import pytest

from helpers.repairs import MAIN, few_probes, local_trials
from pacgrid.autograder.worker.trial_service import FAILED

HEAD = """
class Minimax:
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation
    def start(self, state): pass
    def act(self, state):
"""
RIGHT = """
        action = state.legal_actions()[0]
        state.successor(action)
        return action
"""
BAD = {
    "a loop": "while True: pass",
    "a loop that catches what it can": "try:\n while 1: pass\nexcept Exception: pass",
    "another loop in finally": "try:\n while 1: pass\nfinally:\n while 1: pass",
    "recursion": "return self.act(state)",
    "an error": "return 1 / 0",
    "an exit": "raise SystemExit",
    "a key": "raise KeyboardInterrupt",
    "an error of its own": "class Own(BaseException): pass\nraise Own",
    "no action": "return None",
    "an illegal action": "return 77",
    "too many successors": "while True: state.successor(state.legal_actions()[0])",
    "too many questions": "while True: state.is_win",
    "too far": "while True: state = state.successor(state.legal_actions()[0])",
    "much text": "while True: print('x' * 100_000)",
    "memory": "x = bytearray(1 << 60)",
    "a deep limit": "import sys; sys.setrecursionlimit(50); self.act(state)",
    "signals": "import signal; signal.setitimer(signal.ITIMER_VIRTUAL, 0); 1 / 0",
    "a handler": "import signal; signal.signal(signal.SIGVTALRM, signal.SIG_IGN); 1 / 0",
}


@pytest.fixture(autouse=True)
def _unchanged(monkeypatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])


def agent(body: str) -> str:
    return HEAD + "\n".join(f"        {line}" for line in dedent(body).strip().split("\n"))


def tried(*bodies: str) -> list[list[list[list[object]]]]:
    """What each of these bodies decides in two positions."""
    probes = [*few_probes("minimax", range(1000, 1024), scores_finished=False)]
    with local_trials({MAIN: agent(RIGHT)}) as trials:
        trials.add_tables([each.table for each in probes])
        texts = [agent(body) for body in bodies]
        changes = [[(MAIN, 0, 10**9, text)] for text in texts]
        return trials.try_changes(changes, [0, 1])


@pytest.mark.parametrize("body", BAD.values(), ids=BAD)
def test_what_fails_is_stopped_and_the_next_one_is_as_good_as_ever(body: str) -> None:
    handler, limit = signal.getsignal(signal.SIGVTALRM), sys.getrecursionlimit()
    folders = {name for name in sys.modules if name.endswith("agent_folder")}
    before, bad, after = tried(RIGHT, body, RIGHT)
    assert len(before) == 2
    assert before == after
    assert bad == [bad[0]]
    assert bad[0][-1][0] == FAILED
    assert signal.getsignal(signal.SIGVTALRM) == handler
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    assert sys.getrecursionlimit() == limit
    assert {name for name in sys.modules if name.endswith("agent_folder")} == folders


def test_a_change_fails_if_the_submission_has_replaced_what_compiles_it(monkeypatch) -> None:
    class OwnError(BaseException):
        pass

    def compiled(*_: object) -> object:
        raise OwnError

    monkeypatch.setattr("pacgrid.autograder.worker.changed_code._compiled", compiled)
    assert tried(RIGHT) == [[[[FAILED, 0, None]]]]


@pytest.mark.parametrize(
    ("value", "reported"),
    [("2.5", 2.5), ("True", 1), ("1e999", float("inf")), ("1e999 * 0", None), ("'x'", None)],
)
def test_the_value_that_is_reported_for_the_action_is_told_if_it_is_one(value, reported) -> None:
    report = f"""
        from types import SimpleNamespace
        action = state.legal_actions()[0]
        self.report = SimpleNamespace(values={{action: {value}}})
        return action
    """
    ((first, _),) = tried(report)
    assert first[0][2] == reported


def test_all_files_are_imported_anew_with_their_changes_and_are_as_before_afterwards() -> None:
    main = agent("import helper; helper.seen.append(1); return helper.choice(state)")
    helper = """\ufeff# é
seen = []
def choice(state): return state.legal_actions()[0 if len(seen) < 2 else 9]
""".replace("\n", "\r\n")
    at = helper[1:].replace("\r\n", "\n").index("[0") + 1
    probes = [*few_probes("minimax", range(1000, 1024), scores_finished=False)]
    with local_trials({MAIN: main, "helper.py": helper}) as trials:
        trials.add_tables([each.table for each in probes])
        right, changed, again = trials.try_changes([[], [("helper.py", at, at + 1, "-1")], []], [0])
        assert right == again
        actions = [probes[0].task.root.legal_actions()[index] for index in (0, -1)]
        assert [right[0][0][0], changed[0][0][0]] == actions
        assert trials.functions_run([0])[1:] == [
            *[(MAIN, line) for line in (2, 3, 5, 6)],
            *[("helper.py", line) for line in (1, 3)],
        ]
        assert not {"agent", "helper"} & {*sys.modules}


def test_noting_which_functions_run_leaves_a_tracer_as_it_was() -> None:
    probes = [*few_probes("minimax", range(1000, 1024), scores_finished=False)]
    before = sys.gettrace()
    with local_trials({MAIN: agent(RIGHT)}) as trials:
        trials.add_tables([each.table for each in probes])
        sys.settrace(tracer := lambda *_: None)
        try:
            run = trials.functions_run([0])
            assert sys.gettrace() is tracer
        finally:
            sys.settrace(before)
    assert run
