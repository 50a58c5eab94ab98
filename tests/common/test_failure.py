"""Failures of agents, in the words of this Python."""

import io
import pdb
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from helpers.grades import texts
from helpers.tables import pairs
from pacgrid import Action, State
from pacgrid.agent_loader import load_module
from pacgrid.autograder.worker.remote_state import OpaqueSearches, OpaqueState
from pacgrid.common.failure import MOST_FRAMES, NO_MESSAGE, Failure, with_fix
from pacgrid.common.sanitize import MAX_CHARACTERS, one_line
from pacgrid.cs188.game_state import GameState
from pacgrid.errors import AgentError
from pacgrid.search import Searcher, score


def failure_of(code: str, folder: Path, **names: object) -> Failure:
    file = folder / "mine.py"
    file.write_text(code)
    try:
        exec(compile(code, str(file), "exec"), names)
    except BaseException as error:
        return Failure.of(error, file)
    raise AssertionError("the code should have failed")


RAISED = r"""
import json\ndef act():\n    return json.loads('')\nact()
-> JSONDecodeError: Expecting value: line 1 column 1 (char 0) (mine.py, line 3, in act)
x = 1\ny = = 2 -> SyntaxError: invalid syntax (mine.py, line 2)
def act():\n    eval('1 +')\nact()
-> SyntaxError: invalid syntax (<string>, line 1) (mine.py, line 2, in act)
raise Exception -> Exception (mine.py, line 1, in <module>)
raise KeyboardInterrupt -> KeyboardInterrupt (mine.py, line 1, in <module>)
raise ValueError('one' + chr(10) + 'two') -> ValueError: one (mine.py, line 1, in <module>)
class E(Exception):\n    def __str__(self): raise RuntimeError\nraise E
-> E (mine.py, line 3, in <module>)
class E(Exception):\n    def __str__(self): raise SystemExit(0)\nraise E
-> E (mine.py, line 3, in <module>)
class E(Exception):\n    def __str__(self): return 5\nraise E
-> E (mine.py, line 3, in <module>)
"""


@pytest.mark.parametrize(("code", "message"), pairs(RAISED))
def test_the_message_is_one_line_with_the_authors_innermost_line(tmp_path, code, message):
    assert failure_of(code, tmp_path).message == message


@pytest.mark.parametrize(
    ("code", "frames"),
    [
        (
            "def act():\n    return 1 / 0\nact()",
            '  File "mine.py", line 3, in <module>\n    act()\n'
            '  File "mine.py", line 2, in act\n    return 1 / 0',
        ),
        ("x = 1\ny = = 2\n", '  File "mine.py", line 2\n    y = = 2\n        ^'),
        ("if 1:\n    y = = 2\n", '  File "mine.py", line 2\n    y = = 2\n        ^'),
        ("'" + "x" * 999, '  File "mine.py", line 1\n    \'' + "x" * 498 + "…"),
    ],
)
def test_only_the_authors_own_frames_are_shown(tmp_path: Path, code: str, frames: str) -> None:
    assert failure_of(code, tmp_path).frames == frames


def test_a_line_that_calls_itself_is_shown_once(tmp_path: Path) -> None:
    failure = failure_of("def dig():\n    dig()\ndig()", tmp_path)
    assert failure.message.startswith("RecursionError: maximum recursion depth exceeded")
    assert failure.frames == '  File "mine.py", line 2, in dig\n    dig()'


def test_only_the_innermost_frames_are_shown(tmp_path: Path) -> None:
    calls = "".join(f"def f{n}(): return f{n + 1}()\n" for n in range(9))
    frames = failure_of(f"{calls}f0()", tmp_path).frames
    assert frames.count("File") == MOST_FRAMES
    assert frames.endswith("line 9, in f8\n    def f8(): return f9()")


def test_a_long_text_is_cut_and_so_is_a_long_line(tmp_path: Path) -> None:
    failure = failure_of(f"raise ValueError('x' * 10**7 or {'1' * 4000})", tmp_path)
    assert len(failure.message) < 600
    assert len(failure.frames) < 600
    assert len(failure_of("(" * 10**5, tmp_path).frames) < 600


@pytest.mark.parametrize("filename", ["5", "'a\\0b'", "''", "None"])
def test_a_syntax_error_may_name_any_file(tmp_path: Path, filename: str) -> None:
    failure = failure_of(f"raise SyntaxError(7, ({filename}, 1, 1, 8))", tmp_path)
    assert failure.message.startswith("SyntaxError: 7")


def test_packages_below_the_authors_folder_are_not_the_authors(tmp_path: Path) -> None:
    library = tmp_path / "venv" / "library.py"
    library.parent.mkdir()
    library.write_text("def fail():\n    raise KeyError(3)\n")
    code = f"import runpy\nrunpy.run_path({str(library)!r})['fail']()"
    assert failure_of(code, tmp_path).message == "KeyError: 3 (mine.py, line 2, in <module>)"


@pytest.mark.parametrize("name", ["''", "' '", "'\\n'", "'\\u3164'", "None", "'x' * 10**5"])
@pytest.mark.parametrize("text", ["", "'\\n'", "'\\u2800'", "'x' * 10**5"])
def test_an_exception_without_a_name_or_with_a_long_one_is_still_a_line(tmp_path, name, text):
    code = f"""
class Meta(type):
    __name__ = {name}
class E(Exception, metaclass=Meta): pass
def act(): raise E({text})
act.__code__ = act.__code__.replace(co_name="x" * 10**5)
act()"""
    message = failure_of(code, tmp_path).message
    assert len(message) <= MAX_CHARACTERS
    assert message == one_line(message)
    known = {"'x' * 10**5": "xxx"}.get(name, "an error without a name")
    assert message.startswith(known)
    assert " (mine.py, line 5, in xxx" in message


@given(texts)
def test_any_message_is_a_short_line_and_never_empty(text: str) -> None:
    for message in (text, text * 500):
        shown = Failure(message).message
        assert 0 < len(shown) <= MAX_CHARACTERS
        assert shown == one_line(shown) == Failure(shown).message


def test_a_message_that_can_not_be_seen_is_replaced() -> None:
    for text in ("", " ", "\n\n", "\u3164 \u2800", "\t"):
        assert Failure(text).message == NO_MESSAGE


STATE = State.parse("%%%%\n%P.%\n%%%%")
HAS = "to_move, num_agents, legal_actions(), successor(action), is_terminal"


def opaque() -> OpaqueState:
    return OpaqueState((0, 0, 2, 0, 1, False, False), OpaqueSearches(lambda *_: ()))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("isTerminal", "did you mean is_terminal?"),
        ("getLegalActions", "did you mean legal_actions()?"),
        ("generateSuccessor", "did you mean successor(action)?"),
        ("getScore", "did you mean score?"),
        ("is_lost", "did you mean is_loss?"),
        ("hasWall", f"it has {HAS}, "),
    ],
)
def test_a_wrong_name_gets_the_right_one_in_a_game_and_in_a_search(name, meant):
    for state in (STATE, opaque()):
        assert message(f"state.{name}", state).startswith(
            f"AttributeError: a state has no {name}; {meant}"
        )


def message(code: str, state: object = STATE) -> str:
    try:
        eval(compile(code, __file__, "eval"), {"state": state, "Action": Action})
    except Exception as error:
        return Failure.of(error, None).message
    raise AssertionError("the code should have failed")


def test_a_search_says_what_only_the_states_of_games_have():
    assert "the state of a search question has no food; it has" in message("state.food", opaque())
    assert "did you mean ghosts?" in message("state.getGhostPositions()")


def test_a_wrong_action_gets_the_right_one():
    assert message("Action.East") == "AttributeError: Action has no East; did you mean EAST?"
    assert message("Action.LEFT").endswith("it has NORTH, EAST, SOUTH, WEST, STOP")


def test_a_wrong_name_in_a_course_file_gets_the_right_one():
    wrong = message("state.getfood()", GameState.of(STATE))
    assert wrong == "AttributeError: GameState has no getfood; did you mean getFood?"
    assert "did you mean scaredTimer?" in message(
        "state.getPacmanState().scared_timer", GameState.of(STATE)
    )


class Unready(Searcher):
    def __init__(self, size: int) -> None:
        self.size = size

    def value(self, _state: object, _plies: int) -> float:
        return self.size


GHOST_STATE = State.parse("%%%%%\n%P.1%\n%%%%%")
NEVER_CHANGES = "a state never changes; successor(action) gives the one after an action"
SLIPS = f"""
state.is_terminal() -> callable; is_terminal is a property: write it without ()
max(state.legal_actions) -> not iterable; legal_actions is a method: write legal_actions()
max(None, state.score) -> and 'NoneType'; a function without a return gives None
state.food + 1 -> TypeError: unsupported operand type(s) for +: 'Cells' and 'int'
state.food[0] -> ; a set of cells has no order: loop over it, or make a list of it
state.successor(0, 1) -> given; a state knows whose turn it is: write successor(action)
state.pacman.position -> Error: a cell is a tuple (x, y), and has no position
state.ghosts.position -> Error: a tuple has no position, but each of its items has
state.ghosts[0].x -> Error: Ghost has no x; it has position, direction, scared
agent.report.nodes += 1 -> no attribute 'nodes'; begin with self.report = Report()
state.ghosts[1] -> IndexError: tuple index out of range; agent i is ghosts[i - 1]
state.successor('east') -> can't play 'east': write Action.EAST, not its name
opaque.successor('east') -> can't play east; write Action.EAST, not its name
agent.depth
-> Unready has no depth; its __init__ must call super().__init__(depth=depth, evaluation=evaluation)
agent.evaluation -> AttributeError: Unready has no evaluation; did you mean evaluate?
agent.sise -> AttributeError: Unready has no sise; did you mean size?
state.score = 3 -> AttributeError: {NEVER_CHANGES}
state.seen = 3 -> AttributeError: {NEVER_CHANGES}
del state.food -> AttributeError: {NEVER_CHANGES}
state.food.remove((2, 1)) -> AttributeError: {NEVER_CHANGES}
state.ghosts[0].scared = 3 -> AttributeError: {NEVER_CHANGES}
opaque.score = 3 -> can't set score: {NEVER_CHANGES}
opaque.seen = 3 -> can't set seen: {NEVER_CHANGES}
state.maze.distance((1, 1), state.ghosts[0]) -> a Ghost is not a position; write ghost.position
state.maze.distance((1, 1), state.food) -> a Cells is not a position; it takes (x, y)
state.maze.distance((1, 1), state) -> a State is not a position; it takes (x, y)
state.maze.distance((1, 1), 3) -> a int is not a position; it takes (x, y)
slips.act(state) -> but 2 were given; write def act(self, state)
slips.value(state, 1) -> but 3 were given; write def value(self, state, plies)
slips.guess(state) -> but 2 were given; is self its first parameter?
slips.value(state, 1, 2) -> but 4 were given
slips.value() -> 'state'
"""


@pytest.mark.parametrize(("code", "said"), pairs(SLIPS))
def test_a_slip_with_what_agents_get_is_followed_by_its_mend(tmp_path, code, said):
    agent = Unready(3)
    agent.evaluate = score
    names = {"state": GHOST_STATE, "opaque": opaque(), "agent": agent, "slips": Slips()}
    found = failure_of(code, tmp_path, **names)
    assert found.message.endswith(f"{said} (mine.py, line 1, in <module>)")


def test_a_module_that_hides_another_one_is_to_be_renamed(tmp_path: Path) -> None:
    (tmp_path / "random.py").touch()
    for code in ("from random import choice", "import random\nrandom.choice([1])"):
        (tmp_path / "mine.py").write_text(code)
        with pytest.raises(AgentError) as caught:
            load_module(tmp_path / "mine.py")
        fix = "your random.py hides another module of that name: rename your file (mine.py, line"
        assert fix in str(caught.value)


TOO_DEEP = "maximum recursion depth exceeded"


def test_a_limit_that_calls_through_c_have_reached_is_said_in_the_same_words():
    fix = f"{TOO_DEEP}; if it isn't endless, keep results in a dict: Python 3."
    for start in (TOO_DEEP, "Stack overflow (used 9 kB)"):
        for suffix in ("", " in comparison", " while calling a Python object"):
            assert with_fix(start + suffix, RecursionError(), "").startswith(fix)
    reason = f"{TOO_DEEP} while decoding a JSON array"
    assert with_fix(reason, RecursionError(), "") == reason
    with pytest.raises(RecursionError) as raised:  # plain recursion gets no mend
        exec("deep = lambda n: deep(n + 1)\ndeep(0)", {})
    assert with_fix(str(raised.value), raised.value, "") == TOO_DEEP


class Slips:
    evaluation = None

    def act(state):  # noqa: N805
        pass

    def value(self, state):
        pass

    def guess(state):  # noqa: N805
        pass

    def estimate(self, state):
        return self.evaluation(state)


@pytest.mark.parametrize(
    ("code", "name"), [("input()", "EOFError"), ("breakpoint()\npass", "BdbQuit")]
)
def test_what_needs_a_keyboard_says_where_there_is_one(code, name, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("sys.breakpointhook", pdb.Pdb(nosigint=True).set_trace)
    message = failure_of(code, tmp_path).message
    assert message.startswith(
        f"{name}: nobody can type here; pdb and input() work with play --view none (mine.py, line "
    )


def test_an_evaluation_that_is_none_is_named():
    with pytest.raises(TypeError) as raised:
        Slips().estimate(STATE)
    message = Failure.of(raised.value, __file__).message
    fix = "self.evaluation is None: keep what __init__ is given, or a function of your own"
    assert message.startswith(f"TypeError: 'NoneType' object is not callable; {fix} (")


WATCHED = """
import gc
from threading import Event, Thread, get_ident, local
from pacgrid.agent_loader import load_agent
from pacgrid.common.failure import busy_line
agent = load_agent("random_agent")
for allocations in range(20, 200, 20):
    go_on = Event()
    for _ in range(200):  # a frame of each is made while they are looked up
        Thread(target=go_on.wait).start()
    garbage = local()
    garbage.itself = [garbage]
    del garbage
    gc.set_threshold(gc.get_count()[0] + allocations)
    assert not busy_line(agent, get_ident())
    gc.set_threshold(0)
    go_on.set()
assert gc.isenabled()
"""


def test_a_thread_is_looked_up_while_there_is_garbage_whose_end_waits_for_all_threads() -> None:
    subprocess.run([sys.executable, "-c", WATCHED], check=True, timeout=100)
