from helpers.ladder_tables import made_table
from pacgrid.autograder.ladder.pages.results_grid import SHADES, head_to_head, own_games, whole
from pacgrid.autograder.ladder.role import Role


def test_head_to_head_of_both_roles_is_what_one_wins_and_the_other_loses():
    grid = head_to_head(made_table(["ada", "bob", "chen"]))["overall"]
    shades = [[cell.shade for cell in row.cells] for row in grid.rows]
    for i, row in enumerate(shades):
        assert grid.rows[i].cells[i].text == ""
        assert [-shade for shade in row] == [other[i] for other in shades]
        assert all(abs(shade) <= SHADES for shade in row)


def test_a_cell_is_the_mean_percent_of_its_games():
    table = made_table()
    grid = head_to_head(table)["pacman"]
    games = [g for g in table.games if (g.pacman, g.ghosts) == ("ada", "bob")]
    row = next(row for row in grid.rows if row.name == "ada")
    cell = row.cells[grid.columns.index("bob")]
    assert cell.text == whole(sum(g.percent or 0 for g in games) / len(games))


def test_for_ghosts_less_is_better():
    table = made_table()
    for role, sign in ((Role.PACMAN, 1), (Role.GHOSTS, -1)):
        own = [g for g in table.games if (g.pacman, g.ghosts)[role is Role.GHOSTS] == "bob"]
        grid = own_games(table, own, role)
        assert grid.columns == ("board0", "board1", "")
        for row in grid.rows:
            for cell in row.cells:
                percent = int(cell.text.replace("\N{MINUS SIGN}", "-"))
                assert cell.shade * sign * (percent - 50) >= 0


def test_nobody_has_no_table():
    assert head_to_head(made_table([])) == {}
    assert own_games(made_table([]), [], Role.PACMAN).rows == ()


def test_zero_has_no_sign():
    assert [whole(value) for value in (-0.3, 0.0, -7.6)] == ["0", "0", "\N{MINUS SIGN}8"]
