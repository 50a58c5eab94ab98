"""Whole games, compared with those that the original played on our layouts with our agents."""

import json
from pathlib import Path

import pytest

from pacgrid import Layout
from pacgrid.cli.options import OptionError
from pacgrid.cli.same_random import load_same_random_agents
from pacgrid.cs188 import MOST_ROUNDS
from pacgrid.game import Limits, play

pytestmark = pytest.mark.usefixtures("global_generator")

HERE = Path(__file__).parents[1]
TRACES = [
    json.loads(line) for line in (HERE / "course_tests/traces.jsonl").read_text().splitlines()
]
LETTERS = "NESW-"


MANY_MOVES = 300


@pytest.mark.parametrize(
    "trace",
    [
        pytest.param(
            trace,
            id=" ".join(map(str, [*trace.values()][:4])),
            marks=[pytest.mark.slow] * (sum(len(g["moves"]) for g in trace["games"]) > MANY_MOVES),
        )
        for trace in TRACES
    ],
)
def test_games_of_a_seed_are_those_of_the_original(trace):
    own = HERE / f"course_tests/layouts/{trace['layout']}.lay"
    layout = Layout.load(str(own) if own.exists() else trace["layout"])
    names = [str(HERE / "course_files/right" / trace["agent"])]
    names += [trace["ghosts"]] * len(layout.ghosts)
    agents = load_same_random_agents(names, trace["seed"])
    for game in trace["games"]:
        record = play(layout, agents, limits=Limits(rounds=MOST_ROUNDS))
        moves = "".join(LETTERS[move.action] for move in record.moves)
        assert (record.score, record.won, moves) == (game["score"], game["won"], game["moves"])


def test_the_command_plays_them(pacgrid):
    trace = next(trace for trace in TRACES if trace["layout"] == "duel" and trace["seed"] == 7)
    agent = HERE / "course_files/right" / trace["agent"]
    seed, count = trace["seed"], len(trace["games"])
    words = ("--layout", "duel", "--ghosts", trace["ghosts"], "-n", count, "--seed", seed)
    pacgrid("play", agent, *words, "--same-random", "--json", "games.json")
    games = json.loads(Path("games.json").read_text())["games"]
    assert [game["score"] for game in games] == [game["score"] for game in trace["games"]]


@pytest.mark.parametrize("words", [(), ("random_agent", "--pacman-seed", 1)])
def test_it_refuses_people_and_seeds_of_their_own(pacgrid, words):
    with pytest.raises(OptionError, match="--same-random"):
        pacgrid("play", *words, "--same-random")
