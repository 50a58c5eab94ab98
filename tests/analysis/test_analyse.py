"""The regret of each move of a game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.drawn_games import RING, drawn_game
from pacgrid.action import Action, letter_of
from pacgrid.analysis.analyse import analyse
from pacgrid.analysis.game_analysis import Mark
from pacgrid.analysis.judges import SearchJudge
from pacgrid.games.game_setup import Ending
from pacgrid.state import State

DETOUR = """
    %%%%%%%%%
    %  1  . %
    % %%%%% %
    %   P  .%
    %%%%%%%%%
    """


def test_running_into_the_ghost_is_a_blunder_and_progress_is_reported():
    record, seen = drawn_game(RING, "EW"), []
    progress = lambda done, total: seen.append((done, total))  # noqa: E731
    analysis = analyse(record, SearchJudge.of(record), progress)
    first, second = analysis.moves
    assert (first.action, first.best, first.mark) == (Action.EAST, Action.WEST, Mark.BLUNDER)
    assert first.line[0] is Action.WEST
    assert analysis.turning_point() is first
    assert (second.agent, second.regret, second.mark) == (1, 0, None)
    assert seen == [(1, 2), (2, 2)]
    assert analyse(record, SearchJudge.of(record), ghosts=False).moves == (first,)


@given(st.data())
@settings(max_examples=15)
def test_where_values_are_exact_regrets_add_up_to_what_was_lost(data):
    state, letters = State.parse(DETOUR), ""
    for _ in range(2 * data.draw(st.integers(1, 2))):
        action = data.draw(st.sampled_from(state.legal_actions()))
        letters += letter_of(action)
        state = state.successor(action)
    record = drawn_game(DETOUR, letters, Ending.ROUND_LIMIT)
    moves = analyse(record, SearchJudge(state.maze, nodes=10**6)).moves
    lost = sum(move.regret * (-1 if move.agent else 1) for move in moves)
    assert moves[0].value - state.score == pytest.approx(lost)
    for move in moves:
        assert move.plies is None
        assert move.regret >= 0
        assert (move.regret == 0) == (move.best is move.action)


def test_only_pacman_is_judged_against_ghosts_that_leave_their_moves_to_chance():
    record = drawn_game(RING, "WWWW", ghosts=["directional_ghost:attack=0.9"])
    analysis = analyse(record, SearchJudge.of(record))
    assert {move.agent for move in analysis.moves} == {0}
    assert analysis.has_chance
    assert analysis.judge.startswith("expectimax against directional_ghost:attack=0.9, ")
