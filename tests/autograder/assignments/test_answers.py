import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.case_files import TREE, write_cases
from helpers.grading import tiny
from pacgrid.autograder.assignments.answers import Answer, Unanswered, answers
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.case_folder import load_test_cases
from pacgrid.autograder.submissions.submission import ClassNotes
from pacgrid.autograder.worker_client.replies import AgentSummary, Loaded
from pacgrid.common.failure import HAND_IN, Failure
from pacgrid.common.sanitize import MAX_CHARACTERS, one_line

ANY = AgentSummary()
UNFINISHED = AgentSummary(missing_methods=["act"])
NO_REFLEX, NO_MINIMAX, NO_EVALUATE = (
    Unanswered(f"no {name}") for name in ("Reflex", "Minimax", "evaluate")
)
SEVERAL = Failure(
    "has several agents, Mine and Yours, and none is called Reflex or Minimax; "
    f"rename the one to grade; {HAND_IN}"
)


def answered(
    agents: dict[str, AgentSummary], functions: tuple[str, ...] = (), **similar: str
) -> tuple[Answer, ...]:
    """The answers to the questions reflex, minimax and evaluation."""
    loaded = Loaded(kind="loaded", agents=agents, functions=list(functions), similar=similar)
    return tuple(answers(tiny(), loaded).values())


def test_a_question_is_answered_by_the_name_that_it_asks_for():
    found = answered({"Minimax": ANY, "Helper": ANY}, ("evaluate",))
    assert found == (NO_REFLEX, "Minimax", "evaluate")
    found = answered({"Mine": ANY, "Yours": ANY}, ("evaluate",))
    assert found == (SEVERAL, SEVERAL, "evaluate")


def test_the_names_in_course_files_answer_and_those_asked_for_come_first():
    course = {"ReflexAgent": ANY, "MinimaxAgent": UNFINISHED}
    unfinished = Failure("MinimaxAgent lacks the method act")
    found = answered(course, ("better", "betterEvaluationFunction"), Minimax="MinimaxAgent")
    assert found == ("ReflexAgent", unfinished, "betterEvaluationFunction")
    both = answered({"MinimaxAgent": ANY, "Minimax": ANY}, ("better", "evaluate"))
    assert both == (Unanswered("no ReflexAgent"), "Minimax", "evaluate")


@pytest.mark.parametrize(
    ("agents", "reflex", "minimax"),
    [
        ({"Base": UNFINISHED, "MyAgent": ANY}, "MyAgent", "MyAgent"),
        (
            {"MyAgent": AgentSummary(options=["caution"])},
            "MyAgent",
            Unanswered("MyAgent doesn't accept depth or evaluation"),
        ),
        (
            {"MyAgent": AgentSummary(options=["depth", "evaluation"], required=["depth"])},
            Unanswered("MyAgent requires depth"),
            "MyAgent",
        ),
        (
            {"MyAgent": AgentSummary(options=["depth", "evaluation"])},
            Unanswered("no Reflex; MyAgent takes a depth"),
            "MyAgent",
        ),
    ],
    ids=["any options", "other options", "required options", "a search"],
)
def test_a_single_agent_of_another_name_answers_the_questions_whose_options_it_accepts(
    agents, reflex, minimax
):
    assert answered(agents) == (reflex, minimax, NO_EVALUATE)


def test_a_search_of_another_name_is_graded_as_what_it_looks_most_like():
    mine = AgentSummary(options=["depth", "evaluation"], required=["depth"])
    loaded = Loaded(kind="loaded", agents={"Mine": mine}, functions=[])
    found = answers(Assignment.load("pacman"), loaded, ClassNotes({}, {}, "alpha_beta"))
    rename = "rename it to Expectimax to be graded for that; Mine looks most like AlphaBeta"
    assert (found["alpha_beta"], found["expectimax"]) == ("Mine", Unanswered(rename))
    assert [name for name, answer in found.items() if answer == "Mine"] == ["alpha_beta"]


def test_an_unfit_agent_answers_no_question_and_only_its_reason_is_given():
    loaded = Loaded(kind="loaded", agents={"Mine": AgentSummary(options=["whim"])}, functions=[])
    unfit = ClassNotes({"Mine": "Mine is a ghost"}, {})
    found = answers(tiny(), loaded, unfit)
    assert {*found.values()} == {Failure(f"can't be graded: Mine is a ghost; {HAND_IN}")}
    both = answers(tiny(), loaded.model_copy(update={"functions": ["evaluate"]}), unfit)
    ghost = Unanswered("Mine is a ghost")
    assert tuple(both.values()) == (ghost, ghost, "evaluate")


def test_an_answer_that_is_unfinished_or_no_agent_or_misspelt_is_reported():
    for name in ("Minimax", "Mine"):
        assert answered({name: UNFINISHED})[1] == Failure(f"{name} lacks the method act")
    reflex, _, evaluation = answered({"Minimax": ANY}, Reflex="Reflex", evaluate="evaluate")
    assert reflex == Failure("Reflex doesn't inherit from pacgrid.Agent")
    assert evaluation == Failure("evaluate is not a function")
    found = answered({"MiniMax": ANY}, ("evaluate",), Minimax="MiniMax")
    assert found == (NO_REFLEX, Unanswered("MiniMax: did you mean Minimax?"), "evaluate")
    methods = [f"method_{n}" for n in range(300)]
    reflex, *_ = answered({"Reflex": AgentSummary(missing_methods=methods)})
    assert reflex == Failure(f"Reflex lacks the method {', '.join(methods[:7])} and 293 more")


@pytest.mark.parametrize(
    ("agents", "similar", "message"),
    [
        (
            {},
            {},
            "has no agent; write a class that inherits from pacgrid.Agent, called Reflex or "
            "Minimax; or a function called evaluate",
        ),
        (
            {"MyAgent": AgentSummary(options=["width"], required=["width"])},
            {},
            "can't be graded: MyAgent requires width; MyAgent doesn't accept depth or evaluation",
        ),
        (
            {"MiniMax": ANY},
            {"Minimax": "MiniMax", "evaluate": "evalute"},
            "can't be graded: MiniMax: did you mean Minimax?; evalute: did you mean evaluate?",
        ),
    ],
    ids=["nothing", "other options", "misspelt"],
)
def test_a_submission_that_answers_nothing_fails_every_question_with_all_reasons(
    agents, similar, message
):
    assert answered(agents, **similar) == (Failure(f"{message}; {HAND_IN}"),) * 3


names = st.sampled_from(["A" * 60, "Ω" * 60, "Minimax", "MiniMax", "evaluate", "Reflex"])
name_lists = st.lists(names, max_size=200)
summaries = st.builds(
    AgentSummary, missing_methods=name_lists, options=st.none() | name_lists, required=name_lists
)
agents = st.dictionaries(names | st.integers(0, 999).map("B{:059}".format), summaries, max_size=40)


@given(
    st.builds(
        Loaded,
        kind=st.just("loaded"),
        agents=agents,
        functions=name_lists,
        similar=st.dictionaries(names, names),
    )
)
def test_whatever_a_worker_has_found_every_reason_is_a_short_line(found):
    for answer in answers(tiny(), found).values():
        match answer:
            case Unanswered(text) | Failure(text):
                assert 0 < len(text) <= MAX_CHARACTERS
                assert text == one_line(text)


def test_each_class_that_test_cases_name_must_be_there(tmp_path):
    both = {"q2/10-first.test": TREE.replace("Minimax", "AlphaBeta")}
    assignment = load_test_cases(write_cases(tmp_path, both))

    def found(*names: str) -> list[Answer]:
        loaded = Loaded(kind="loaded", agents=dict.fromkeys(names, ANY))
        return list(answers(assignment, loaded).values())

    missing = Unanswered("no AlphaBetaAgent")
    assert found("ReflexAgent", "MinimaxAgent") == ["ReflexAgent", missing, missing]
    assert found("MinimaxAgent", "AlphaBetaAgent")[1:] == ["MinimaxAgent", "AlphaBetaAgent"]
    (failure,) = set(found("MyAgent"))
    assert failure == Failure("has no class ReflexAgent, MinimaxAgent or AlphaBetaAgent")


def test_a_file_with_several_agents_can_be_graded_when_no_test_asks_for_one(tmp_path):
    config = 'max_points: "1"\nclass: "PassAllTestsQuestion"'
    (tmp_path / "q1").mkdir()
    for name, text in {"CONFIG": config, "a.test": 'class: "Weird"', "a.solution": ""}.items():
        (tmp_path / "q1" / name).write_text(text)
    loaded = Loaded(kind="loaded", agents={"A": ANY, "B": ANY})
    assert answers(load_test_cases(tmp_path), loaded) == {"q1": ""}
