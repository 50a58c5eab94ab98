"""What a change tells of a mistake, by its operator and its place."""

from textwrap import dedent

import pytest

from pacgrid.autograder.diagnosis.catalogue import known_mistakes
from pacgrid.autograder.diagnosis.repair import names
from pacgrid.autograder.diagnosis.repair.edits import Edit, edits
from pacgrid.autograder.diagnosis.repair.names import Effect, mistake_of
from pacgrid.autograder.diagnosis.repair.source_text import SourceText
from pacgrid.autograder.model.diagnosis import SearchName

SEARCH = """
    class Agent:
        def act(self, state):
            best = 0
            for action in [a for a in state.legal_actions() if a != Action.STOP]:
                value = self.value(state.successor(action), 2 * self.depth, best, INF)
                if value >= best:
                    best, chosen = value, action
            return chosen

        def value(self, state, depth, alpha, beta):
            if state.is_win:
                return 500
            if depth == 0:
                return state.score
            if depth < 0:
                return self.evaluation(self.root)
            key = (state, depth)
            if key in self.memo:
                return self.memo[key]
            values = []
            for action in state.legal_actions():
                value = -self.value(state.successor(action), depth - 1, alpha, beta)
                values.append(value)
                if value > alpha:
                    return alpha
                alpha = min(alpha, value)
            if state.to_move == state.num_agents - 1:
                return sum(values)
            return max(values)

        def mean(self, state, values):
            total = self.count = 0
            for value in {each for each in values}:
                total = (total + value) / 2
            return int(total // 3)

        def low(self, state, depth, alpha, beta):
            worst = INF
            for action in state.legal_actions():
                score = self.value(state.successor(action), depth, alpha, worst)
                if score > worst:
                    worst = score
                if worst < beta:
                    beta = score

        def only(self, state, moves, value):
            tens = round(value, -1)
            return [self.value(state.successor(a), tens, 0, 0) for a in moves[:1]]
"""
SOURCE = SourceText("agent.py", dedent(SEARCH).encode())
FAR, SHORT = Effect(depth_error=1), Effect(depth_error=-1)
SEVERAL = Effect(only_several=True)
SHORT_WITH_SEVERAL = Effect(depth_error=-1, only_several=True)
STILL_FEWER_CUTS = Effect(prunes_less=True)


def change(old: str, new: str) -> Edit:
    """The first change that writes `new` for `old`."""
    starts = [n for n, line in enumerate(SOURCE.lines, start=1) if "def " in line]
    found = (e for e in edits(SOURCE, starts) if e.text == old and new in e.splices[-1][2])
    return next(found)


@pytest.mark.parametrize(
    ("search", "old", "new", "effect", "name"),
    [
        ("minimax", "0", '-float("inf")', Effect(), "starts_at_zero"),
        ("minimax", "a != Action.STOP", "True", Effect(), "no_stop"),
        ("minimax", "2", "num_agents", SEVERAL, "ghosts_are_one"),
        ("minimax", "self.depth", "* state.num_agents", SHORT, "depth_per_agent"),
        ("minimax", "depth == 0", "<=", FAR, "looks_too_far"),
        ("minimax", "depth == 0", "<=", SHORT, "looks_too_short"),
        ("minimax", "depth == 0", "<=", Effect(), ""),
        ("minimax", "state.num_agents", "- 1", SEVERAL, "miscounts_agents"),
        ("minimax", "return 500", "score", Effect(), "rewrites_scores"),
        ("minimax", "tens = round(value, -1)", "is_terminal", Effect(), "no_terminal_test"),
        ("minimax", "-1", "(1)", Effect(), ""),
        ("minimax", "-1", "to_move == 0 else -1", Effect(), "changes_sign"),
        ("minimax", "2", "num_agents", SHORT_WITH_SEVERAL, "looks_too_short"),
        ("alpha_beta", "beta = score", "alpha = score", Effect(), "sets_wrong_bound"),
        ("alpha_beta", "value > alpha", "value < beta", Effect(), "swaps_bounds"),
        ("alpha_beta", "worst", "min(beta, worst)", Effect(), "sets_wrong_bound"),
        ("minimax", "moves[:1]", "moves", Effect(), "uses_one_action"),
        ("minimax", "state.is_win", "is_terminal", Effect(), "one_kind_of_end"),
        ("minimax", "state.score", "evaluation(state)", Effect(), "ignores_evaluation"),
        ("minimax", "self.evaluation(self.root)", "(state)", Effect(), "evaluates_other_state"),
        ("minimax", "key in self.memo", "False", Effect(), "memo_without_depth"),
        ("alpha_beta", "key in self.memo", "False", Effect(), "memo_of_bounds"),
        ("alpha_beta", "value >= best", "> (best)", Effect(), "takes_pruned_for_tie"),
        ("alpha_beta", "alpha", "beta", Effect(), "swaps_bounds"),
        ("alpha_beta", "return alpha", "state.score", Effect(), "returns_other_bound"),
        ("alpha_beta", "min", "max", Effect(), "sets_wrong_bound"),
        ("alpha_beta", "score > worst", "(score) < (worst)", Effect(), "ghosts_maximise"),
        ("alpha_beta", "worst < beta", "state.to_move == 0", Effect(), "sets_wrong_bound"),
        ("alpha_beta", "score", "min(beta, score)", Effect(), "sets_wrong_bound"),
        ("alpha_beta", "values.append(value)", "beta = min", Effect(), "beta_not_lowered"),
        ("alpha_beta", "values.append(value)", "beta = min", STILL_FEWER_CUTS, ""),
        ("minimax", "max", "min", Effect(), "ghosts_maximise"),
        ("expectimax", "sum(values)", "len(_seen)", Effect(), "sums"),
        ("expectimax", "max(values)", "max(list", Effect(), "ghosts_maximise"),
        ("expectimax", "3", "len(values)", Effect(), "divides_by_other_number"),
        ("expectimax", "total // 3", "total / 3", Effect(), "rounds_values"),
        ("expectimax", "{each for each in values}", "[", Effect(), "weighs_unequally"),
        ("expectimax", "total = (total + value) / 2", "len(_seen)", Effect(), "weighs_unequally"),
    ],
)
def test_a_change_tells_the_mistake(
    search: str, old: str, new: str, effect: Effect, name: str
) -> None:
    assert mistake_of([[change(old, new)]], search, effect) == name
    assert not name or name in {each.finding.mistake for each in known_mistakes(search)}


def test_what_only_makes_it_prune_less_tells_of_no_bound() -> None:
    bound, memo = change("alpha", "beta"), change("key in self.memo", "False")
    assert mistake_of([[bound]], "alpha_beta", Effect()) == "swaps_bounds"
    assert mistake_of([[bound]], "alpha_beta", STILL_FEWER_CUTS) == ""
    assert mistake_of([[memo]], "alpha_beta", STILL_FEWER_CUTS) == "memo_of_bounds"


@pytest.mark.parametrize(
    ("search", "changes", "are_in_bounds"),
    [
        ("alpha_beta", [("alpha", "beta")], True),
        ("alpha_beta", [("worst < beta", "state.to_move == 0"), ("min", "max")], True),
        ("alpha_beta", [("values.append(value)", "beta = min")], True),
        ("alpha_beta", [("alpha", "beta"), ("return 500", "score")], False),
        ("alpha_beta", [("values.append(value)", "key = min")], False),
        ("minimax", [("alpha", "beta")], False),
    ],
)
def test_changes_are_in_bounds_if_each_is_to_alpha_or_beta(
    search: SearchName, changes: list[tuple[str, str]], are_in_bounds: bool
) -> None:
    assert names.are_in_bounds([[change(*each)] for each in changes], search) is are_in_bounds


def test_changes_that_tell_of_different_mistakes_tell_of_none() -> None:
    one, other = change("return 500", "score"), change("total // 3", "total / 3")
    general = change("depth == 0", "<=")
    assert mistake_of([[one], [general]], "minimax", FAR) == "rewrites_scores"
    assert mistake_of([[one], [other]], "minimax", FAR) == ""
