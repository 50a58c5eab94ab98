from pacgrid.autograder.ladder.pairing import GameSeeds, Pairing, Role
from pacgrid.layout import Layout

SMALL, TRAP = Layout.load("small"), Layout.load("trap")


def test_the_seeds_depend_on_the_ladder_the_layout_and_the_number_and_on_nothing_else():
    seeds = GameSeeds.of(7, SMALL, 0)
    assert seeds == GameSeeds.of(7, Layout(SMALL.rows, "another name"), 0)
    others = [GameSeeds.of(8, SMALL, 0), GameSeeds.of(7, TRAP, 0), GameSeeds.of(7, SMALL, 1)]
    numbers = [number for each in (seeds, *others) for number in each]
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= number < 1 << 48 for number in numbers)


def test_who_knows_a_seed_of_a_game_does_not_know_the_other_one():
    pacman, ghosts = zip(*(GameSeeds.of(7, SMALL, number) for number in range(50)), strict=True)
    differences = {one - other for one, other in zip(pacman, ghosts, strict=True)}
    assert len(differences) == 50


def test_a_pairing_says_who_plays_what():
    pairing = Pairing("ann", "bob", "small", 0)
    assert [pairing.player(role) for role in Role] == ["ann", "bob"]
