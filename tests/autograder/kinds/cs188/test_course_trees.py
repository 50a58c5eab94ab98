"""Trees of course test cases, searched in workers."""

import pytest

from helpers.grading import subclasses, worker
from pacgrid import Action
from pacgrid.autograder.kinds.cs188.course_kind import search_of
from pacgrid.autograder.kinds.cs188.course_trees import (
    CoursePosition,
    CourseTrees,
    NoValueError,
    TreeCase,
    TreeCaseError,
)
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.model.outcome import OUTCOMES, Outcome
from pacgrid.autograder.reports.shown_diagnosis import shown_diagnosis

RIGHT = """
import sys
from game import Agent
import util

class MinimaxAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.depth = int(depth)

    def getAction(self, gameState):
        return self.value(gameState, 0, self.depth)[1]

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth - 1
        if depth == 0 or state.isWin() or state.isLose():
            return state.getScore(), None
        children = [
            (self.value(state.generateSuccessor(agent, action), agent + 1, depth)[0], action)
            for action in state.getLegalActions(agent)
        ]
        return self.pick(children, agent)

    def pick(self, children, agent):
        return (min if agent else max)(children, key=lambda child: child[0])
"""
OTHERS = {
    "MinimaxMaximizes": "def pick(self, children, agent): return max(children)",
    "MinimaxShallow": """
        def getAction(self, state):
            self.depth -= 1
            return super().getAction(state)
    """,
    "MinimaxDeep": """
        def getAction(self, state):
            self.depth += 1
            return super().getAction(state)
    """,
    "MinimaxSwapped": """
        def pick(self, children, agent): return (max if agent else min)(children)
    """,
    "MinimaxSilent": "def getAction(self, state): super().getAction(state)",
    "MinimaxLastBest": """
        def pick(self, children, agent): return super().pick(children[::-1], agent)
    """,
    "MinimaxUnwritten": "def getAction(self, state): util.raiseNotDefined()",
    "MinimaxExits": "def getAction(self, state): sys.exit(1)",
    "MinimaxLooksAtFood": "def getAction(self, state): return state.getFood()",
    "MinimaxPeeks": """
        def getAction(self, state):
            state.generateSuccessor(0, "Left").generateSuccessor(0, "Up")
    """,
    "MinimaxLong": "def getAction(self, state): return 'x' * 100_000",
    "MinimaxUnbuilt": "def __init__(self): pass",
    "SomeOther": "def pick(self, children, agent): return max(children)",
}

TIES = """
root Left a
root Centre b
a Left a1
a Right a2
b Left b1
b Right b2
b1 Up c1
b1 Down c2
"""
SUCCESSORS = [tuple(line.split()) for line in TIES.split("\n") if line]
DEEP_SUCCESSORS = [*SUCCESSORS, ("c1", "In", "d1"), ("c1", "Out", "d2")]
VALUES = {"a1": 3, "a2": 5, "b1": 2, "b2": 9, "c1": 7, "c2": 9}


def tree(**changes: object) -> TreeCase:
    data = {
        "name": "q2/ties",
        "depth": 1,
        "num_agents": 2,
        "start": "root",
        "wins": ["a1", "a2", "c1"],
        "losses": ["b2", "c2"],
        "successors": SUCCESSORS,
        "evaluation": VALUES,
        "diagram": "a drawing\nin two lines",
        "action": "Left",
        "generated": "a a1 a2 b b1 b2 root",
    }
    return TreeCase.model_validate({**data, **changes})


DEEP_VALUES = {**VALUES, "d1": 1, "d2": 12}
DEEP: dict[str, object] = {
    "name": "q2/deep",
    "depth": 2,
    "successors": DEEP_SUCCESSORS,
    "wins": ["a1", "a2", "d1"],
    "losses": ["b2", "c2", "d2"],
    "action": "Centre",
    "generated": "a a1 a2 b b1 b2 c1 c2 d1 d2 root",
}


def trees(agent: str = "MinimaxAgent", *cases: TreeCase) -> CourseTrees:
    shown = [*cases] or [tree(), tree(**DEEP, evaluation=DEEP_VALUES)]
    return CourseTrees(name="q2/ties", agent=agent, cases=shown)


file, client = worker(RIGHT + subclasses("MinimaxAgent", OTHERS), "multiAgents.py")


def statuses(outcome: Outcome) -> list[str]:
    """Those of its test cases."""
    assert OUTCOMES.read(OUTCOMES.dump(outcome)) == outcome
    return [case.status for case in outcome.cases]


def test_a_right_search_passes_every_tree(client):
    outcome = trees().run(Part(client, ""))
    assert statuses(outcome) == ["passed", "passed"]
    assert (outcome.result, outcome.diagnosis) == ("passed 2 of 2", None)


def test_a_wrong_search_is_named_and_its_first_tree_shown(client):
    outcome = trees("MinimaxMaximizes").run(Part(client, ""))
    assert statuses(outcome) == ["failed", "passed"]
    assert outcome.cases[0].note == "chose Centre, expected Left"
    assert outcome.advice == (
        "q2/ties, depth 1:\nchose Centre, expected Left\na drawing\nin two lines"
    )
    assert [each.title for each in outcome.diagnosis.findings] == ["lets a ghost help Pac-Man"]
    shown = shown_diagnosis(outcome.diagnosis, "q2.1").example
    assert shown.choice == "Expected: Left, worth 3. Your agent chose Centre, worth 2."
    assert shown.difference == "here the mistake gives state a (after Left) the value 5, not 3."
    assert "├─ Left: a ▼ MIN = 3" in shown.tree


def test_generated_trees_tell_mistakes_apart_that_a_test_case_cannot(client):
    shallow = {**DEEP, "depth": 1, "action": "Left", "generated": "a a1 a2 b b1 b2 root"}
    case = tree(**shallow, evaluation={**DEEP_VALUES, "b1": 2, "c2": 0})
    diagnosis = trees("MinimaxDeep", case).run(Part(client, "")).diagnosis
    assert [each.mistake for each in diagnosis.findings] == ["looks_too_far"]
    assert diagnosis.asked > 20
    assert diagnosis.counterexample.name == "q2/deep"


def test_a_generated_tree_shows_a_mistake_if_the_test_cases_do_not(client):
    tie = tree(evaluation={**VALUES, "a2": 9, "b1": 3, "b2": 5})
    outcome = trees("MinimaxSwapped", tie).run(Part(client, ""))
    assert outcome.cases[0].note == "chose Centre, expected Left (both are best)"
    assert [each.mistake for each in outcome.diagnosis.findings] == ["chooses_lowest"]
    shown = shown_diagnosis(outcome.diagnosis, "q2.1").example
    assert shown.heading == "The smallest tree that shows it (looking 1 round ahead)"


@pytest.mark.slow
def test_a_wrong_depth_is_named_although_the_states_there_have_no_value(client):
    values = {name: value for name, value in DEEP_VALUES.items() if name != "b1"}
    outcome = trees("MinimaxShallow", tree(**DEEP, evaluation=values)).run(Part(client, ""))
    (case,) = outcome.cases
    assert case.note.startswith("ValueError: this state has no score: ")
    assert outcome.failure.position.startswith("in state b1 of q2/deep, depth 2:\na drawing\n")
    titles = [each.title for each in outcome.diagnosis.findings]
    assert "looks less far ahead than its depth" in titles


def test_what_the_solution_does_not_call_right_is_no_mistake(client):
    """A course may have given a class another task."""
    odd = tree(action="Centre", generated="root a b")
    assert trees("MinimaxAgent", odd).run(Part(client, "")).diagnosis is None
    assert trees("SomeOther", tree()).run(Part(client, "")).diagnosis is None


@pytest.mark.parametrize("name", ["a:b", "(a)", "#", "12", "CHANCE"])
def test_a_tree_that_cannot_be_drawn_is_graded_all_the_same(client, name):
    lines = [(state, name if action == "Left" else action, to) for state, action, to in SUCCESSORS]
    outcome = trees("MinimaxMaximizes", tree(successors=lines, action=name)).run(Part(client, ""))
    assert statuses(outcome) == ["failed"]
    if outcome.diagnosis:
        assert shown_diagnosis(outcome.diagnosis, "q2.1").example


def test_states_are_compared_by_their_names(client):
    outcome = trees("MinimaxAgent", tree(generated="a a1 b c root")).run(Part(client, ""))
    note = "should not generate a2 b1 b2 but should generate c"
    assert outcome.cases[0].note == note
    assert "generated: a a1 a2 b b1 b2 root\nexpected:  a a1 b c root\n" in outcome.advice


def test_the_name_of_a_class_says_what_it_searches():
    names = ("MinimaxAgent", "Alpha_Beta", "AlphaBetaAgent", "ExpectimaxAgent", "MCTSAgent")
    searches = ["minimax", "alpha_beta", "alpha_beta", "expectimax", None]
    assert [*map(search_of, names)] == searches


@pytest.mark.parametrize(
    ("agent", "status", "note"),
    [
        ("MinimaxSilent", "failed", "returned None (NoneType), as a function without a return doe"),
        ("MinimaxLastBest", "failed", "chose Centre, expected Left (both are best)"),
        ("MinimaxUnwritten", "raised", "MethodNotDefined: "),
        ("MinimaxExits", "raised", "SystemExit: 1 (multiAgents.py, line "),
        ("MinimaxLooksAtFood", "raised", "AttributeError: no getFood here: "),
        ("MinimaxPeeks", "raised", "KeyError: 'Up' (multiAgents.py, line "),
        pytest.param("MinimaxLong", "failed", "returned 'xxx", marks=pytest.mark.slow),
        ("MinimaxUnbuilt", "raised", "TypeError: "),
        ("MinimaxAbsent", "raised", "AttributeError: "),
    ],
)
def test_what_an_agent_returns_or_raises_is_judged_as_in_that_project(client, agent, status, note):
    tie = tree(evaluation={**VALUES, "b1": 3})
    outcome = trees(agent, tie).run(Part(client, ""))
    assert outcome.cases[0].status == status
    assert outcome.cases[0].note.startswith(note)
    assert bool(outcome.failure) == (status == "raised")


NORTH, EAST, _, _, STOP = Action
GRAPH = "a Stop b\na West c\nb Up d\nc Up d\nc Up e\nc Down f"


def position(successors: str = GRAPH) -> CoursePosition:
    graph = {
        "name": "q2/graph",
        "num_agents": 3,
        "start": "a",
        "wins": ["c", "d"],
        "losses": ["f"],
        "successors": [tuple(line.split()) for line in successors.split("\n")],
        "evaluation": {"b": 0, "d": 2.5},
    }
    return CoursePosition.of(tree(**graph, action="Stop", generated=""))


def test_the_last_of_two_equal_actions_counts_and_a_state_without_a_value_has_none():
    root = position()
    assert root.successor(EAST).successor(NORTH).name == "e"
    assert root.successor(NORTH).evaluate() == root.successor(NORTH).score == 0
    assert root.successor(NORTH).successor(NORTH).score == 2.5
    for read in (root.evaluate, lambda: root.score):
        with pytest.raises(NoValueError):
            read()


@pytest.mark.parametrize(
    ("successors", "error"),
    [
        ("a Up b\nb Up a", "its tree has no end, or more than 2,000 nodes and 60 plies"),
        ("\n".join(f"a {n} b{n}" for n in range(6)), "a has 6 actions; 5 are possible"),
    ],
)
def test_a_graph_that_is_no_tree_is_refused(successors, error):
    with pytest.raises(TreeCaseError, match=error):
        position(successors)
