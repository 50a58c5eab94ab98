"""Searches that are observed, in workers."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest

from helpers.grading import loaded, subclasses, worker, write
from pacgrid import State
from pacgrid.autograder.diagnosis.evidence import QuestionBudget
from pacgrid.autograder.diagnosis.repair.source_text import Piece
from pacgrid.autograder.diagnosis.search_task import TreePosition
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.kinds.search import Search, concluded
from pacgrid.autograder.model.diagnosis import Diagnosis, RepairedLine, RepairedLines, Verdict
from pacgrid.autograder.model.outcome import OUTCOMES, Outcome, with_conclusion
from pacgrid.autograder.reports.shown_diagnosis import shown_diagnoses
from pacgrid.autograder.worker_client.client import WorkerClient

RIGHT = """
import random
from pacgrid import Action, Agent, Report

class Right(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        self.report = Report()
        for action in state.legal_actions():
            plies = self.depth * state.num_agents - 1
            self.report.values[action] = self.value(state.successor(action), plies)
        return max(self.report.values, key=self.report.values.get)

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return self.best(state, values)

    def best(self, state, values):
        return min(values) if state.to_move else max(values)
"""
OTHERS = {
    "Maximizes": "def best(self, state, values): return max(values)",
    "TakesSecond": "def best(self, state, values): return sorted(values)[len(values) > 1]",
    "Forgets": "def act(self, state): super().act(state)",
    "Illegal": "def act(self, state): return Action.EAST",
    "Guesses": """
        def act(self, state):
            super().act(state)
            return self.rng.choice(list(self.report.values))
    """,
    "Late": """
        def act(self, state):
            self.evaluation = self.broken if hasattr(self, "first") else self.evaluation
            self.first = False
            return super().act(state)
        def broken(self, state): return 1 / 0
    """,
    "Greedy": """
        def act(self, state):
            while True: state.successor(state.legal_actions()[0])
    """,
    "Walks": """
        def act(self, state):
            after = state.successor(Action.NORTH)
            state.successor(Action.WEST)
            after.successor(Action.STOP)
    """,
    "Keeps": """
        seen = []
        def act(self, state):
            [old.successor(old.legal_actions()[0]).score for old in self.seen]
            self.seen.append(state)
            return super().act(state)
    """,
    "Nonsense": """
        def act(self, state):
            action = super().act(state)
            self.report.values = {a: float("nan") if a else float("inf") for a in Action}
            return action
    """,
    "Threads": """
        def act(self, state):
            from concurrent.futures import ThreadPoolExecutor
            actions, plies = state.legal_actions(), self.depth * state.num_agents - 1
            with ThreadPoolExecutor(4) as pool:
                values = list(pool.map(lambda a: self.value(state.successor(a), plies), actions))
            return actions[values.index(max(values))]
    """,
    "Starts": "def start(self, state): state.successor(state.legal_actions()[0]).score",
    "Prunes": """
        def act(self, state):
            return self.best_of(state, self.depth * state.num_agents, -1e9, 1e9)[1]
        def best_of(self, state, plies, alpha, beta):
            if state.is_terminal: return state.score, None
            if plies == 0: return self.evaluation(state), None
            found = None
            for action in state.legal_actions():
                value, _ = self.best_of(state.successor(action), plies - 1, alpha, beta)
                if found is None or (value < found[0] if state.to_move else value > found[0]):
                    found = value, action
                if value < alpha if state.to_move else value > beta: break
                if state.to_move: beta = min(beta, value)
                else: alpha = max(alpha, value)
            return found
    """,
    "Strange": "def __init__(self): pass",
    "Exits": "def act(self, state): import os; os._exit(3)",
    "Swallows": """
        def act(self, state):
            while True:
                try: state.score
                except BaseException: pass
    """,
}
ENDS = {"Exits", "Swallows"}
TREE = """
MAX
  south: MIN (eval 1): 3 12
  west: MIN (eval 9)
    2
    MAX (eval 7): 4 1
  stop: MIN (eval 5): 5 5
"""
ROOM = "%%%%%%%\n%.   .%\n%  P  %\n%  1  %\n%%%%%%%"


def searchers(names: set[str]) -> str:
    return RIGHT + subclasses("Right", {name: OTHERS[name] for name in names})


file, client = worker(searchers(OTHERS.keys() - ENDS))


def search(**changes: object) -> Search:
    data = {"kind": "search", "search": "minimax", "depth": 1, "points": 6, "partial": True}
    drawn = {"trees": [TREE], "positions": [ROOM], "generate": 4, "moves": 2, "seed": 3}
    return Search.model_validate({**data, **drawn, "evaluation": "linear", **changes})


def graded(test: Search, client: WorkerClient, name: str) -> Outcome:
    """The outcome of a test, with what it says about the search."""
    outcome = test.run(Part(client, name))
    found = concluded([test], {1: outcome})
    return replace(with_conclusion({1: outcome}, found, is_hidden=False)[1], observed="")


def diagnosis(outcome: Outcome) -> Diagnosis:
    assert outcome.diagnosis
    assert OUTCOMES.read(OUTCOMES.dump(outcome)) == outcome
    return outcome.diagnosis


@pytest.mark.parametrize("name", ["Right", "Keeps", "Nonsense", "Starts", "Threads"])
def test_a_right_search_gets_all_points(client, name):
    outcome = graded(search(), client, name)
    assert (outcome.result, outcome.points, outcome.failure) == ("right in 6 of 6", 6, None)
    assert diagnosis(outcome).verdict is Verdict.RIGHT
    assert outcome.nodes >= outcome.unpruned_nodes > 0


def test_a_mistake_is_named_and_the_rest_earns_its_share(client):
    outcome = graded(search(generate=12), client, "Maximizes")
    assert diagnosis(outcome).verdict is Verdict.NAMED
    assert 0 < outcome.points < 6
    assert graded(search(generate=12, partial=False), client, "Maximizes").points == 0


LINE = RepairedLines((RepairedLine("", 2, 2, ("b = 1",), 4, 1, Piece.VALUE, "1 → 2"),))


@pytest.mark.parametrize(
    ("kind", "name", "found", "remarks"),
    [
        ("alpha_beta", "Prunes", LINE, ["pruned_too_little"]),
        (
            *("alpha_beta", "Prunes", replace(LINE, mistakes=("sets_wrong_bound",))),
            ["pruned_too_little", "sets_wrong_bound"],
        ),
        ("alpha_beta", "Prunes", RepairedLines(note="None of the changes."), []),
        ("alpha_beta", "Prunes", None, []),
        ("minimax", "Right", LINE, []),
    ],
)
def test_of_a_right_alpha_beta_it_is_told_where_it_prunes_too_little(
    client, kind, name, found, remarks, monkeypatch
):
    test = search(search=kind)
    outcome = test.run(Part(client, name))
    assert concluded([test], {1: outcome}).diagnosis.remarks == ()
    monkeypatch.setattr("pacgrid.autograder.kinds.search.repaired_lines", lambda *_, **__: found)
    said = concluded([test], {1: outcome}, trials=SimpleNamespace()).diagnosis
    assert said.verdict is Verdict.RIGHT
    assert [each.mistake for each in said.remarks] == remarks
    assert said.repair == (found if remarks else None)


@pytest.mark.slow
def test_what_functions_return_shows_a_mistake_that_nobody_knows(client):
    found = diagnosis(graded(search(generate=6), client, "TakesSecond"))
    assert (found.verdict, found.evidence) == (
        Verdict.NAMED,
        "This follows from what your functions returned, and which states they asked for.",
    )
    assert [each.mistake for each in found.findings] == ["ghost_layer_value"]
    assert found.counterexample.returned
    assert found.counterexample.difference.startswith("it returns ")
    assert ", although its actions got the values " in found.counterexample.difference


@pytest.mark.parametrize(
    ("name", "place", "message", "position"),
    [
        ("Forgets", "positions 1-2", "returned None (NoneType), as a function ", "in this posi"),
        ("Walks", "position 1", "ValueError: can't play ", "it asked last about the state after n"),
        (
            "Greedy",
            "positions 1-2",
            "asked for more than 60 successors in one",
            "in this position:",
        ),
        pytest.param(
            *("Illegal", "position 2", "returned Action.EAST; legal actions: Acti"),
            "in this tree:\nMAX",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            *("Late", "position 1", "ZeroDivisionError: division by zero (age"),
            "it asked last about the state after north, north, in",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_failure_says_where_and_costs_only_that_position(client, name, place, message, position):
    outcome = graded(search(generate=0, nodes=60), client, name)
    assert outcome.points < 6
    assert outcome.place == place
    assert outcome.failure.message.startswith(message)
    assert outcome.failure.position.startswith(position)
    assert diagnosis(outcome).verdict is not Verdict.RIGHT


@pytest.mark.parametrize(("name", "accuses"), [("Right", False), ("Maximizes", True)])
def test_a_diagnosis_that_is_stopped_says_so_and_leaves_the_points(
    client, name, accuses, monkeypatch
):
    whole = graded(search(), client, name)
    small = partial(QuestionBudget, 60)
    monkeypatch.setattr("pacgrid.autograder.diagnosis.diagnose.QuestionBudget", small)
    stopped = graded(search(), client, name)
    found = diagnosis(stopped)
    assert (stopped.points, stopped.result) == (whole.points, whole.result)
    assert (found.verdict, found.accuses) == (Verdict.STOPPED, accuses)
    assert found.evidence == (
        "The diagnosis was stopped after 60 questions: this search is too large to explain. "
        "The points are not affected."
    )
    (note,) = shown_diagnoses("minimax", [stopped], "").values()
    assert (note.title, note.is_wrong) == ("your search is too large to explain", accuses)
    assert note.certainty.startswith(found.evidence)


@pytest.mark.slow
def test_an_agent_that_guesses_is_unstable_and_gets_the_same_diagnosis_again(client):
    found = diagnosis(graded(search(generate=20), client, "Guesses"))
    assert found.verdict is Verdict.UNSTABLE
    one, two = (graded(search(generate=2), client, "Guesses") for _ in range(2))
    assert one == two


def test_an_agent_that_cannot_be_built_is_not_tried(client):
    outcome = graded(search(), client, "Strange")
    assert (outcome.result, outcome.points, outcome.diagnosis) == ("not tried", 0, None)
    assert outcome.failure.message.startswith("Strange can't be built: its __init__ must accept")


def test_the_same_agent_is_seen_to_do_the_same(client):
    one, two = (search(generate=2).run(Part(client, "Guesses")) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Exits", "its process exited: exit code 3"),
        ("Swallows", "went on after it exceeded a limit"),
    ],
)
def test_what_ends_the_worker_ends_the_test(tmp_path, name, message):
    with loaded(write(tmp_path, searchers({name}))) as client:
        outcome = graded(search(nodes=50, generate=0), client, name)
    assert outcome.result == "right in 0 of 2, failed in 1"
    assert outcome.place == "position 1 (position 2 was not tried)"
    assert outcome.failure.message == message


SMALL = "%%%%%%\n%.P1 %\n%%%%%%"
SMALL_TREE = "MAX\n  MIN: 3 12\n  MIN: 2 4"


def small(**more: object) -> Search:
    return Search.model_validate(
        {"kind": "search", "search": "minimax", "depth": 2, "points": 1, **more}
    )


def test_positions_trees_and_generated_tasks_are_numbered_in_turn():
    test = small(positions=[SMALL], trees=[SMALL_TREE], generate=2, evaluation="linear", moves=3)
    position, tree, *generated = test.tasks
    assert (position.name, position.root) == ("position 1", State.parse(SMALL))
    assert (position.depth, position.evaluation, position.moves) == (2, "linear", 3)
    assert (tree.name, tree.root, tree.depth) == ("tree 2", TreePosition.parse(SMALL_TREE), 2)
    assert [task.name.split()[1] for task in generated] == ["3", "4"]
    assert test.size == 4
    one, same, other = (small(generate=2, seed=seed).tasks for seed in (1, 1, 2))
    assert one == same != other


def test_a_hidden_test_cannot_be_recognised():
    asked = {"positions": [SMALL], "trees": [SMALL_TREE], "generate": 3}
    shown = small(**asked).tasks
    seen = [small(**asked, visibility="hidden", seed=seed).tasks for seed in range(5)]
    for number, task in enumerate(shown):
        hidden = [each[number] for each in seen]
        assert len({str(each.root) for each in hidden} - {str(task.root)}) > 1
        assert {each.name for each in hidden} == {task.name}
