"""Moves judged by an exact solution."""

from functools import reduce

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from helpers.drawn_games import RING, drawn_game
from pacgrid import Layout, State, play
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.analysis.analyse import analyse
from pacgrid.analysis.judge import AnalysisError
from pacgrid.analysis.solution_judge import MOST_ROUNDS, SolutionJudge
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.solutions.objective import Objective, SolutionError
from pacgrid.solutions.solve import solve

TRAP = Layout.load("trap")


@pytest.fixture(scope="module")
def trap(tmp_path_factory):
    """A solution against ghosts that play their best, whose values have converged."""
    solution = solve(TRAP, rounds=100, path=tmp_path_factory.mktemp("trap") / "solution")
    assert solution.converged_after
    return solution


@pytest.fixture(scope="module")
def cornered(tmp_path_factory):
    """A solution against a ghost that leaves its moves to chance, whose values have converged."""
    path = tmp_path_factory.mktemp("cornered") / "solution"
    return solve(Layout.load("cornered"), ghosts=DirectionalGhost(), rounds=100, path=path)


def game(actions, ending=Ending.QUIT):
    state = reduce(State.successor, actions, State.initial(TRAP))
    moves = tuple(Move(action, 0, 0) for action in actions)
    return Record(PacmanSetup(TRAP, 2), ("a", "b"), 0, moves, state.score, ending)


@given(st.lists(st.floats(0, 0.99), max_size=40))
@settings(max_examples=30)
def test_regrets_add_up_to_what_was_lost(trap, choices):
    state, actions = State.initial(TRAP), []
    for choice in choices:
        if state.is_terminal:
            break
        legal = state.legal_actions()
        actions.append(legal[int(choice * len(legal))])
        state = state.successor(actions[-1])
    moves = analyse(game(actions), SolutionJudge(trap)).moves
    lost = sum(move.regret * (-1 if move.agent else 1) for move in moves)
    assert trap.value(State.initial(TRAP)) - trap.value(state) == pytest.approx(lost, abs=0.1)
    assert all(move.regret >= 0 for move in moves)
    assert all((move.regret == 0) == (move.best is move.action) for move in moves)


def test_the_best_play_of_both_sides_costs_nothing_and_is_the_line(trap):
    judge, state, actions = SolutionJudge(trap), State.initial(TRAP), []
    while not state.is_terminal:
        actions.append(trap.optimal_actions(state)[0])
        state = state.successor(actions[-1])
    assert not any(move.regret for move in analyse(game(actions), judge).moves)
    start = State.initial(TRAP)
    line = judge.line(start, 0, actions[0], judge.judge(start, 0, None))
    assert line == tuple(actions[: len(line)])
    assert len(line) == MOST_ROUNDS * 2
    assert state.score == pytest.approx(trap.value(start))


def test_chances_of_winning_have_marks_of_their_own(tmp_path):
    layout, ghosts = Layout.load("pocket"), DirectionalGhost(attack=0.5)
    solution = solve(
        layout, ghosts=ghosts, objective=Objective.WIN, rounds=50, path=tmp_path / "solution"
    )
    judge, start = SolutionJudge(solution), State.initial(layout)
    state, moves = start, []
    while not state.is_terminal and len(moves) < 20:
        values = solution.action_values(state)
        moves.append(Move(min(values, key=values.__getitem__), 0, 0))
        state = state.successor(moves[-1].action)
    record = Record(PacmanSetup(layout, 2), ("a", "b"), 0, tuple(moves), state.score, Ending.QUIT)
    analysis = analyse(record, judge)
    assert (analysis.unit, analysis.has_chance) == ("chance of winning", True)
    assert analysis.judge == "exact for 50 rounds, against DirectionalGhost"
    assert {move.agent for move in analysis.moves} == {0}
    assert all(0 <= value <= 1.000001 for move in analysis.moves for value in move.values.values())
    worst = analysis.turning_point()
    assert worst
    before = reduce(State.successor, (m.action for m in moves[: worst.ply]), start)
    assert reduce(State.successor, worst.line, before)  # all of it is legal


@given(st.integers(0, 99))
@settings(max_examples=10)
def test_what_regrets_do_not_explain_is_luck(cornered, seed):
    agents = [RandomAgent(), DirectionalGhost()]
    record = play(cornered.layout, agents, seed=seed, limits=Limits(rounds=200))
    assume(record.ending in (Ending.WON, Ending.CAUGHT))
    analysis = analyse(record, SolutionJudge(cornered))
    given_away = sum(move.regret for move in analysis.moves)
    start = cornered.value(State.initial(cornered.layout))
    assert start - given_away + analysis.luck == pytest.approx(record.score, abs=0.1)


def test_a_solution_of_another_board_is_refused(trap, tmp_path):
    path = tmp_path / "ring.solution"
    record = drawn_game(RING, "EW")
    solve(record.layout, rounds=3, path=path)
    assert analyse(record, SolutionJudge.load(path, record.first_state)).moves[0].regret == 498
    with pytest.raises(
        AnalysisError, match=r"ring.solution: solves another board with 1 ghost; .* trap "
    ):
        SolutionJudge.load(path, State.initial(TRAP), "trap")
    with pytest.raises(SolutionError, match=r"none"):
        SolutionJudge.load(tmp_path / "none", record.first_state)
