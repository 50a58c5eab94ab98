"""Agents in files are found by their text alone."""

from pathlib import Path

import pytest

from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_agent
from pacgrid.session.agent_files import MOST_FILES, agent_files

FILES = {
    "alone.py": "class Alone(Agent):\n    def act(self, state): ...\n",
    "two.py": "class One:\n    def act(self, s): ...\nclass Two(pacgrid.search.Searcher): pass\n",
    "theirs.py": "class MinimaxAgent(Search):\n    def getAction(self, gameState): ...\n",
    "helper.py": "def act(state): ...\nclass Table: pass\nclass _A:\n    def act(self, s): ...\n",
    "broken.py": "class Broken(Agent:\n",
    "nul.py": "class Nul:\n    def act(self, s): ...\n\0",
    "deep.py": "x = " + "(" * 5000,
    "warns.py": "class Warns:\n    def act(self, s): return '\\d'\n",
    "notes.txt": "class Notes:\n    def act(self, s): ...\n",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_files_are_offered_by_the_agents_they_define() -> None:
    for name, text in FILES.items():
        Path(name).write_text(text)
    Path("folder.py").mkdir()
    assert agent_files() == ["alone.py", "theirs.py", "two.py:One", "two.py:Two", "warns.py"]


def test_a_file_is_never_run() -> None:
    Path("evil.py").write_text("class A:\n    def act(self, s): ...\nopen('ran', 'w')\n")
    assert agent_files() == ["evil.py"]
    assert not Path("ran").exists()


def test_only_so_many_files_are_read() -> None:
    for number in range(MOST_FILES + 3):
        Path(f"a{number}.py").write_text(FILES["alone.py"])
    assert len(agent_files()) == MOST_FILES


def test_the_name_of_a_file_without_its_suffix_suggests_the_file() -> None:
    Path("mine.py").write_text(FILES["alone.py"])
    with pytest.raises(AgentError, match=r"did you mean 'mine\.py'\?"):
        load_agent("mine")
