"""What is right in the positions in which changes are tried."""

from functools import partial
from math import inf

import pytest
from pydantic_core import to_json

from helpers.repairs import few_probes
from pacgrid.autograder.diagnosis.evidence import truth_of
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.sandbox.channel import MAX_BYTES
from pacgrid.autograder.worker.trial_service import FAILED, OVER
from pacgrid.tree.reference_search import RIGHT_SEARCHES

KINDS = ("minimax", "alpha_beta", "expectimax")


@pytest.mark.parametrize("kind", KINDS)
def test_the_right_search_is_right_and_anything_else_is_wrong(kind: str) -> None:
    for probe in few_probes(kind, range(1000, 1060), scores_finished=False):
        task = probe.task
        seen = observe(task, partial(RIGHT_SEARCHES[kind], depth=task.depth))
        answer = [(int(each.chosen), 1, None) for each in seen.decisions]
        first, later = answer[0][0], answer[1:]
        assert probe.is_right(answer)
        assert not probe.is_right([])
        assert not probe.is_right([*answer, answer[0]])
        truth = truth_of(task, task.root)
        for wrong in (-5, FAILED, 99, *{*range(5)}.difference(truth.best)):
            assert not probe.is_right([(wrong, 1, None), *later])
        worth = truth.values[seen.decisions[0].chosen]
        for value, is_meant in ((worth, True), (worth + 1, False), (inf, False), (None, False)):
            told = (first, 1, value)
            assert probe.reports_right([told]) == is_meant
            assert probe.is_right([told, *later], by_value=True) == (is_meant or value is None)
        assert not probe.reports_right([(99, 1, worth)])


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_says_what_the_game_says_and_fits_into_a_message(kind: str) -> None:
    for probe in few_probes(kind, range(1000, 1060), scores_finished=True):
        task = probe.task
        _, agents, moves, most, rows = probe.table
        assert len(to_json(probe.table)) < MAX_BYTES / 4
        assert (agents, moves) == (task.root.num_agents, task.moves)
        assert most > probe.size >= probe.pruned_size
        number, state = 0, task.root
        for ply in range(agents * task.depth):
            to_move, score, value, over, actions, children = rows[number]
            assert (to_move, score) == (state.to_move, state.score)
            assert over == OVER["win" if state.is_win else "loss" if state.is_loss else ""]
            if state.is_terminal:
                assert value == score
                break
            assert value == task.evaluate(state)
            assert actions == [int(each) for each in state.legal_actions()]
            number = children[ply % len(actions)]
            state = state.successor(state.legal_actions()[ply % len(actions)])
