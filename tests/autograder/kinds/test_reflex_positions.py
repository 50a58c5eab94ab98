from dataclasses import replace

import pytest

from helpers.grades import ASSIGNMENT, GOOD, UNANSWERED
from helpers.grades import reflex as reflex_question
from helpers.grading import question_tests, worker
from pacgrid.autograder.diagnosis import reflex_mistakes as reflex
from pacgrid.autograder.kinds.games import Games, Threshold
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.kinds.positions import Positions
from pacgrid.autograder.model.diagnosis import Verdict
from pacgrid.autograder.model.outcome import OUTCOMES, Outcome
from pacgrid.autograder.reports.pages import as_page
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.state import State

AGENTS = """
from pacgrid import Action, Agent

class Stops(Agent):
    def __init__(self, depth=1):
        pass
    def act(self, state):
        return Action.STOP

class StopsOnSmallBoards(Agent):
    def act(self, state):
        if len(state.maze.positions) < 9:
            return Action.STOP
        return max(state.legal_actions(), key=lambda action: value(state.successor(action)))

def value(state):
    near = [g for g in state.ghosts if state.maze.distance(state.pacman, g.position) < 3]
    food = state.maze.nearest(state.pacman, state.food) if state.food else 0
    return state.score - food - 9 * len([ghost for ghost in near if not ghost.scared])

class Gambles(Agent):
    def act(self, state):
        return self.rng.choice(state.legal_actions())

class FailsLater(Agent):
    def act(self, state):
        return Action.EAST if state.maze.width < 9 else 1 / 0
"""


file, client = worker(AGENTS)


def in_a_position(client: WorkerClient, answer: str) -> Outcome:
    (test,) = (test for test in question_tests("reflex") if isinstance(test, Positions))
    drawn = State.parse("%%%%%%%\n%.  P1%\n%%%%%%%")
    return test.model_copy(update={"positions": [drawn]}).run(Part(client, answer))


def in_games(client: WorkerClient, answer: str, **options: object) -> Outcome:
    (test,) = (test for test in question_tests("reflex") if isinstance(test, Games))
    asked = [Threshold(average_score=5000, points=1)]
    test = test.model_copy(update={"games": 1, "thresholds": asked, "options": options})
    return test.run(Part(client, answer))


@pytest.mark.parametrize("play", [in_a_position, in_games])
def test_an_agent_that_loses_points_is_diagnosed(client, play):
    outcome = play(client, "Stops")
    assert outcome.diagnosis.findings == (reflex.SAME_PLACE,)
    assert outcome.diagnosis.evidence == "It stopped in all of 40 positions."
    assert OUTCOMES.read(OUTCOMES.dump(outcome)) == outcome


def test_what_is_not_known_is_unstable_or_shown_in_the_test(client):
    found = in_games(client, "Gambles").diagnosis
    assert (found.verdict, found.findings) == (Verdict.UNSTABLE, (reflex.RANDOM,))
    found = in_a_position(client, "StopsOnSmallBoards").diagnosis
    assert (found.verdict, found.findings) == (Verdict.UNEXPLAINED, ())
    assert found.counterexample.name == "position 1"
    assert in_games(client, "Stops", depth=2).diagnosis is None, "it is no reflex agent"


def test_an_agent_that_fails_when_it_is_asked_more_gets_the_advice(client):
    outcome = in_a_position(client, "FailsLater")
    assert outcome.diagnosis is None
    assert outcome.advice.startswith("position 1: chose east, best is west")


def test_the_page_shows_the_position_without_a_search_to_step_through(client):
    grade = replace(GOOD, questions=(reflex_question(in_a_position(client, "Stops")), UNANSWERED))
    page = as_page(student_view(ASSIGNMENT, grade))
    assert "your agent plays the first or the last legal action in every position" in page
    assert "It stopped in all of 40 positions. In all, it chose a best action in 0 of 1" in page
    assert "A position where it is wrong (looking 1 round ahead)" in page
    assert "Step through" not in page
    assert "--only" not in page, "the position is not one of the test"
