import pytest

from pacgrid.cs188.stand_ins import StandIns

STAND_INS = StandIns()
game, layout, pacman, util = (STAND_INS.find(name) for name in ("game", "layout", "pacman", "util"))


def test_what_runs_games_can_be_imported_but_not_used():
    assert isinstance(pacman.Game, type)
    for unusable in (pacman.runGames, pacman.ClassicGameRules, game.Game):
        with pytest.raises(NotImplementedError, match=f"{unusable.__name__} can't be used here"):
            unusable(1, quiet=True)


def test_a_module_has_its_own_names_and_no_others():
    assert game.manhattanDistance is util.manhattanDistance
    assert pacman.layout is layout
    assert pacman.util is util
    for module, name in ((util, "mazeDistance"), (util, "Directions"), (layout, "GameState")):
        with pytest.raises(AttributeError, match=f"{module.__name__} has no {name}"):
            getattr(module, name)
