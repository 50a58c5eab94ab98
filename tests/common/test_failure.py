""" """

from pathlib import Path

import pytest
from hypothesis import given

from helpers.grades import few, texts
from pacgrid import Action, State
from pacgrid.autograder.worker.opaque_state import OpaqueSearches, OpaqueState
from pacgrid.common.failure import MOST_FRAMES, NO_MESSAGE, Failure, with_mend
from pacgrid.common.sanitize import MAX_CHARACTERS, one_line
from pacgrid.cs188.game_state import GameState


def failure_of(code: str, folder: Path) -> Failure:
    file = folder / "mine.py"
    file.write_text(code)
    try:
        exec(compile(code, str(file), "exec"), {})
    except BaseException as error:
        return Failure.of(error, file)
    raise AssertionError("the code should have failed")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "import json\ndef act():\n    return json.loads('{')\nact()",
            "JSONDecodeError: Expecting property name enclosed in double quotes: "
            "line 1 column 2 (char 1) (mine.py, line 3, in act)",
        ),
        ("x = 1\ny = = 2\n", "SyntaxError: invalid syntax (mine.py, line 2)"),
        (
            "def act():\n    eval('1 +')\nact()",
            "SyntaxError: invalid syntax (<string>, line 1) (mine.py, line 2, in act)",
        ),
        ("raise Exception", "Exception (mine.py, line 1, in <module>)"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt (mine.py, line 1, in <module>)"),
        (
            "class Bad(Exception):\n    def __str__(self): raise RuntimeError\nraise Bad('x')",
            "Bad (mine.py, line 3, in <module>)",
        ),
        ("raise ValueError('one\\ntwo')", "ValueError: one (mine.py, line 1, in <module>)"),
    ],
    ids=["library", "syntax", "eval", "no message", "interrupt", "no text", "two lines"],
)
def test_the_message_is_one_line_with_the_authors_innermost_line(
    tmp_path: Path, code: str, message: str
) -> None:
    assert failure_of(code, tmp_path).message == message


@pytest.mark.parametrize(
    ("code", "frames"),
    [
        (
            "def act():\n    return 1 / 0\nact()",
            '  File "mine.py", line 3, in <module>\n    act()\n'
            '  File "mine.py", line 2, in act\n    return 1 / 0',
        ),
        ("x = 1\ny = = 2\n", '  File "mine.py", line 2\n    y = = 2'),
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


@pytest.mark.parametrize(
    "code",
    [
        "class E(Exception):\n    def __str__(self): raise SystemExit(0)\nraise E",
        "class E(Exception):\n    def __str__(self): return 5\nraise E",
    ],
)
def test_an_exception_without_a_text_is_its_name(tmp_path: Path, code: str) -> None:
    assert failure_of(code, tmp_path).message == "E (mine.py, line 3, in <module>)"


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
def test_an_exception_without_a_name_or_with_a_long_one_is_still_a_line(
    tmp_path: Path, name: str, text: str
) -> None:
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


@few
@given(texts)
def test_any_message_is_a_short_line_and_never_empty(text: str) -> None:
    for message in (text, text * 500):
        shown = Failure(message).message
        assert 0 < len(shown) <= MAX_CHARACTERS
        assert shown == one_line(shown) == Failure(shown).message


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u3164 \u2800", "\t"])
def test_a_message_that_can_not_be_seen_is_replaced(text: str) -> None:
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


@pytest.mark.parametrize(
    ("code", "mend"),
    [
        ("state.is_terminal()", "is_terminal is a property: write it without ()"),
        ("max(state.legal_actions)", "legal_actions is a method: write legal_actions()"),
        ("max(None, state.score)", "a function without a return gives None"),
        ("state.food + 1", ""),
    ],
)
def test_a_common_slip_is_followed_by_its_mend(tmp_path, code, mend):
    file = tmp_path / "mine.py"
    file.write_text(code)
    with pytest.raises(TypeError) as caught:
        eval(compile(code, str(file), "eval"), {"state": STATE})
    reason = f"TypeError: {caught.value}"
    shown = f"{reason}; {mend}" if mend else reason
    assert Failure.of(caught.value, file).message == f"{shown} (mine.py, line 1, in <module>)"


TOO_DEEP = "maximum recursion depth exceeded"


@pytest.mark.parametrize("suffix", ["", " in comparison", " while calling a Python object"])
@pytest.mark.parametrize("start", [TOO_DEEP, "Stack overflow (used 9 kB)"])
def test_a_limit_that_calls_through_c_have_reached_is_said_in_the_same_words(start, suffix):
    assert with_mend(start + suffix, RecursionError(), "").startswith(
        f"{TOO_DEEP}; if it isn't endless, keep results in a dict: Python 3."
    )


def test_plain_recursion_gets_no_mend():
    with pytest.raises(RecursionError) as raised:
        exec("deep = lambda n: deep(n + 1)\ndeep(0)", {})
    assert with_mend(str(raised.value), raised.value, "") == TOO_DEEP


def test_another_limit_of_recursion_keeps_its_words():
    reason = f"{TOO_DEEP} while decoding a JSON array"
    assert with_mend(reason, RecursionError(), "") == reason


def test_an_except_clause_of_python_2_gets_the_one_of_python_3():
    error = NameError("name 'e' is not defined", name="e")
    assert with_mend(str(error), error, "except ValueError, e:") == (
        "name 'e' is not defined; this file is written for Python 2; in Python 3, "
        "write except Error as name:"
    )


class Slips:
    evaluation = None

    def act(state):  # noqa: N805
        pass

    def value(self, state):
        pass

    def estimate(self, state):
        return self.evaluation(state)


@pytest.mark.parametrize(
    ("code", "mend"),
    [
        ("slips.act(state)", "but 2 were given; is self its first parameter?"),
        ("slips.value(state, 1, 2)", "but 4 were given"),
        ("slips.value()", "'state'"),
    ],
)
def test_a_method_without_self_is_asked_for_it(code, mend):
    with pytest.raises(TypeError) as raised:
        eval(code, {"slips": Slips(), "state": STATE})
    assert Failure.of(raised.value, None).message.endswith(mend)


def test_an_evaluation_that_is_none_is_named():
    with pytest.raises(TypeError) as raised:
        Slips().estimate(STATE)
    message = Failure.of(raised.value, __file__).message
    mend = "self.evaluation is None: keep the evaluation that __init__ is given"
    assert message.startswith(f"TypeError: 'NoneType' object is not callable; {mend} (")
