from collections import Counter

from helpers.ladder_tables import ANCHORS, made_table
from pacgrid.autograder.ladder.pages.expectation import Expectation
from pacgrid.autograder.ladder.pages.notable_games import losses, notable_games, opponent
from pacgrid.autograder.ladder.role import Role

NAMES = [f"entrant {number}" for number in range(8)]


def test_what_a_game_is_expected_to_give_comes_from_the_layout_and_both_ratings():
    table = made_table()
    game = next(g for g in table.games if (g.pacman, g.ghosts) == ("ada", "random_ghost"))
    ada = next(rank.rating for rank in table.standings.pacman if rank.name == "ada")
    assert Expectation(table).of(game) == 50 + ada


def test_closest_best_and_strangest_games_are_what_they_say():
    table = made_table(NAMES)
    closest, best, strangest = notable_games(table, lambda game: game.id)
    assert [game.ending for game in closest.games] == ["caught"] * 3
    assert [game.id for game in closest.games] == sorted(game.id for game in closest.games)
    assert all(game.won for game in best.games)
    surplus = Expectation(table).surplus
    most = max(abs(surplus(game)) for game in table.games if not game.forfeit)
    shown = [*best.games, *strangest.games]
    assert max(abs(surplus(game)) for game in shown) == most


def test_no_game_is_notable_twice_nor_a_forfeit_nor_one_of_anchors_alone():
    kinds = notable_games(made_table(NAMES))
    games = [game for kind in kinds for game in kind.games]
    assert len({game.id for game in games}) == len(games) == 9
    assert not any(game.forfeit for game in games)
    assert not any({game.pacman, game.ghosts} == set(ANCHORS) for game in games)
    for kind in kinds:
        assert max(Counter(game.pacman for game in kind.games).values()) == 1


def test_without_games_nothing_is_notable():
    assert [kind.games for kind in notable_games(made_table([]))] == [(), (), ()]


def test_losses_are_lost_and_against_different_opponents():
    table = made_table(NAMES, layouts=4)
    expectation = Expectation(table)
    for role in Role:
        own = [g for g in table.games if (g.pacman, g.ghosts)[role is Role.GHOSTS] == "entrant 3"]
        lost = losses(own, role, expectation, 3)
        assert len(lost) == 3
        assert all(game.won == (role is Role.GHOSTS) for game in lost)
        assert len({opponent(game, role) for game in lost}) == 3
