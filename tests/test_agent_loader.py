""" """

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from pacgrid import agent_loader as loading
from pacgrid.agent import AgentError, AgentSpec
from pacgrid.agent_loader import load_agent, ready_names, shipped_names
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.minimax import Minimax
from pacgrid.search import Searcher, score

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


def test_every_shipped_agent_but_those_with_a_solution_needs_no_options() -> None:
    assert set(shipped_names()) - set(ready_names()) == {"optimal", "optimal_ghost"}


@pytest.mark.parametrize("name", ready_names())
def test_every_shipped_agent_loads_by_name_and_as_a_file(name: str) -> None:
    module = Path(loading.__file__).parent.parent / "agents" / f"{name}.py"
    assert type(load_agent(name)).__name__ == type(load_agent(str(module))).__name__


def test_an_agent_is_loaded_from_a_file_with_modules_beside_it(folder: Path) -> None:
    agent = load_agent(f"{folder / 'walker.py'}:Walker:depth=5,mood=brave")
    assert (agent.depth, agent.mood) == (5, "brave")  # type: ignore[attr-defined]


def test_a_class_that_is_only_imported_is_not_the_files_agent(folder: Path) -> None:
    (folder / "mine.py").write_text(
        "from pacgrid.agents.minimax import Minimax\nclass Mine(Minimax): pass\n"
    )
    assert type(load_agent(str(folder / "mine.py"))).__name__ == "Mine"


def test_the_only_concrete_class_is_the_files_agent(folder: Path) -> None:
    (folder / "two.py").write_text(
        "from abc import abstractmethod\nfrom pacgrid import Action, Agent\n"
        "class Base(Agent):\n    @abstractmethod\n    def value(self): ...\n"
        "    def act(self, state): return Action.STOP\n"
        "class Mine(Base):\n    def value(self): ...\n"
    )
    assert type(load_agent(str(folder / "two.py"))).__name__ == "Mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("minmax", "no agent 'minmax'; did you mean 'minimax'?"),
        ("zzz", "no agent 'zzz'; choose alpha_beta, "),
        ("nowhere.py", "nowhere.py: no such file"),
        ("minimax:dept=3", "unexpected keyword argument 'dept'; the options of Minimax are: depth"),
        (
            "optimal",
            "missing a required argument: 'solution'; the options of Optimal are: solution; ",
        ),
        (
            "minimax:depth=0",
            "minimax:depth=0: depth must be a whole number of rounds from 1, not 0",
        ),
        ("minimax:depth=True", "depth must be a whole number of rounds from 1, not True"),
        ("minimax:depth={[]:1}", "depth must be a whole number of rounds from 1, not '{[]:1}'"),
        ("minimax:depth=" + "-" * 99999 + "1", "depth must be a whole number of rounds from 1"),
        ("minimax:evaluation=x", "no evaluation 'x'"),
        ("minimax:evaluation=3", "an evaluation must be a name, weights or a function, not 3"),
        ("minimax:evaluation={'score': 'x'}", "a number up to a billion, not 'x'"),
        ("expectimax:ghosts=[]", "ghosts is empty"),
        ("directional_ghost:attack=x", "attack must be a probability from 0 to 1, not 'x'"),
        ("minimax:depth", "minimax: has no agent depth; it has Minimax"),
    ],
)
def test_a_bad_name_or_option_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        load_agent(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("class X(:\n", "can't be imported: SyntaxError: invalid syntax (bad.py, line 1)"),
        ("import not_there", "ModuleNotFoundError: No module named 'not_there' (bad.py, line 1"),
        ("import sys\nsys.exit(4)", "SystemExit: 4 (bad.py, line 2"),
        ("x = 1", "has no agent; write a class that inherits from pacgrid.Agent"),
        (
            "from pacgrid import Agent\nclass A(Agent):\n  def act(self, state): ...\n"
            "class B(Agent):\n  def act(self, state): ...",
            "has several agents, A, B; choose one, as in ",
        ),
        ("from pacgrid import Agent\nclass A(Agent): pass", "A lacks the method act"),
        (
            "from pacgrid import Agent\nclass A(Agent):\n  def act(self, state): ...\n"
            "  def __init__(self): self.x = 1 / 0",
            "ZeroDivisionError: division by zero (bad.py, line 4, in __init__)",
        ),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, code: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(code)
    with pytest.raises(AgentError) as caught:
        load_agent(str(tmp_path / "bad.py"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_link_to_a_file_of_any_name_is_loaded(tmp_path: Path) -> None:
    code = "from pacgrid import Agent\nclass A(Agent):\n  def act(self, state): ..."
    (tmp_path / "agent.txt").write_text(code)
    (tmp_path / "agent.py").symlink_to("agent.txt")
    assert type(load_agent(str(tmp_path / "agent.py"))).__name__ == "A"


@pytest.mark.parametrize(
    "body",
    [
        "def __init__(self): raise BaseException('no')",
        "def __init__(self): raise Odd",
        "__signature__ = 5",
    ],
)
def test_an_agent_that_cannot_be_built_in_an_odd_way_is_refused(tmp_path: Path, body: str) -> None:
    odd = "class Odd(ValueError):\n  def __str__(self): raise SystemExit(0)\n"
    agent = f"class A(Agent):\n  {body}\n  def act(self, state): ..."
    (tmp_path / "mine.py").write_text(f"from pacgrid import Agent\n{odd}{agent}")
    with pytest.raises(AgentError, match=r"mine\.py: "):
        load_agent(str(tmp_path / "mine.py"))


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(AgentError, match="is not a file"):
        load_agent(str(tmp_path / "folder.py"))


def test_installed_plugins_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def plugin(name: str, value: str) -> EntryPoint:
        return EntryPoint(name, value, loading.PLUGINS)

    offered = (
        plugin("guest", "pacgrid.agents.minimax:Minimax"),
        plugin("broken", "not_there:Agent"),
        plugin("odd", "math:pi"),
    )
    monkeypatch.setattr(loading, "plugins", lambda: offered)
    assert isinstance(load_agent("guest:depth=1"), Minimax)
    with pytest.raises(AgentError, match=r"plug-in broken .* ModuleNotFoundError"):
        load_agent("broken")
    with pytest.raises(AgentError, match=r"plug-in odd .* is not a subclass of pacgrid\.Agent"):
        load_agent("odd")


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("minimax", ("minimax", None, {})),
        ("minimax:depth=3", ("minimax", None, {"depth": 3})),
        ("expectimax:ghosts=my_ghost.py", ("expectimax", None, {"ghosts": "my_ghost.py"})),
        ("a/b.py", ("a/b.py", None, {})),
        ("a/b.py:Mine", ("a/b.py", "Mine", {})),
        ("a/b.py:depth=3", ("a/b.py", None, {"depth": 3})),
        ("a/b.py:Mine:depth=3,mood=calm", ("a/b.py", "Mine", {"depth": 3, "mood": "calm"})),
        ("C:\\a\\b.py:Mine", ("C:\\a\\b.py", "Mine", {})),
        (
            "x:p=0.5,on=True,w={'a': 1, 'b': 2}",
            ("x", None, {"p": 0.5, "on": True, "w": {"a": 1, "b": 2}}),
        ),
        ("x:g=min,a:p=0.5,depth=3", ("x", None, {"g": ["min", "a:p=0.5"], "depth": 3})),
        ("x:g=[a:p=1,q=2, min],depth=3", ("x", None, {"g": ["a:p=1,q=2", "min"], "depth": 3})),
        ("x:g=[b:h=[c:p=1,q=2]]", ("x", None, {"g": ["b:h=[c:p=1,q=2]"]})),
        ("x:p=1,2", ("x", None, {"p": (1, 2)})),
        ("x:t='a,b=1',u=[", ("x", None, {"t": "a,b=1", "u": "["})),
    ],
)
def test_a_name_is_parsed(text: str, spec: tuple[str, str | None, dict[str, object]]) -> None:
    assert AgentSpec.parse(text) == AgentSpec(*spec)


@pytest.mark.parametrize(
    "text", ["", "minimax:depth=2,depth=3", "minimax:", "a.py:Mine:x:y=1", "=3"]
)
def test_a_malformed_name_is_refused(text: str) -> None:
    with pytest.raises(AgentError):
        AgentSpec.parse(text)
