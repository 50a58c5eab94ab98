"""`--sweep`: an option with several values, in `pacgrid tree` and `pacgrid bench`."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from pacgrid.agent_spec import AgentError
from pacgrid.cli.node_table import NodeTable
from pacgrid.cli.options import OptionError
from pacgrid.cli.search_choice import SearchChoice
from pacgrid.cli.sweep import Sweep, with_option

Pacgrid = Callable[..., Result]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("depth=1..4", ("1", "2", "3", "4")),
        ("depth=2..7..2", ("2", "4", "6")),
        ("depth=3..3", ("3",)),
        ("nodes=100, 1000,100", ("100", "1000")),
        ("order=best,worst", ("best", "worst")),
    ],
)
def test_a_sweep_is_a_range_or_a_list(text: str, values: tuple[str, ...]) -> None:
    assert Sweep.parse(text).values == values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("depth=8..1", "an empty range; write the smaller number first"),
        ("depth=,", "an empty range; write the smaller number first"),
        ("depth", "write OPTION=FIRST..LAST or OPTION=VALUE,VALUE"),
        ("=1..3", "write OPTION=FIRST..LAST or OPTION=VALUE,VALUE"),
        ("depth=1..x", "can't read the range 1..x; write 1..8 or 2..8..2"),
        ("depth=1..9..0", "can't read the range 1..9..0; write 1..8 or 2..8..2"),
        ("depth=1..999999999", "more than 100 values; take fewer"),
    ],
)
def test_a_bad_sweep_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        Sweep.parse(text)
    assert str(error.value) == f"--sweep {text}: {message}"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("minimax", "minimax:depth=3"),
        ("mine.py:Mine", "mine.py:Mine:depth=3"),
        ("mine.py:Mine:n=1", "mine.py:Mine:n=1,depth=3"),
        ("uniform:order=best", "uniform:order=best,depth=3"),
        ("expectimax:ghosts=[a:p=1]", "expectimax:ghosts=[a:p=1],depth=3"),
    ],
)
def test_an_option_is_added_to_a_name(name: str, expected: str) -> None:
    assert with_option(name, "depth", 3) == expected


def test_an_agent_without_the_option_or_with_a_value_is_refused() -> None:
    with pytest.raises(
        OptionError, match=r"^--sweep depth: reflex has no option depth; its option"
    ):
        Sweep.parse("depth=1..2").check_agent("reflex")
    with pytest.raises(OptionError, match=r"^--sweep detph: minimax has no .* mean 'depth'\?$"):
        Sweep.parse("detph=1..2").check_agent("minimax")
    with pytest.raises(
        OptionError, match="minimax:depth=3 gives depth already; leave it out there"
    ):
        Sweep.parse("depth=1..2").check_agent("minimax:depth=3")
    with pytest.raises(
        OptionError, match="uniform:depth=3 gives depth already; leave it out there"
    ):
        Sweep.parse("depth=1..2").is_of_game("uniform:depth=3")


def test_nodes_are_those_of_knuth_and_moore() -> None:
    search = SearchChoice(
        games=["uniform:order=worst", "uniform:order=best"], agents=["minimax", "alpha_beta"]
    )
    counts = NodeTable.of(search, Sweep.parse("depth=1..6")).counts
    all_nodes = [sum(3**ply for ply in range(1, depth + 1)) for depth in range(1, 7)]
    for (game, agent), found in counts.items():
        nodes = [count.nodes for count in found]
        assert [count.plies for count in found] == [1, 2, 3, 4, 5, 6]
        assert [count.branching for count in found] == pytest.approx([3] * 6)
        if (game, agent) == ("uniform:order=best", "alpha_beta"):
            leaves = [3 ** -(-d // 2) + 3 ** (d // 2) - 1 for d in range(1, 7)]
            assert nodes == [sum(leaves[: d + 1]) for d in range(6)]
            assert (found[-1].effective or 0) < 2
        else:
            assert nodes == all_nodes
            assert [count.effective for count in found] == pytest.approx([3] * 6)


def test_any_agent_in_any_game_is_counted(pacgrid: Pacgrid, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from pacgrid import Agent\n"
        "class Mine(Agent):\n"
        "    plays_any_game = True\n"
        "    def __init__(self, width=1): self.width = width\n"
        "    def act(self, state):\n"
        "        actions = state.legal_actions()[:self.width]\n"
        "        for action in actions: state.successor(action)\n"
        "        return actions[0]\n"
    )
    text = pacgrid("tree", "tictactoe", "-a", file, "--sweep", "width=2..3").stdout
    assert "width 2" in text
    assert "b* 2.00" in text
    assert "b = 9 actions" in text


def test_a_failing_agent_ends_in_one_line(pacgrid: Pacgrid, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from pacgrid import Agent\n"
        "class Mine(Agent):\n"
        "    def __init__(self, width=1): self.width = width\n"
        "    def act(self, state): return 1 / 0\n"
    )
    with pytest.raises(AgentError, match=r": division by zero \(mine.py, line 4, in act\)$"):
        pacgrid("tree", "-a", file, "--sweep", "width=2..3")


def test_a_plot_of_a_tree_needs_a_sweep(pacgrid: Pacgrid) -> None:
    with pytest.raises(OptionError, match=r"add --sweep depth=1..8$"):
        pacgrid("tree", "book", "--plot", "nodes.png")
