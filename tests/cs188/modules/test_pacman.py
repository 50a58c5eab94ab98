import pytest

from pacgrid import Action, Layout, State
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.modules import game, layout, pacman, pacmanAgents, searchAgents

BOARD = "%%%%%%%\n%P   .%\n% %% %%\n%1    %\n%%%%%%%"


def test_the_rules_say_what_is_legal_even_after_the_end():
    state = State.parse(BOARD)
    face = GameState.of(state)
    assert pacman.PacmanRules.getLegalActions(face) == face.getLegalActions(0)
    state = state.successor(Action.STOP).successor(Action.EAST).successor(Action.STOP)
    assert pacman.GhostRules.getLegalActions(GameState.of(state), 1) == ["East"]
    over = GameState.of(State.parse(BOARD.replace(".", "o")))
    assert over.getLegalActions(0) == []
    assert pacman.PacmanRules.getLegalActions(over) == ["Stop", "East", "South"]
    assert pacman.GhostRules.getLegalActions(over, 1) == ["East", "North"]
    assert pacman.GhostRules.canKill((1, 1), (1, 1.5))
    assert not pacman.GhostRules.canKill((1, 1), (1, 2))


def test_what_runs_games_can_be_imported_but_not_used():
    assert isinstance(pacman.Game, type)
    for unusable in (pacman.runGames, pacman.ClassicGameRules, game.Game):
        with pytest.raises(NotImplementedError, match=f"{unusable.__name__} can't be used here"):
            unusable(1, quiet=True)


def test_options_are_read_as_text():
    options = {"depth": "3", "evalFn": "better", "fast": 1}
    assert pacman.parseAgentArgs("depth=3,evalFn=better,fast") == options
    assert pacman.parseAgentArgs(None) == {}


def test_shipped_layouts_are_found_by_name():
    training = layout.getLayout("training.lay")
    assert training is not None
    assert training.getNumGhosts() == len(Layout.load("training").ghosts)
    assert training.food.count() == training.totalFood == len(Layout.load("training").food)
    assert layout.getLayout("nowhere") is None


def test_ready_agents_play():
    face = GameState.of(State.parse(BOARD))
    assert pacmanAgents.LeftTurnAgent().getAction(face) == "East"
    near = GameState.of(State.parse(BOARD.replace("P   .", "   P.")))
    assert pacmanAgents.GreedyAgent().getAction(near) == "East"
    assert pacmanAgents.GreedyAgent("scoreEvaluation").getAction(near) == "East"
    with pytest.raises(SystemExit):
        game.Agent().getAction(face)


def test_distances_go_through_the_maze():
    face = GameState.of(State.parse(BOARD))
    assert searchAgents.mazeDistance((2, 3), (2, 1), face) == 4
