from grading import tiny
from pacgrid.autograder.answers import answers
from pacgrid.autograder.messages import Loaded
from pacgrid.failure import Failure


def answered(agents: dict[str, list[str]], functions: list[str] | None = None):
    loaded = Loaded(kind="loaded", agents=agents, functions=functions or [])
    return dict(answers(tiny(), loaded))


def test_a_question_is_answered_by_the_name_it_asks_for():
    found = answered({"Minimax": [], "Helper": []}, ["evaluate", "other"])
    assert found == {"reflex": None, "minimax": "Minimax", "evaluation": "evaluate"}


def test_a_single_agent_of_another_name_answers_every_agent_question():
    found = answered({"Base": ["act"], "MyAgent": []})
    assert found == {"reflex": "MyAgent", "minimax": "MyAgent", "evaluation": None}


def test_several_agents_of_other_names_are_told_the_names_to_use():
    found = answered({"Mine": [], "Yours": []}, ["evaluate"])
    failure = found["minimax"]
    assert isinstance(failure, Failure)
    assert failure.message == (
        "has several agents, Mine and Yours, and none is called Reflex or Minimax; "
        "rename the one that is to be graded"
    )
    assert found["reflex"] == failure
    assert found["evaluation"] == "evaluate"


def test_an_agent_without_act_is_told_so():
    assert answered({"Minimax": ["act"]})["minimax"] == Failure("Minimax lacks the method act")
    assert answered({"Mine": ["act"]})["minimax"] == Failure("Mine lacks the method act")


def test_a_file_with_nothing_to_grade_is_told_what_to_write():
    (failure,) = set(answered({}).values())
    assert isinstance(failure, Failure)
    assert failure.message == (
        "has no agent; write a class that inherits from pacgrid.Agent, "
        "called Reflex, Minimax or evaluate"
    )
