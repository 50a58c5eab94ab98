"""Taking over, and the agents that files offer for it."""

import dataclasses
from pathlib import Path

import pytest

from helpers.game_sources import ROOM, Scripted
from pacgrid import Action, Layout, State, play
from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_agent
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup, drawn_layout
from pacgrid.session.game_source import Keyboard, LiveGame, ReplayedGame
from pacgrid.session.takeover import MOST_FILES, agent_files, candidates, take_over

GAME = play(Layout.load("small"), [load_agent("reflex"), load_agent("random_ghost")], seed=3)


def test_the_first_plies_stay_and_the_new_agent_continues() -> None:
    branch = take_over(ReplayedGame(GAME), 6, 0, "random_agent")
    while branch.next_ply():
        pass
    record = branch.record
    assert [move.action for move in record.moves[:6]] == [move.action for move in GAME.moves[:6]]
    assert record.taken_over == 6
    assert record.agents == ("random_agent", "random_ghost")
    assert list(record.states())[-1].score == branch.states[-1].score


def test_the_same_takeover_continues_the_same_way() -> None:
    ways = []
    for _ in range(2):
        branch = take_over(ReplayedGame(GAME), 6, 1, "directional_ghost")
        while branch.next_ply():
            pass
        ways.append([move.action for move in branch.moves])
    assert ways[0] == ways[1]


def test_a_person_takes_over() -> None:
    branch = take_over(ReplayedGame(GAME), 4, 0, "keyboard")
    assert isinstance(branch.keyboard, Keyboard)
    assert len(branch.states) == 5


def test_only_one_agent_can_have_the_keyboard() -> None:
    game = LiveGame(ROOM, [Keyboard(), Scripted([])])
    with pytest.raises(AgentError, match="you already play another agent"):
        take_over(game, 0, 1, "keyboard")


def test_agents_that_can_not_be_loaded_by_name_stay_the_same_objects() -> None:
    ghost = Scripted([Action.WEST])
    branch = take_over(LiveGame(ROOM, [Scripted([]), ghost]), 0, 0, "reflex")
    assert branch.players[1] is ghost


def test_a_ghost_that_can_not_be_loaded_has_a_substitute() -> None:
    record = LiveGame(ROOM, [Scripted([]), Scripted([])]).record
    assert take_over(ReplayedGame(record), 0, 0, "reflex").agents == ("reflex", "directional_ghost")
    with pytest.raises(AgentError, match="no agent 'scripted'"):
        take_over(ReplayedGame(record), 0, 1, "random_ghost")


def test_candidates_start_with_the_keyboard_and_the_present_agent() -> None:
    names = candidates(ReplayedGame(GAME), 0)
    assert names[:2] == ["keyboard", "reflex"]
    assert "random_ghost" not in names
    assert "alpha_beta" in names
    assert "minimax_ghost" not in names
    assert not {"random_agent", "champion"} & {*candidates(ReplayedGame(GAME), 1)}


def test_the_keyboard_is_no_candidate_while_a_person_steers_another_agent() -> None:
    game = LiveGame(ROOM, [Keyboard(), Scripted([])])
    assert candidates(game, 0)[0] == "keyboard"
    assert "keyboard" not in candidates(game, 1)


def test_agents_in_files_of_this_folder_are_candidates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_agent.py").write_text("class Mine:\n    def act(self, state): ...\n")
    monkeypatch.chdir(tmp_path)
    for agent in (0, 1):
        assert "my_agent.py" in candidates(ReplayedGame(GAME), agent)


def test_limits_and_seed_stay_the_same() -> None:
    agents = [load_agent("reflex"), load_agent("random_ghost")]
    game = LiveGame(Layout.load("small"), agents, seed=5, limits=Limits(rounds=3))
    game.next_ply()
    branch = take_over(game, 1, 0, "random_agent")
    while branch.next_ply():
        pass
    assert (branch.record.seed, branch.record.rounds) == (5, 3)
    assert branch.record.ending is Ending.ROUND_LIMIT


def test_a_persons_game_has_no_round_limit() -> None:
    game = LiveGame(ROOM, [Scripted([]), Scripted([])], limits=Limits(rounds=2, move_seconds=9))
    assert take_over(game, 0, 0, "keyboard").limits == Limits(rounds=None, move_seconds=9)


def test_files_named_in_a_record_run_only_if_chosen(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text("raise SystemExit('this was run')")
    for agents in ((str(file), "random_ghost"), ("reflex", f"{file}:Ghost")):
        replay = ReplayedGame(dataclasses.replace(GAME, agents=agents))
        if agents[0] == "reflex":
            assert take_over(replay, 2, 0, "minimax").agents[1] == "directional_ghost"
        else:
            with pytest.raises(AgentError, match="runs only if you choose it"):
                take_over(replay, 2, 1, "random_ghost")
        with pytest.raises(AgentError, match="this was run"):
            take_over(replay, 2, agents.index(next(a for a in agents if str(file) in a)), str(file))


def test_a_person_may_take_over_from_themselves() -> None:
    game = LiveGame(ROOM, [Keyboard(), Scripted([])])
    branch = take_over(game, 0, 0, "keyboard")
    assert branch.keyboard is branch.players[0] is not game.keyboard


def test_a_game_from_a_position_keeps_its_position() -> None:
    start = State.parse("%%%%%%\n%. P.%\n%%%%%%")
    game = LiveGame(PacmanSetup(drawn_layout(start), 1, start), [Scripted([Action.WEST])])
    game.next_ply()
    taken = take_over(ReplayedGame(game.record), 1, 0, "reflex")
    assert taken.states[0] == taken.record.first_state == start
    assert taken.next_ply()
    assert [*taken.record.states()] == [*taken.states]


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
