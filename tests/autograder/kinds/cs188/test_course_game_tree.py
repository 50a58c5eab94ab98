"""Positions of a game that a solution drives, with agents in workers."""

from pathlib import Path

import pytest

from helpers.grading import worker
from pacgrid.autograder.assignments.case_folder import load_test_cases
from pacgrid.autograder.kinds.cs188.course_game_tree import CourseGameTree, right_states
from pacgrid.autograder.kinds.cs188.course_kind import ExploredStates, ImpossibleStepError
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.worker.services import explored_steps
from pacgrid.cs188.game_state import GameState
from pacgrid.state import State

TESTS = Path(__file__).parents[3] / "course_tests"
SILENT = "returned None (NoneType), as a function without a return does"
AGENTS = """
import sys
from game import Agent

class Right(Agent):
    def __init__(self, depth="2"):
        self.depth = int(depth)

    def getAction(self, state):
        return self.value(state, 0, self.depth)[1]

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth - 1
        if depth == 0 or state.isWin() or state.isLose():
            return state.getScore(), None
        pick = min if agent else max
        return pick(
            ((self.value(state.generateSuccessor(agent, action), agent + 1, depth)[0], action)
            for action in state.getLegalActions(agent)), key=lambda child: child[0]
        )

class Twice(Right):
    def getAction(self, state):
        [state.generateSuccessor(1, action) for action in state.getLegalActions(1)]
        return super().getAction(state)

class Stays(Right):
    def getAction(self, state):
        super().getAction(state)
        return "Stop"

class Silent(Right):
    def getAction(self, state):
        super().getAction(state)

class Crashes(Right):
    def registerInitialState(self, state):
        self.left = 2
    def getAction(self, state):
        self.left -= 1
        return 1 / self.left and super().getAction(state)

class Exits(Right):
    def getAction(self, state):
        sys.exit(1)

class Unbuilt(Right):
    def __init__(self):
        pass
"""


file, client = worker(AGENTS, "multiAgents.py")


def game(agent: str, **changes: object) -> CourseGameTree:
    question = load_test_cases(TESTS).question("q2")
    (test,) = (test for test in question.tests if isinstance(test, CourseGameTree))
    return test.model_copy(update={"agent": agent, **changes})


@pytest.mark.parametrize(
    ("agent", "status", "note", "shown"),
    [
        ("Right", "passed", "", ""),
        ("Twice", "failed", "explored ", "move 1: explored "),
        ("Stays", "failed", "chose wrong in ", "chose Stop, expected "),
        ("Silent", "failed", "chose wrong in ", f"move 1: {SILENT}\n"),
        ("Crashes", "failed", "ZeroDivisionError: ", ""),
        ("Exits", "raised", "SystemExit: ", ""),
        ("Unbuilt", "raised", "TypeError: ", ""),
    ],
)
def test_only_the_right_search_passes_and_the_first_wrong_position_is_shown(
    client, agent, status, note, shown
):
    outcome = game(agent).run(Part(client, ""))
    (case,) = outcome.cases
    assert case.status == status
    assert case.note.startswith(note)
    assert bool(case.note) == (agent != "Right")
    assert shown in outcome.advice
    assert bool(outcome.advice) == ("\n%%%" in outcome.advice) == bool(shown)
    assert (outcome.failure is None) == (bool(shown) or agent == "Right")


MOVES = len(game("Stays").optimal)
STOPS, NONE, EARLY = [[["Stop"]]] * MOVES, [[[]]] * MOVES, [[[], ["Stop"]]]
PARTIAL = "searches only a part of the last round"


@pytest.mark.parametrize(
    ("partial_ply", "other_depth", "note"),
    [
        (STOPS, NONE, PARTIAL),
        (NONE, STOPS, "searches a round too many or too few"),
        (EARLY + STOPS[1:], NONE, PARTIAL),
    ],
    ids=["a part of a round", "another depth", "a variant ends early"],
)
def test_choices_of_a_known_wrong_search_are_named(client, partial_ply, other_depth, note):
    test = game("Stays", partial_ply=partial_ply, other_depth=other_depth)
    (case,) = test.run(Part(client, "")).cases
    assert case.note == note


@pytest.mark.parametrize("second", [[], [[]], [[([], 3)]], [[(["Jump"], 3)]]])
def test_a_solution_without_a_legal_action_is_no_success(client, second):
    optimal = [*game("Right").optimal[:1], *second]
    (case,) = game("Right", optimal=optimal).run(Part(client, "")).cases
    assert (case.status, case.note) == ("failed", "the solution has no legal action for move 2")


ROOT = GameState.of(State.parse("%%%%%%%\n%.P  1%\n%%%%%%%"))
NORTH, EAST, _, WEST, STOP = range(5)


def explored(*steps: tuple[int, int, int], most: int = 9) -> ExploredStates:
    states = ExploredStates(ROOT, most)
    states.add(steps)
    return states


@pytest.mark.parametrize(
    ("steps", "count"),
    [
        ([], 0),
        ([(0, 0, WEST)], 2),
        ([(0, 0, WEST), (0, 0, WEST)], 2),  # equal states are one
        ([(0, 0, EAST), (1, 1, WEST)], 3),
        ([(-1, 0, STOP)], 1),
        ([(-1, 0, STOP), (1, 0, EAST)], 2),  # nobody knows what that leads to
    ],
)
def test_states_are_made_again_and_counted(steps, count):
    assert explored(*steps).count == count


@pytest.mark.parametrize(
    "step", [(1, 0, WEST), (-2, 0, WEST), (0, 0, NORTH), (0, 1, STOP), (0, 2, WEST), (0, 0, 5)]
)
def test_an_impossible_step_is_refused_and_too_many_are(step):
    with pytest.raises(ImpossibleStepError):
        explored(step)
    assert not explored(*[(0, 0, STOP)] * 9).is_too_many
    many = explored(*[(0, 0, STOP)] * 10)
    assert (many.is_too_many, str(many)) == (True, "more than 9 states")


def test_a_search_is_reported_as_it_was():
    GameState.getAndResetExplored()
    for action in ROOT.getLegalActions():
        for reply in (after := ROOT.generateSuccessor(0, action)).getLegalActions(1):
            after.generateSuccessor(1, reply)
    searched = GameState.getAndResetExplored()
    again = explored(*explored_steps(ROOT, searched))
    assert again.states == set(searched) == next(right_states(ROOT, "minimax", 1))
    earlier = ROOT.generateSuccessor(0, "Stop")
    GameState.getAndResetExplored()
    earlier.generateSuccessor(0, "East")
    ROOT.generateSuccessor(0, "East")
    again = explored(*explored_steps(ROOT, GameState.getAndResetExplored()))
    assert again.count == 4, "a state of another move counts"
    assert len(again.states) == 2, "but it is no state of the search"


def test_alpha_beta_explores_a_part_of_what_minimax_does():
    root = GameState.of(State.parse("%%%%%%%\n%% 1 %%\n%. % .%\n%% P %%\n%%%%%%%"))
    (everything, _) = right_states(root, "minimax", 3)
    natural, without_stop, *_ = right_states(root, "alpha_beta", 3)
    assert natural < everything
    assert len(without_stop) < len(natural)
