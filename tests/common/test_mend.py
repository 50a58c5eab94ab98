import pytest

from pacgrid import Action, State
from pacgrid.autograder.worker.opaque_state import OpaqueSearches, OpaqueState
from pacgrid.common.failure import Failure
from pacgrid.common.mend import with_mend
from pacgrid.cs188.game_state import GameState

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
