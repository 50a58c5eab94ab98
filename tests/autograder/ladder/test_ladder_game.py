from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.ladders import CHASE, HUNGRY, LOOSE, RANDOM, entrant_file, small_rules
from pacgrid.agent_loader import load_agents
from pacgrid.autograder.ladder.entrants import AnchorPlayer, Entrant, Role, SubmittedPlayer
from pacgrid.autograder.ladder.ladder_game import (
    ForfeitKind,
    GameMaker,
    GameResult,
    GameSeeds,
    LadderGame,
    Pairing,
    forfeit_score,
    percent,
    win_score,
)
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.model.schema import Budget
from pacgrid.autograder.sandbox.level import Level
from pacgrid.game import Game, Limits
from pacgrid.games.game_setup import Ending
from pacgrid.layout import Layout
from pacgrid.state import LOSS_POINTS, State


def game(pacman: str, ghosts: str, layout: Layout | None = None, **values: Any) -> LadderGame:
    """A game on a layout. Who plays is the text of a class, or the name of an anchor."""
    rules = small_rules(*[layout] * bool(layout), **values)
    players = zip(Role, (pacman, ghosts), strict=True)
    entrants = [Entrant(str(role), {role: player(text)}) for role, text in players]
    maker = GameMaker(entrants, rules.conditions(Level.PROCESS), rules.seed)
    return maker.game(Pairing("pacman", "ghosts", rules.layouts[0].name, 0))


def player(text: str) -> AnchorPlayer | SubmittedPlayer:
    if "class" not in text:
        return AnchorPlayer(text)
    return SubmittedPlayer(entrant_file(text), text.partition("class ")[2].partition("(")[0])


BUDGET = Budget(cpu_seconds=1e6, seconds=1e6)


def test_two_submissions_play_what_they_would_play_here(tmp_path):
    played = game(RANDOM, LOOSE, Layout.load("small"), rounds=40)
    result = played()
    with entrant_file(RANDOM + LOOSE).written() as main:
        agents = load_agents([f"{main}:Random", *[f"{main}:Loose"] * 2])
        seeds = played.seeds
        here = Game(
            played.conditions.layout,
            agents,
            seed=seeds.ghosts,
            pacman_seed=seeds.pacman,
            limits=Limits(rounds=40),
        )
        while here.step():
            pass
    assert result.score == here.record.score
    assert result.ending is here.record.ending
    assert len(result.moves) == len(here.record.moves) > 3


FAILS = "class A(Agent):\n    def act(self, state):\n        "
TEAM_FAILS = FAILS.replace("A(Agent)", "T(GhostTeam)")
BUILDS = "class A(Agent):\n    def __init__(self): 1 / 0\n    def act(self, state): ..."
EXCEPTION = ForfeitKind.EXCEPTION


@pytest.mark.parametrize(
    ("pacman", "ghosts", "role", "kind", "reason"),
    [
        (f"{FAILS}return None", "random_ghost", "pacman", ForfeitKind.ILLEGAL, "returned None"),
        (f"{FAILS}1/0", "random_ghost", "pacman", EXCEPTION, "ZeroDivisionError"),
        (f"{FAILS}import os; os._exit(3)", "random_ghost", "pacman", ForfeitKind.DIED, "its proc"),
        ("random_agent", f"{TEAM_FAILS}1/0", "ghosts", EXCEPTION, "ZeroDivision"),
        (f"{FAILS}1/0", f"{TEAM_FAILS}1/0", "pacman", EXCEPTION, "ZeroDivision"),
        (BUILDS, "random_ghost", "pacman", ForfeitKind.LOAD, "ZeroDivision"),
    ],
)
def test_a_forfeit_has_its_reason_and_a_fixed_score(pacman, ghosts, role, kind, reason):
    result = game(pacman, ghosts)()
    assert (result.forfeit, result.kind) == (role, kind)
    assert reason in result.reason
    assert result.score == (-530 if role == "pacman" else 520)
    assert result.won == (role == "ghosts")


@pytest.mark.slow
def test_an_endless_move_is_out_of_time():
    result = game(f"{FAILS}\n        while True: pass", "random_ghost")()
    assert result.kind is ForfeitKind.OVERRUN
    assert result.reason == "took more than 0.5 CPU seconds for a move"


def test_an_anchor_that_fails_is_an_error(tmp_path):
    file = tmp_path / "bad.py"
    file.write_text(f"from pacgrid import Agent\n{FAILS}1/0")
    with pytest.raises(GradingError, match=r"the anchor .* failed: ZeroDivisionError"):
        game(str(file), "random_ghost")()


def test_the_key_changes_with_all_that_a_game_depends_on_and_with_nothing_else(tmp_path):
    file = tmp_path / "anchor.py"
    first = game(HUNGRY, CHASE)
    submission = first.pacman.submission  # type: ignore[attr-defined]
    renamed = replace(submission, name="another", student="Ann")
    assert first.key() == replace(first, pacman=SubmittedPlayer(renamed, "Hungry")).key()
    ample = first.conditions.limits.model_copy(update={"submission": BUDGET})
    unlimited = replace(first.conditions, limits=ample)
    assert first.key() == replace(first, conditions=unlimited).key()
    file.write_text("# first")
    anchored = game(HUNGRY, str(file)).key()
    file.write_text("# second")
    others = [
        game(HUNGRY, str(file)),
        game(HUNGRY + "\n# changed", CHASE),
        game(HUNGRY, LOOSE),
        game(HUNGRY, "random_ghost"),
        game(HUNGRY, CHASE, Layout.load("small")),
        game(HUNGRY, CHASE, rounds=31),
        game(HUNGRY, CHASE, seed=1),
        replace(first, conditions=replace(first.conditions, level=Level.LANDLOCK)),
    ]
    assert len({anchored, *(each.key() for each in (first, *others))}) == 2 + len(others)


def test_results_survive_the_journal():
    results = [
        GameResult(12, Ending.WON, 7, moves="NESW-"),
        GameResult(-500, Ending.RAISED, 0, Role.PACMAN, ForfeitKind.LOAD, "no\nlines"),
        GameResult(None, reason="the grader's process ended"),
    ]
    for result in results:
        assert LadderGame.read(LadderGame.dump(result)) == result
    assert results[1].reason == "no lines"
    for text in ("", "{}", '{"score": "x"}'):
        with pytest.raises(ValueError, match="is no result: "):
            LadderGame.read(text)


ROUNDS = 12
CAPSULES = Layout.parse(
    """
    %%%%%%%
    %Po..o%
    %.%%%.%
    %.1.2.%
    %%%%%%%
    """
)


@given(st.randoms(use_true_random=False))
def test_no_game_ends_worse_than_a_forfeit(rng):
    state, moves = State.initial(CAPSULES), 0
    while not state.is_terminal and moves < ROUNDS * state.num_agents:
        state, moves = state.successor(rng.choice(state.legal_actions())), moves + 1
    lowest = forfeit_score(CAPSULES, Role.PACMAN, ROUNDS)
    assert lowest <= state.score <= forfeit_score(CAPSULES, Role.GHOSTS, ROUNDS)


def test_percent_is_of_what_the_board_is_worth():
    assert [percent(score, CAPSULES) for score in (LOSS_POINTS, win_score(CAPSULES))] == [0, 100]


SMALL, TRAP = Layout.load("small"), Layout.load("trap")


def test_the_seeds_depend_on_the_ladder_the_layout_and_the_number_and_on_nothing_else():
    seeds = GameSeeds.of(7, SMALL, 0)
    assert seeds == GameSeeds.of(7, Layout(SMALL.rows, "another name"), 0)
    others = [GameSeeds.of(8, SMALL, 0), GameSeeds.of(7, TRAP, 0), GameSeeds.of(7, SMALL, 1)]
    numbers = [number for each in (seeds, *others) for number in each]
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= number < 1 << 48 for number in numbers)
    # Who knows a seed of a game does not know the other one.
    pairs = (GameSeeds.of(7, SMALL, number) for number in range(50))
    assert len({one - other for one, other in pairs}) == 50
