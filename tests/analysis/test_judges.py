"""Moves judged by a search, by all positions of a small game, and by a solution."""

from functools import reduce
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from helpers.drawn_games import RING, drawn_game
from helpers.mazes import games
from pacgrid import Layout, State
from pacgrid.agent import Report
from pacgrid.agent_loader import TEAMS, load_agent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.analysis.analyse import analyse
from pacgrid.analysis.judges import (
    LINE_ROUNDS,
    AnalysisError,
    Judgement,
    SearchJudge,
    SolutionJudge,
    chance_ghosts,
)
from pacgrid.game import Limits, play
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.search import best
from pacgrid.solutions import SolutionError
from pacgrid.solutions.solve import solve

CHANCE_GHOSTS = [RandomGhost(), DirectionalGhost(attack=0.5)]


@given(games(), st.sampled_from([20, 200]), st.booleans())
def test_all_values_are_exact_to_the_same_horizon(states, nodes, chance):
    state = states[-1]
    assume(not state.is_terminal)
    ghosts = (CHANCE_GHOSTS * 2)[: state.num_agents - 1] if chance else []
    assume(state.to_move == 0 or not ghosts)
    judgement = SearchJudge(state.maze, ghosts, nodes=nodes).judge(state, 0, None)
    agent = Expectimax(ghosts=ghosts) if ghosts else Minimax()
    agent.report = Report()
    assert judgement.values == agent.action_values(state, judgement.plies)


@given(games(), st.integers(1, 4))
def test_near_a_limit_on_rounds_only_the_score_counts(states, plies_left):
    state = states[-1]
    assume(not state.is_terminal)
    judgement = SearchJudge(state.maze, nodes=10_000).judge(state, 0, plies_left)
    agent = Minimax(evaluation="score")
    agent.report = Report()
    assert judgement.complete
    assert judgement.values == agent.action_values(state, plies_left)


@pytest.mark.parametrize("ghosts", [[], [DirectionalGhost(attack=0.9)] * 2], ids=["MIN", "chance"])
def test_the_line_leads_to_the_value_or_each_ghost_makes_its_likeliest_move(ghosts):
    state = State.initial(Layout.load("small"))
    judge = SearchJudge(state.maze, ghosts, nodes=3000)
    judgement = judge.judge(state, 0, None)
    action = best(state, judgement.values)
    line = judge.line(state, 0, action, judgement)
    assert len(line) == judgement.plies
    for each in line:
        if state.to_move and ghosts:
            chances = ghosts[0].distribution(state)
            assert chances[each] == max(chances.values())
        state = state.successor(each)
    assert ghosts or Minimax().evaluate(state) == judgement.values[action]


def test_it_knows_what_the_ghosts_of_the_arcade_do():
    names = ["reflex", *TEAMS["arcade"].members]
    record = play(Layout.load("arcade"), [*map(load_agent, names)], limits=Limits(rounds=60))
    judge, agents = SearchJudge.of(record), len(names)
    assert judge.name == "expectimax against the team arcade"
    played = [move.action for move in record.moves]
    for ply, (state, after) in enumerate(pairwise(record.states())):
        if not state.to_move and not any(ghost.scared for ghost in after.ghosts):
            expected = played[ply : ply + agents]
            judgement = Judgement({}, len(expected), complete=False)
            assert [*judge.line(state, ply, expected[0], judgement)] == expected


@pytest.mark.parametrize(
    ("names", "known"),
    [
        ("random_ghost directional_ghost:attack=0.5,flee=1", 2),
        ("arcade_ghost:personality=shy random_ghost", 2),
        ("random_ghost minimax_ghost", 0),
        *(("random_ghost:mood=bad", 0), ("directional_ghost:attack=7", 0)),
        *((" : keyboard", 0), ("", 0)),
    ],
)
def test_the_chances_of_shipped_ghosts_are_known(names, known):
    assert len(chance_ghosts(names.split(" ") if names else [])) == known


def test_no_file_that_a_record_names_is_run(tmp_path):
    file = tmp_path / "random_ghost.py"
    file.write_text("raise SystemExit('run')")
    assert chance_ghosts([str(file), f"{file}:RandomGhost", "random_ghost.py"]) == []


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


def game(actions, layout=TRAP):
    state = reduce(State.successor, actions, State.initial(layout))
    moves = tuple(Move(action, 0, 0) for action in actions)
    return Record(PacmanSetup(layout, 2), ("a", "b"), 0, moves, state.score, Ending.QUIT)


@given(st.lists(st.floats(0, 0.99), max_size=40))
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
    assert len(line) == LINE_ROUNDS * 2
    assert state.score == pytest.approx(trap.value(start))


def test_the_worst_moves_are_judged_by_a_solution_against_chance(tmp_path):
    layout, ghosts = Layout.load("pocket"), DirectionalGhost(attack=0.5)
    solution = solve(layout, ghosts=ghosts, rounds=50, path=tmp_path / "solution")
    start = state = State.initial(layout)
    actions = []
    while not state.is_terminal and len(actions) < 20:
        values = solution.action_values(state)
        actions.append(min(values, key=values.__getitem__))
        state = state.successor(actions[-1])
    analysis = analyse(game(actions, layout), SolutionJudge(solution))
    assert analysis.has_chance
    assert analysis.judge == "exact for 50 rounds, against DirectionalGhost"
    assert {move.agent for move in analysis.moves} == {0}
    worst = analysis.turning_point()
    assert reduce(State.successor, (*actions[: worst.ply], *worst.line), start), (
        "all of it is legal"
    )


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
