"""Moves judged by a search."""

from functools import reduce
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Layout, State, play
from pacgrid.agent import Report
from pacgrid.agent_loader import load_agent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.analysis.judge import Judgement
from pacgrid.analysis.search_judge import SearchJudge, chance_ghosts
from pacgrid.game import Limits
from pacgrid.search import best
from pacgrid.teams import TEAMS

CHANCE = [RandomGhost(), DirectionalGhost(attack=0.5)]


@given(games(), st.sampled_from([20, 200]), st.booleans())
@settings(max_examples=30)
def test_all_values_are_exact_to_the_same_horizon(states, nodes, chance):
    state = states[-1]
    assume(not state.is_terminal)
    ghosts = (CHANCE * 2)[: state.num_agents - 1] if chance else []
    assume(state.to_move == 0 or not ghosts)
    judgement = SearchJudge(state.maze, ghosts, nodes=nodes).judge(state, 0, None)
    agent = Expectimax(ghosts=ghosts) if ghosts else Minimax()
    agent.report = Report()
    assert judgement.values == agent.action_values(state, judgement.plies)


@given(games(), st.integers(1, 4))
@settings(max_examples=30)
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
        (["arcade_ghost:personality=shy", "learned_ghost"], 2),
        (["learned_ghost:file=none.json"], 0),
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
