"""One agent that plays all ghosts of a game."""

from pathlib import Path

import numpy as np
import pytest

from helpers.grading import write
from pacgrid import Action, Agent, Game, GhostTeam, Layout, Limits, State, play
from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_agent, load_agents, load_ghosts
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.cli.matchup import Matchup
from pacgrid.envs.opponents import Opponents
from pacgrid.envs.opponents import load_ghosts as load_environment_ghosts
from pacgrid.game import ForfeitError
from pacgrid.games.game_setup import Ending
from pacgrid.session.game_source import LiveGame, ReplayedGame
from pacgrid.session.takeover import agent_files, candidates, take_over
from pacgrid.teams import TeamError

LAYOUT = Layout.load("crossroads")

TEAM = """
from pacgrid import GhostTeam

class Team(GhostTeam):
    def __init__(self, step=1):
        self.step = step
    def act(self, state):
        return state.legal_actions()[0]
"""


class Notes(GhostTeam):
    """Notes its calls."""

    def __init__(self) -> None:
        self.calls: list[object] = []

    def start(self, state: State) -> None:
        self.calls.append(("start", self.rng.random()))

    def act(self, state: State) -> Action:
        self.calls.append(state.to_move)
        return state.legal_actions()[0]

    def finish(self, state: State) -> None:
        self.calls.append("finish")


@pytest.fixture
def team(tmp_path: Path) -> str:
    return str(write(tmp_path, TEAM, "team.py"))


def test_one_instance_plays_all_ghosts_and_is_started_and_finished_once() -> None:
    notes = Notes()
    record = play(LAYOUT, [RandomAgent()], ghosts=notes, limits=Limits(rounds=2), seed=3)
    (_, drawn), *calls = notes.calls
    assert calls == [1, 2, 3, 1, 2, 3, "finish"]
    assert record.agents == ("RandomAgent", "Notes", "Notes", "Notes")
    again = Notes()
    play(LAYOUT, [RandomAgent(), again, again, again], limits=Limits(rounds=2), seed=3)
    assert again.calls[0] == ("start", drawn)


def test_a_team_after_pacman_plays_all_ghosts_and_is_no_pacman() -> None:
    record = play(LAYOUT, [RandomAgent(), Notes()], limits=Limits(rounds=1))
    assert record.agents == ("RandomAgent", "Notes", "Notes", "Notes")
    with pytest.raises(ValueError, match="Notes is a team of ghosts, not a Pac-Man"):
        play(LAYOUT, [Notes()])


def test_the_seed_of_the_ghosts_may_differ_from_the_games() -> None:
    draws = []
    for seed, ghost_seed in ((3, None), (4, 3), (4, None)):
        pacman, notes = RandomAgent(), Notes()
        Game(LAYOUT, [pacman, notes, notes, notes], seed=seed, ghost_seed=ghost_seed)
        draws.append((pacman.rng.random(), notes.rng.random()))
    (pacman, ghosts), (other_pacman, same_ghosts), (same_pacman, other_ghosts) = draws
    assert ghosts == same_ghosts != other_ghosts
    assert pacman != other_pacman == same_pacman


def test_the_time_for_a_game_is_for_all_ghosts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10**6))
    monkeypatch.setattr("pacgrid.game.time.perf_counter", lambda: float(next(clock)))
    notes = Notes()
    limits = Limits(game_seconds=3.5)
    game = Game(LAYOUT, [RandomAgent(), notes, notes, notes], limits=limits)
    for _ in range(4):
        game.step()
    game.step()  # Pac-Man
    with pytest.raises(ForfeitError, match=r"took 4.00 seconds in this game; the limit is 3.5"):
        game.think(game.state, 5)


def test_a_team_that_fails_forfeits_as_the_ghost_to_move() -> None:
    class Stops(GhostTeam):
        def act(self, state: State) -> Action:
            return Action.STOP if state.to_move == 2 else state.legal_actions()[0]

    record = play(LAYOUT, [RandomAgent()], ghosts=Stops())
    assert (record.ending, record.forfeit) == (Ending.ILLEGAL, 2)


def test_a_name_builds_one_team_and_one_of_any_other_agent_for_each_ghost(team: str) -> None:
    first, *others = load_ghosts([f"{team}:step=2"] * 3)
    assert others == [first, first]
    assert (first.name, getattr(first, "step", None)) == (f"{team}:step=2", 2)
    assert len(set(map(id, load_ghosts(["random_ghost"] * 3)))) == 3


def test_a_team_is_named_alone_and_not_as_pacman(team: str) -> None:
    alone = "is a team for all ghosts; name no other ghosts beside it"
    for names in ([team, "random_ghost"], ["random_ghost", team], [team, f"{team}:step=2"]):
        with pytest.raises(TeamError, match=alone):
            Matchup.of(Layout.load("small"), "reflex", names, limits=Limits())
    with pytest.raises(TeamError, match=r"is a team of ghosts, not a Pac-Man; use --ghosts"):
        load_agents([team, "random_ghost"])


def test_a_team_plays_against_a_learner() -> None:
    notes = Notes()
    opponents = Opponents({1: notes, 2: notes})
    state = State.initial(Layout.load("small")).successor(Action.STOP)
    opponents.start(state, np.random.default_rng(0))
    opponents.move(opponents.move(state))
    opponents.finish(state)
    assert [call for call in notes.calls if not isinstance(call, tuple)] == [1, 2, "finish"]
    assert len(notes.calls) == 4


def test_a_team_in_an_environment_is_one_agent(team: str) -> None:
    for ghosts in (team, [team] * 3, Notes()):
        first, *others = load_environment_ghosts(ghosts, 3, "")
        assert others == [first, first]


def test_a_team_takes_over_all_ghosts(team: str) -> None:
    record = play(LAYOUT, [load_agent("random_agent")], limits=Limits(rounds=3))
    game = take_over(ReplayedGame(record), 8, 2, team)
    assert game.agents == ("random_agent", team, team, team)
    assert len(set(map(id, game.players[1:]))) == 1


def test_a_team_plays_on_with_its_other_ghosts_after_a_takeover() -> None:
    notes = Notes()
    live = LiveGame(LAYOUT, [RandomAgent(), notes, notes, notes])
    game = take_over(live, 0, 2, "random_ghost")
    assert game.players[1] is game.players[3] is notes
    assert game.agents[2] == "random_ghost"


def test_a_team_is_no_candidate_for_pacman(
    team: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert agent_files() == ["team.py"]
    record = play(LAYOUT, [load_agent("random_agent")], limits=Limits(rounds=1))
    assert "team.py" in candidates(ReplayedGame(record), 1)
    assert "team.py" not in candidates(ReplayedGame(record), 0)
    with pytest.raises(AgentError, match="team of ghosts, not a Pac-Man"):
        take_over(ReplayedGame(record), 0, 0, "team.py")


def test_any_agent_that_plays_several_ghosts_is_started_once() -> None:
    class Counts(Agent):
        starts = 0

        def start(self, state: State) -> None:
            self.starts += 1

        def act(self, state: State) -> Action:
            return state.legal_actions()[0]

    counts = Counts()
    play(LAYOUT, [RandomAgent(), counts, counts, counts], limits=Limits(rounds=1))
    assert counts.starts == 1
