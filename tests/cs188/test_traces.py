"""Whole games are those that the original played on our layouts with our agents, move by move,
while all agents draw from one generator, as there."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from pacgrid import Action, Agent, Layout, State
from pacgrid.agent_loader import load_agent
from pacgrid.autograder.kinds.cs188.course_games import CaseGhost, ghosts_of
from pacgrid.cs188 import MOST_ROUNDS

pytestmark = pytest.mark.usefixtures("global_generator")

HERE = Path(__file__).parents[1]
TRACES: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "course_tests/traces.jsonl").read_text().splitlines()
]
LETTERS = "NESW-"
DRAWS_NOTHING = ("own_queue", "only_reflex")


def named(trace: dict[str, Any]) -> str:
    return " ".join(map(str, [*trace.values()][:4]))


def layout_of(name: str) -> Layout:
    own = HERE / f"course_tests/layouts/{name}.lay"
    return Layout.load(str(own) if own.exists() else name)


def agent_of(text: str) -> Agent:
    agent = load_agent(str(HERE / "course_files/right" / text))
    agent.rng = random.Random(0)
    return agent


def ghosts(kind: str, layout: Layout, rng: object = random) -> list[CaseGhost]:
    """Ghosts that draw from `rng`; by default, from the global generator."""
    listed = ", ".join(f"{kind}({number})" for number, _ in enumerate(layout.ghosts, start=1))
    found = ghosts_of(f"[{listed}]")
    for each in found:
        each.rng = cast("random.Random", rng)
    return found


def played(layout: Layout, agent: Agent, against: Sequence[CaseGhost]) -> tuple[State, str]:
    """How a game ends, and its moves. Its start seeds nothing."""
    state = State.initial(layout)
    before = random.getstate()
    agent.start(state)
    random.setstate(before)
    actions: list[Action] = []
    while not state.is_terminal and len(actions) < MOST_ROUNDS * state.num_agents:
        player = [agent, *against][state.to_move]
        actions.append(player.act(state))
        state = state.successor(actions[-1])
    agent.finish(state)
    return state, "".join(LETTERS[action] for action in actions)


def games(trace: dict[str, Any], agent: Agent, against: Sequence[CaseGhost]) -> Iterator[Any]:
    layout = layout_of(trace["layout"])
    for _ in trace["games"]:
        state, moves = played(layout, agent, against)
        yield {"score": state.score, "won": state.is_win, "moves": moves}


@pytest.mark.parametrize("trace", TRACES, ids=named)
def test_games_of_a_seed_are_those_of_the_original(trace: dict[str, Any]) -> None:
    random.seed(trace["seed"])
    agent = agent_of(trace["agent"])
    against = ghosts(trace["ghosts"], layout_of(trace["layout"]))
    assert list(games(trace, agent, against)) == trace["games"]


@pytest.mark.parametrize(
    "trace", [t for t in TRACES if t["agent"].startswith(DRAWS_NOTHING)], ids=named
)
def test_an_agent_that_draws_nothing_meets_the_same_ghosts_if_they_have_their_own_numbers(
    trace: dict[str, Any],
) -> None:
    rng = random.Random(trace["seed"])
    against = ghosts(trace["ghosts"], layout_of(trace["layout"]), rng)
    assert list(games(trace, agent_of(trace["agent"]), against)) == trace["games"]


@pytest.mark.parametrize(
    ("file", "scores"),
    [
        ("index_threads.py", [722, 712, 776, 540, 715]),
        ("random_ties.py", [570, 580, 780, 578, 576]),
    ],
)
def test_scores_are_those_of_the_original_grader(file: str, scores: list[int]) -> None:
    """It seeds its generator when the agent is built."""
    layout, agent = layout_of("orchard"), agent_of(f"{file}:ReflexAgent")
    against = ghosts("RandomGhost", layout)[:1]
    random.seed(0)
    for score in scores:
        state, _ = played(layout, agent, against)
        assert state.is_win
        assert state.score == score
