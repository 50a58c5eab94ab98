"""Agents and teams of ghosts are loaded by their names."""

import sys
from pathlib import Path

import numpy as np
import pytest

from helpers.grading import write
from helpers.tables import pairs
from pacgrid import Action, Agent, Game, GhostTeam, Layout, Limits, State, play
from pacgrid import agent_loader as loading
from pacgrid.agent import AgentSpec
from pacgrid.agent_loader import (
    TEAMS,
    ghost_names,
    load_agent,
    load_ghosts,
    ready_names,
    shipped_names,
)
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.cli.options import split_names
from pacgrid.envs.opponents import Opponents
from pacgrid.envs.opponents import load_ghosts as load_environment_ghosts
from pacgrid.errors import AgentError
from pacgrid.search import Searcher, score
from pacgrid.session.menus import agent_files, candidates, take_over
from pacgrid.session.playback import LiveGame, ReplayedGame

GOOD = """
from pacgrid import Action, Agent
import helper_beside_it

class Walker(Agent):
    def __init__(self, *, depth=2, mood="calm"):
        self.depth, self.mood = depth, mood
    def act(self, state):
        return Action.STOP
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "helper_beside_it.py").write_text("")
    (tmp_path / "walker.py").write_text(GOOD)
    return tmp_path


def test_shipped_agents_are_built_with_their_options() -> None:
    agent = load_agent("minimax:depth=3")
    assert isinstance(agent, Minimax)
    assert agent.depth == 3
    assert agent.name == "minimax:depth=3"
    ghost = load_agent("directional_ghost:attack=0.5,flee=1")
    assert isinstance(ghost, DirectionalGhost)
    assert (ghost.attack, ghost.flee) == (0.5, 1)


def test_an_evaluation_may_be_a_function_in_a_file(folder: Path) -> None:
    (folder / "mine.py").write_text("def evaluate(state): return 7")
    for agent in ("minimax", str(Path(loading.__file__).parent.parent / "agents" / "minimax.py")):
        built = load_agent(f"{agent}:evaluation={folder / 'mine.py'}:evaluate")
        assert isinstance(built, Searcher)
        assert built.evaluate(None) == 7
    with pytest.raises(AgentError, match=r"mine\.py: has no function evalute"):
        load_agent(f"minimax:evaluation={folder / 'mine.py'}:evalute")


def test_a_class_in_a_file_gets_a_shipped_evaluation_as_a_function(folder: Path) -> None:
    moody = GOOD.replace("mood=", "evaluation=").replace(", mood", ", evaluation")
    (folder / "moody.py").write_text(moody)
    for given, kind in (("score", score), ("mellow", "mellow")):
        agent = load_agent(f"{folder / 'moody.py'}:evaluation={given}")
        assert agent.mood == kind


def test_only_agents_that_need_something_else_need_options() -> None:
    needy = {"openspiel_mcts", "optimal", "optimal_ghost"}
    assert set(shipped_names()) - set(ready_names()) == needy


def test_an_agent_of_openspiel_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "pacgrid.openspiel", raising=False)
    needs = r"^openspiel_mcts: needs open_spiel, .*Intel Macs.*pip install 'pacgrid\[openspiel\]'$"
    with pytest.raises(AgentError, match=needs):
        load_agent("openspiel_mcts:simulations=9")


@pytest.mark.parametrize("name", ready_names())
def test_every_shipped_agent_loads_by_name_and_as_a_file(name: str) -> None:
    module = Path(loading.__file__).parent.parent / "agents" / f"{name}.py"
    assert type(load_agent(name)).__name__ == type(load_agent(str(module))).__name__


@pytest.mark.parametrize(
    "text",
    [
        "from pacgrid.agents.minimax import Minimax\nclass Mine(Minimax): pass\n",
        "from abc import abstractmethod\nfrom pacgrid import Action, Agent\n"
        "class Base(Agent):\n    @abstractmethod\n    def value(self): ...\n"
        "    def act(self, state): return Action.STOP\n"
        "class Mine(Base):\n    def value(self): ...\n",
    ],
)
def test_the_only_concrete_class_that_is_not_imported_is_the_files_agent(folder, text) -> None:
    (folder / "mine.py").write_text(text)
    assert type(load_agent(str(folder / "mine.py"))).__name__ == "Mine"


def test_an_agent_is_loaded_from_a_file_with_modules_beside_it(folder: Path) -> None:
    agent = load_agent(f"{folder / 'walker.py'}:Walker:depth=5,mood=brave")
    assert (agent.depth, agent.mood) == (5, "brave")  # type: ignore[attr-defined]


WHOLE = "depth must be a whole number of rounds from 1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("zzz", "no agent 'zzz'; choose alpha_beta, "),
        ("nowhere.py", "nowhere.py: no such file"),
        ("optimal", "a required argument: 'solution'; the options of Optimal are: solution; "),
        (
            "minimax:depth=0",
            "minimax:depth=0: depth must be a whole number of rounds from 1, not 0",
        ),
        ("minimax:depth=True", f"{WHOLE}, not True"),
        ("minimax:depth={[]:1}", f"{WHOLE}, not '{{[]:1}}'"),
        ("minimax:depth=" + "-" * 99999 + "1", WHOLE),
        ("minimax:evaluation=3", "an evaluation must be a name, weights or a function, not 3"),
        ("minimax:evaluation={'score': 'x'}", "a number up to a billion, not 'x'"),
        ("expectimax:ghosts=[]", "ghosts is empty"),
        ("directional_ghost:attack=x", "attack must be a probability from 0 to 1, not 'x'"),
        ("minimax:depth", "minimax: has no agent depth; it has Minimax"),
        ("arcad", "no agent 'arcad'; did you mean 'arcade'?"),
        ("minimax_teem", "no agent 'minimax_teem'; did you mean 'minimax_team'?"),
        ("arcade", "arcade is a team of ghosts, not an agent; use --ghosts"),
    ],
)
def test_a_bad_name_or_option_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        load_agent(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_beside_is_meant_rather_than_a_shipped_agent(tmp_path, monkeypatch) -> None:
    (tmp_path / "my_agent.py").touch()
    monkeypatch.chdir(tmp_path)
    for name in ("my_agnt", "my_agent"):
        with pytest.raises(AgentError, match=f"no agent '{name}'; did you mean 'my_agent.py'?"):
            load_agent(name)


ODD = "class Odd(ValueError):\n  def __str__(self): raise SystemExit(0)\n"
AGENT = "from pacgrid import Agent\nclass A(Agent):\n  def act(self, state): ...\n"


BAD = r"""
import not_there -> ModuleNotFoundError: No module named 'not_there' (bad.py, line 1
import sys\nsys.exit(4) -> SystemExit: 4 (bad.py, line 2
from pacgrid import Layout, play\nplay(Layout.load('training'), [1, 2, 3, 4])
-> in <module>); games of your own belong under if __name__ == "__main__":
from pacgrid import Agent\nclass A(Agent): pass -> A lacks the method act
AGENT  def __init__(self, depth, **others): ... -> bad.py:depth=2
AGENT  def __init__(self): self.x = 1 / 0
-> ZeroDivisionError: division by zero (bad.py, line 4, in __init__)
AGENT  def __init__(self): raise BaseException('no') -> bad.py:
AGENT  def __init__(self): raise Odd\nODD -> bad.py:
AGENT  __signature__ = 5 -> bad.py:
"""


@pytest.mark.parametrize(("code", "message"), pairs(BAD))
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, code: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(code.replace("AGENT", AGENT).replace("ODD", ODD))
    with pytest.raises(AgentError) as caught:
        load_agent(str(tmp_path / "bad.py"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_link_to_a_file_of_any_name_is_loaded_and_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "agent.txt").write_text(AGENT)
    (tmp_path / "agent.py").symlink_to("agent.txt")
    assert type(load_agent(str(tmp_path / "agent.py"))).__name__ == "A"
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(AgentError, match="is not a file"):
        load_agent(str(tmp_path / "folder.py"))


@pytest.mark.parametrize(
    ("text", "source", "name", "options"),
    [
        ("minimax", "minimax", None, {}),
        ("minimax:depth=3", "minimax", None, {"depth": 3}),
        ("expectimax:ghosts=my_ghost.py", "expectimax", None, {"ghosts": "my_ghost.py"}),
        ("a/b.py", "a/b.py", None, {}),
        ("a/b.py:Mine", "a/b.py", "Mine", {}),
        ("a/b.py:depth=3", "a/b.py", None, {"depth": 3}),
        ("a/b.py:Mine:depth=3,mood=calm", "a/b.py", "Mine", {"depth": 3, "mood": "calm"}),
        ("C:\\a\\b.py:Mine", "C:\\a\\b.py", "Mine", {}),
        ("x:p=0.5,on=True,w={'a': 1}", "x", None, {"p": 0.5, "on": True, "w": {"a": 1}}),
        ("x:w={'a': 1, 'b': 2}", "x", None, {"w": {"a": 1, "b": 2}}),
        ("x:g=min,a:p=0.5,depth=3", "x", None, {"g": ["min", "a:p=0.5"], "depth": 3}),
        ("x:g=[a:p=1,q=2, min],depth=3", "x", None, {"g": ["a:p=1,q=2", "min"], "depth": 3}),
        ("x:g=[b:h=[c:p=1,q=2]]", "x", None, {"g": ["b:h=[c:p=1,q=2]"]}),
        ("x:p=1,2", "x", None, {"p": (1, 2)}),
        ("x:t='a,b=1',u=[", "x", None, {"t": "a,b=1", "u": "["}),
    ],
)
def test_a_name_is_parsed(text, source, name, options) -> None:
    assert AgentSpec.parse(text) == AgentSpec(source, name, options)


@pytest.mark.parametrize(
    ("path", "rest", "found"),
    [
        ("a:b=c,d/x.py", "", (None, {})),
        ("a:b=c,d/x.py", ":Mine:depth=3", ("Mine", {"depth": 3})),
        ("x:g=y.py", ":depth=3", (None, {"depth": 3})),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_a_file_is_found_whatever_is_in_its_name(tmp_path, monkeypatch, path, rest, found):
    monkeypatch.chdir(tmp_path)
    assert AgentSpec.parse(path + rest).source != path
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).touch()
    assert AgentSpec.parse(path + rest) == AgentSpec(path, *found)
    assert split_names(path) == [path]


def test_a_malformed_name_is_refused() -> None:
    for text in ("", "minimax:depth=2,depth=3", "minimax:", "a.py:Mine:x:y=1", "=3"):
        with pytest.raises(AgentError):
            AgentSpec.parse(text)


ARCADE = TEAMS["arcade"].members


@pytest.mark.parametrize(
    ("ghosts", "names"),
    [
        (["arcade"], (*ARCADE, ARCADE[0])),
        (["minimax_team"], ("team_ghost",) * 5),
        (["random_ghost"], ("random_ghost",) * 5),
        (["a", "b"], ("a", "b", "a", "b", "a")),
    ],
)
def test_names_are_given_out_in_turn(ghosts: list[str], names: tuple[str, ...]) -> None:
    for count in range(len(ghosts), 6):
        assert ghost_names(ghosts, count, "here") == names[:count]


def test_every_member_of_a_team_can_be_loaded() -> None:
    for team in TEAMS.values():
        assert [load_agent(member).name for member in team.members] == [*team.members]


def test_a_team_plays_in_an_environment_in_an_assignment_and_as_the_model_of_ghosts() -> None:
    from pacgrid.autograder.kinds.games import Games

    assert [ghost.name for ghost in load_environment_ghosts("arcade", 2, "")] == [*ARCADE[:2]]
    goal = {"wins": 1, "points": 1}
    games = {"kind": "games", "layout": "small", "ghosts": ["arcade"], "thresholds": [goal]}
    test = Games.model_validate(games)
    assert len(test.layout.ghosts) == len(Layout.load("small").ghosts)
    assert [ghost.name for ghost in test.ghost_agents()] == list(ARCADE[:2])
    assert [model.name for model in Expectimax(ghosts="arcade").ghosts] == list(ARCADE)


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


def test_a_name_builds_one_team_and_one_of_any_other_agent_for_each_ghost(team: str) -> None:
    first, *others = load_ghosts([f"{team}:step=2"] * 3)
    assert others == [first, first]
    assert (first.name, getattr(first, "step", None)) == (f"{team}:step=2", 2)
    assert len(set(map(id, load_ghosts(["random_ghost"] * 3)))) == 3
    for ghosts in (team, [team] * 3, Notes()):
        first, *others = load_environment_ghosts(ghosts, 3, "")
        assert others == [first, first]


def test_a_team_plays_against_a_learner() -> None:
    notes = Notes()
    opponents = Opponents({1: notes, 2: notes})
    state = State.initial(Layout.load("small")).successor(Action.STOP)
    opponents.start(state, np.random.default_rng(0))
    opponents.move(opponents.move(state))
    opponents.finish(state)
    assert [call for call in notes.calls if not isinstance(call, tuple)] == [1, 2, "finish"]
    assert len(notes.calls) == 4


def test_a_team_takes_over_all_ghosts_and_plays_on_with_its_others_when_one_is(team: str) -> None:
    record = play(LAYOUT, [load_agent("random_agent")], limits=Limits(rounds=3))
    game = take_over(ReplayedGame(record), 8, 2, team)
    assert game.agents == ("random_agent", team, team, team)
    assert len(set(map(id, game.players[1:]))) == 1
    notes = Notes()
    live = LiveGame(LAYOUT, [RandomAgent(), notes, notes, notes])
    game = take_over(live, 0, 2, "random_ghost")
    assert game.players[1] is game.players[3] is notes
    assert game.agents[2] == "random_ghost"


def test_a_team_is_no_candidate_for_pacman(team, tmp_path, monkeypatch) -> None:
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
