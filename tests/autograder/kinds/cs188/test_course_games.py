"""Games of course test cases, with agents in workers."""

import random

import pytest

from helpers.grading import loaded, subclasses, worker, write
from pacgrid import Action, Layout, State
from pacgrid.agents import directional_ghost
from pacgrid.autograder.kinds.cs188 import course_games
from pacgrid.autograder.kinds.cs188.course_games import (
    CaseGhost,
    CourseGames,
    GhostError,
    ghosts_of,
)
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.model.outcome import OUTCOMES
from pacgrid.cs188.board import ACTIONS
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.stand_ins import DirectionalGhost, RandomGhost
from pacgrid.games.game_setup import Ending
from pacgrid.records.record import Record

EAST = """
import random, sys
from game import Agent, Directions

class East(Agent):
    calls = []
    def getAction(self, state):
        return "East" if "East" in state.getLegalActions() else "Stop"
"""
OTHERS = {
    "Hooked": """
        def __init__(self, mark="", times=0):
            self.mark, self.times = mark, int(times)
        def registerInitialState(self, state):
            self.calls.append("start")
        def observationFunction(self, state):
            self.calls.append("see")
            return state
        def final(self, state):
            assert state.isWin() and self.calls == ["start", "see", "see"] * self.times
            assert self.mark == "a"
            self.times += 1
            self.calls.clear()
    """,
    "Crashes": """
        def getAction(self, state):
            self.moves = getattr(self, "moves", 0) + 1
            return 1 / (3 - self.moves) and super().getAction(state)
    """,
    "Illegal": "def getAction(self, state): return 'South'",
    "Silent": "def getAction(self, state): pass",
    "Exits": "def getAction(self, state): sys.exit(1)",
    "Unbuilt": "def __init__(self): 1 / 0",
    "Stays": "def getAction(self, state): return Directions.STOP",
    "FailsAtTheEnd": "def final(self, state): raise ValueError",
    "Pokes": """
        def getAction(self, state):
            random.seed(0)
            state.data.score = 9999
            state.getFood()[3][1] = False
            return "East"
    """,
    "Misplaced": """
        def getAction(self, state):
            return state.generatePacmanSuccessor(99)
    """,
}


ALONE = Layout.parse("%%%%%%\n%P ..%\n%%%%%%")
CAGED = Layout.parse("%%%%%%\n%P ..%\n%%%%%%\n%1   %\n%%%%%%")
OPEN = Layout.parse("%%%%%%%\n%P    %\n%  %  %\n%  1 .%\n%%%%%%%")


def games(agent: str, **changes: object) -> CourseGames:
    data: dict[str, object] = {
        "name": "q5/grade",
        "agent": agent,
        "layout": CAGED,
        "ghosts": "[RandomGhost(1), DirectionalGhost(2)]",
        "games": 2,
        "seed": 0,
        "max_time": 20,
        "score_minimum": 0,
        "score_thresholds": [500, 517],
        "wins_thresholds": [1, 2],
        "non_timeout_thresholds": [2],
    }
    return CourseGames.model_validate({**data, **changes})


file, client = worker(EAST + subclasses("East", OTHERS), "multiAgents.py")


def test_thresholds_give_points_but_below_a_minimum_nothing_counts(client):
    outcome = games("East").run(Part(client, ""))
    assert OUTCOMES.read(OUTCOMES.dump(outcome)) == outcome
    assert outcome.result == "won 2 of 2, average 517"
    (case,) = outcome.cases
    assert (outcome.points, outcome.possible, case.earned, case.status) == (5, 5, 5, "passed")
    assert [(aim.what, aim.points, aim.reached) for aim in outcome.aims] == [
        ("average score 0 or more, or no points", 0, True),
        ("average score 500 or more", 1, True),
        ("average score 517 or more", 1, True),
        ("games in time 2 or more", 1, True),
        ("wins 1 or more", 1, True),
        ("wins 2 or more", 1, True),
    ]
    outcome = games("East", wins_minimum=3).run(Part(client, ""))
    assert (outcome.points, outcome.cases[0].status) == (0, "passed")


def test_the_hooks_of_the_interface_are_called_and_options_are_words(client):
    outcome = games("Hooked", options={"mark": "a", "times": "1"}, games=3).run(Part(client, ""))
    assert (outcome.points, outcome.failure) == (5, None)


@pytest.mark.parametrize(
    ("agent", "points", "status", "message"),
    [
        ("Crashes", 2, "passed", "ZeroDivisionError: "),
        ("Illegal", 1, "passed", "returned 'South' (str); legal actions: Stop, East"),
        ("Silent", 1, "passed", "returned None (NoneType), as a function without a return does; l"),
        ("Exits", 0, "raised", "SystemExit: 1 "),
        ("Unbuilt", 0, "raised", "ZeroDivisionError: "),
        ("FailsAtTheEnd", 5, "passed", ""),
        ("Pokes", 5, "passed", ""),
    ],
)
def test_what_an_agent_raises_ends_a_game_or_costs_everything(
    client, agent, points, status, message
):
    outcome = games(agent, score_minimum=None).run(Part(client, ""))
    assert (outcome.points, outcome.cases[0].status) == (points, status)
    failure = outcome.failure.message if outcome.failure else ""
    assert failure.startswith(message)
    assert bool(failure) == bool(message)
    if agent == "Exits":
        assert outcome.result == "won 0 of 2, average 0, 1 not tried"


def test_only_the_lines_of_the_file_are_shown_of_an_error(client):
    failure = games("Misplaced").run(Part(client, "")).failure
    assert failure.message.startswith("IllegalActionError: Pac-Man can't play 99; legal: ")
    assert failure.frames.count("File ") == 1


def test_a_game_that_an_agent_ends_counts_with_its_score_and_is_recorded(client, tmp_path):
    test = games("Crashes", games=1)
    (game,) = test.run(Part(client, "")).games
    assert (game.seed, game.noun, game.score, game.won) == (1, "game", 8, False)
    record = test.record_of(game, "Crashes")
    record.save(tmp_path / "game.jsonl")
    saved = Record.load(tmp_path / "game.jsonl")
    assert (saved.ending, saved.score) == (Ending.QUIT, 8)
    assert saved.agents == ("Crashes", "RandomGhost")


def test_a_game_without_an_end_is_stopped_and_is_not_in_time(client, monkeypatch):
    monkeypatch.setattr(course_games, "MOST_ROUNDS", 30)
    outcome = games("Stays", score_minimum=None, layout=ALONE, ghosts="[]").run(Part(client, ""))
    assert outcome.result == "won 0 of 2, average -30, 2 stopped after 30 rounds"
    assert (outcome.points, outcome.failure) == (0, None)


def test_all_ghosts_of_all_games_draw_from_one_stream(client):
    one, two = (
        games("Stays", games=2, layout=OPEN, seed=seed).run(Part(client, "")).games
        for seed in (0, 1)
    )
    assert one[0].actions != one[1].actions
    assert [game.actions for game in one] != [game.actions for game in two]
    (only,) = games("Stays", games=2, layout=OPEN).only(2).run(Part(client, "")).games
    assert (only.seed, only.actions) == (2, one[1].actions)


@pytest.mark.slow
def test_an_agent_that_takes_too_long_loses_the_remaining_games(tmp_path):
    text = EAST + subclasses("East", {"Slow": "def getAction(self, state):\n    while True: pass"})
    test = games("Slow", max_time=1, score_minimum=None, non_timeout_minimum=1)
    with loaded(write(tmp_path, text)) as client:
        outcome = test.run(Part(client, ""))
    assert outcome.result == "won 0 of 2, average 0, 2 timed out"
    assert (outcome.points, outcome.cases[0].status) == (0, "passed")
    assert outcome.failure.message == "took more than 1 CPU seconds in one game"
    assert outcome.place == "game 1 (game 2 was not tried)"


CROSSING = "%%%%%%%\n%P....%\n%%.%%.%\n%..1..%\n%%%%%%%"
SCARED = CROSSING + "\nto move: ghost 1\nghost 1: (3, 1) west scared 20, home (3, 1)"


def position(text: str) -> State:
    state = State.parse(text)
    return state if state.to_move else state.successor(Action.STOP)


@pytest.mark.parametrize("text", [CROSSING, SCARED])
@pytest.mark.parametrize(
    "original",
    [
        *(RandomGhost(1), DirectionalGhost(1), DirectionalGhost(1, 1, 0)),
        DirectionalGhost(1, 0.3, prob_scaredFlee=0.9),
    ],
)
def test_ghosts_draw_the_same_with_and_without_the_interface(text, original):
    ghost, state = CaseGhost(original), position(text)
    face = GameState.of(state)
    distribution = {ACTIONS[name]: p for name, p in original.getDistribution(face).items()}
    assert distribution == dict(ghost.distribution(state))
    for seed in range(20):
        random.seed(seed)
        ghost.rng = random.Random(seed)
        assert ACTIONS[original.getAction(face)] is ghost.act(state)
        assert random.random() == ghost.rng.random()


@pytest.mark.parametrize("text", [CROSSING, SCARED])
@pytest.mark.parametrize(("attack", "flee"), [(0.8, 0.8), (0.3, 0.9), (1, 0)])
def test_a_directional_ghost_chooses_like_the_shipped_one(text, attack, flee):
    state = position(text)
    shipped = directional_ghost.DirectionalGhost(attack=attack, flee=flee).distribution(state)
    found = CaseGhost(DirectionalGhost(1, attack, flee)).distribution(state)
    assert found == pytest.approx(shipped)


@pytest.mark.parametrize(
    ("text", "indices"),
    [
        ("[]", []),
        (" [RandomGhost(1), DirectionalGhost(2)]\n", [1, 2]),
        ("[ghostAgents.RandomGhost(index=1), DirectionalGhost(2, prob_attack=0.2)]", [1, 2]),
    ],
)
def test_a_list_of_ghosts_is_read(text, indices):
    assert [each.ghost.index for each in ghosts_of(text)] == indices


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[StrangeGhost(1)]", "can't read 'StrangeGhost(1)' among the ghosts"),
        ("__import__('os').getcwd()", "is no list of ghosts"),
        ("[RandomGhost(1)", "can't read the ghosts '[RandomGhost(1)'"),
        ("[RandomGhost(1, 2, 3, 4)]", "can't read the ghosts"),
        ("[RandomGhost(i) for i in range(10 ** 9)]", "is no list of ghosts"),
        ("[RandomGhost(10 ** 9)]", "can't read the ghosts"),
        ("3", "'3' is no list of ghosts"),
        ("[3]", "can't read '3' among the ghosts"),
        ("-" * 100_000 + "1", "can't read the ghosts"),
        ("[RandomGhost(1)]\0", "can't read the ghosts"),
    ],
)
def test_what_is_no_list_of_ghosts_is_refused_in_one_line(text, message):
    with pytest.raises(GhostError) as caught:
        ghosts_of(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
