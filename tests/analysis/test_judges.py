"""Moves judged by a search, by all positions of a small game, and by a solution."""

import json
from functools import cache, reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

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
from pacgrid.analysis import judges
from pacgrid.analysis.analyse import analyse
from pacgrid.analysis.analysis_file import analysis_json, read_analysis
from pacgrid.analysis.game_analysis import Mark
from pacgrid.analysis.judges import (
    LINE_ROUNDS,
    AnalysisError,
    ExactJudge,
    Judgement,
    SearchJudge,
    SolutionJudge,
    chance_ghosts,
)
from pacgrid.game import Limits, play
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.record import Record
from pacgrid.records.thought import Move
from pacgrid.search import CHANCE, best
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


def test_the_line_leads_to_the_value():
    state = State.initial(Layout.load("small"))
    judge = SearchJudge(state.maze, nodes=3000)
    judgement = judge.judge(state, 0, None)
    action = best(state, judgement.values)
    line = judge.line(state, 0, action, judgement)
    end = reduce(State.successor, line, state)
    assert len(line) == judgement.plies
    assert Minimax().evaluate(end) == judgement.values[action]


def test_in_a_line_each_ghost_makes_its_likeliest_move():
    state = State.initial(Layout.load("small"))
    ghosts = [DirectionalGhost(attack=0.9)] * 2
    judge = SearchJudge(state.maze, ghosts, nodes=3000)
    judgement = judge.judge(state, 0, None)
    line = judge.line(state, 0, best(state, judgement.values), judgement)
    for action in line:
        if state.to_move:
            chances = ghosts[0].distribution(state)
            assert chances[action] == max(chances.values())
        state = state.successor(action)


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
        (["random_ghost", "directional_ghost:attack=0.5,flee=1"], 2),
        (["arcade_ghost:personality=shy", "random_ghost"], 2),
        (["random_ghost", "minimax_ghost"], 0),
        (["random_ghost:mood=bad"], 0),
        (["directional_ghost:attack=7"], 0),
        (["", ":", "keyboard"], 0),
        ([], 0),
    ],
)
def test_the_chances_of_shipped_ghosts_are_known(names, known):
    assert len(chance_ghosts(names)) == known


def test_no_file_that_a_record_names_is_run(tmp_path):
    file = tmp_path / "random_ghost.py"
    file.write_text("raise SystemExit('run')")
    assert chance_ghosts([str(file), f"{file}:RandomGhost", "random_ghost.py"]) == []


GAMES = ["tictactoe", "hexapawn", "nim:heaps=1-2-2", "book", "cut_off"]


def played(
    game: str, first: str = "random_agent", second: str = "random_agent", seed: int = 5
) -> Record:
    return play(BoardSetup.load(game), [load_agent(first), load_agent(second)], seed=seed)


@cache
def value(state: Any) -> float:
    """By plain recursion, for games in which no position repeats."""
    if state.is_terminal:
        return float(state.score)
    after = {action: value(state.successor(action)) for action in state.legal_actions()}
    if state.to_move == CHANCE:
        return sum(share * after[action] for action, share in state.distribution().items())
    return (max if state.to_move == 0 else min)(after.values())


@pytest.mark.parametrize("game", GAMES)
def test_values_are_those_of_a_recursion(game: str) -> None:
    record = played(game)
    analysis = analyse(record)
    states = list(record.states())
    assert analysis.moves
    for move in analysis.moves:
        state = states[move.ply]
        assert move.values == {a: value(state.successor(a)) for a in state.legal_actions()}
        assert move.regret == abs(value(state) - value(states[move.ply + 1]))
    assert read_analysis(json.dumps(analysis_json(analysis, record)), record) == analysis


def test_positions_that_repeat_have_values_that_agree_with_each_other() -> None:
    setup = BoardSetup.load("pig:target=6")
    judge = ExactJudge(setup.first_state, setup.title)
    record = play(setup, [load_agent("random_agent"), load_agent("random_agent")], seed=1)
    for before, after in pairwise(record.states()):
        values = judge.judge(before, 0, None).values
        mine = judge._values[before]
        if before.to_move == CHANCE:
            shares = before.distribution()
            assert mine == pytest.approx(sum(shares[a] * v for a, v in values.items()))
        else:
            assert mine == pytest.approx((max if before.to_move == 0 else min)(values.values()))
        assert -1 <= judge._values[after] <= 1
    assert judge.has_chance
    assert judge.span == 2


def test_all_agents_are_judged_but_chance_is_not() -> None:
    record = played("pig:target=8", seed=2)
    analysis = analyse(record)
    states = list(record.states())
    decisions = [ply for ply, state in enumerate(states[:-1]) if state.to_move != CHANCE]
    assert [move.ply for move in analysis.moves] == decisions
    assert {move.agent for move in analysis.of()} == {0, 1}


def test_a_move_that_gives_a_win_away_is_a_blunder_with_the_line_that_proves_it() -> None:
    setup = BoardSetup.load("nim:heaps=1-2")
    state = setup.first_state
    wrong = next(a for a in state.legal_actions() if value(state.successor(a)) < value(state))
    last = state.successor(wrong)
    record = Record(setup, ("a", "b"), 0, (Move(wrong),), last.score, setup.ending(last))
    (move,) = analyse(record).moves
    assert (move.mark, move.regret) == (Mark.BLUNDER, 2)
    for action in move.line:
        state = state.successor(action)
    assert state.is_terminal
    assert state.score == value(setup.first_state)


def test_a_game_with_too_many_positions_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judges, "MOST_POSITIONS", 1_000)
    judges._values.cache_clear()
    with pytest.raises(AnalysisError, match=r"^tictactoe: has more than 1,000 positions, too many"):
        analyse(played("tictactoe"))


def test_positions_that_can_not_be_hashed_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text("from pacgrid.games.nim import Nim\nclass Mine(Nim):\n  __hash__ = None\n")
    setup = BoardSetup.load(str(file))
    with pytest.raises(AnalysisError, match=r"my_game.py: its positions can't be hashed"):
        ExactJudge(setup.first_state, setup.title)


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
    judge, start = SolutionJudge(solution), State.initial(layout)
    state, moves = start, []
    while not state.is_terminal and len(moves) < 20:
        values = solution.action_values(state)
        moves.append(Move(min(values, key=values.__getitem__), 0, 0))
        state = state.successor(moves[-1].action)
    record = Record(PacmanSetup(layout, 2), ("a", "b"), 0, tuple(moves), state.score, Ending.QUIT)
    analysis = analyse(record, judge)
    assert (analysis.unit, analysis.has_chance) == ("points", True)
    assert analysis.judge == "exact for 50 rounds, against DirectionalGhost"
    assert {move.agent for move in analysis.moves} == {0}
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
