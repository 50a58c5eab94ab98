from helpers.grading import tiny
from pacgrid.autograder.answers import Answer, Unanswered, answers
from pacgrid.autograder.messages import AgentSummary, Loaded
from pacgrid.common.failure import Failure

ANY = AgentSummary()
UNFINISHED = AgentSummary(missing_methods=["act"])
NO_REFLEX, NO_MINIMAX, NO_EVALUATE = (
    Unanswered(f"no {name}") for name in ("Reflex", "Minimax", "evaluate")
)


def answered(
    agents: dict[str, AgentSummary],
    functions: tuple[str, ...] = (),
    similar: dict[str, str] | None = None,
) -> dict[str, Answer]:
    loaded = Loaded(kind="loaded", agents=agents, functions=list(functions), similar=similar or {})
    return dict(answers(tiny(), loaded))


def whole(answers: dict[str, Answer]) -> str:
    """The failure that all questions have."""
    (failure,) = set(answers.values())
    assert isinstance(failure, Failure)
    return failure.message


def test_a_question_is_answered_by_the_name_it_asks_for():
    found = answered({"Minimax": ANY, "Helper": ANY}, ("evaluate",))
    assert found == {"reflex": NO_REFLEX, "minimax": "Minimax", "evaluation": "evaluate"}


def test_a_single_agent_of_another_name_answers_every_agent_question():
    found = answered({"Base": UNFINISHED, "MyAgent": ANY})
    assert found == {"reflex": "MyAgent", "minimax": "MyAgent", "evaluation": NO_EVALUATE}


def test_a_single_agent_of_another_name_answers_only_where_it_takes_the_options():
    found = answered({"MyAgent": AgentSummary(options=["caution"])})
    assert found["reflex"] == "MyAgent"
    assert found["minimax"] == Unanswered("MyAgent doesn't accept depth or evaluation")
    eager = AgentSummary(options=["depth", "evaluation"], required=["depth"])
    found = answered({"MyAgent": eager})
    assert found["reflex"] == Unanswered("MyAgent requires depth")
    assert found["minimax"] == "MyAgent"


def test_an_agent_that_takes_the_options_of_no_question_is_told_so():
    found = answered({"MyAgent": AgentSummary(options=["width"], required=["width"])})
    assert whole(found) == (
        "can't be graded: MyAgent requires width; MyAgent doesn't accept depth or evaluation"
    )


def test_several_agents_of_other_names_are_told_the_names_to_use():
    found = answered({"Mine": ANY, "Yours": ANY}, ("evaluate",))
    failure = found["minimax"]
    assert isinstance(failure, Failure)
    assert failure.message == (
        "has several agents, Mine and Yours, and none is called Reflex or Minimax; "
        "rename the one to grade"
    )
    assert found["reflex"] == failure
    assert found["evaluation"] == "evaluate"


def test_an_agent_without_act_is_told_so():
    assert answered({"Minimax": UNFINISHED})["minimax"] == Failure("Minimax lacks the method act")
    assert answered({"Mine": UNFINISHED})["minimax"] == Failure("Mine lacks the method act")


def test_a_file_with_nothing_to_grade_is_told_what_to_write():
    assert whole(answered({})) == (
        "has no agent; write a class that inherits from pacgrid.Agent, called Reflex or Minimax; "
        "or a function called evaluate"
    )


def test_a_class_that_is_no_agent_is_told_to_inherit():
    found = answered({"Minimax": ANY}, similar={"Reflex": "Reflex", "evaluate": "evaluate"})
    assert found["reflex"] == Failure("Reflex doesn't inherit from pacgrid.Agent")
    assert found["evaluation"] == Failure("evaluate is not a function")


def test_a_misspelt_name_is_told_with_the_right_one():
    found = answered({"MiniMax": ANY}, ("evaluate",), similar={"Minimax": "MiniMax"})
    assert found["minimax"] == Unanswered("MiniMax: did you mean Minimax?")
    assert found["reflex"] == NO_REFLEX
    similar = {"Minimax": "MiniMax", "evaluate": "evalute"}
    assert whole(answered({"MiniMax": ANY}, similar=similar)) == (
        "can't be graded: MiniMax: did you mean Minimax?; evalute: did you mean evaluate?"
    )
