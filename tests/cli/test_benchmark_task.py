"""The games of benchmarks: their identities, and the positions that they begin with."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid import Layout, Limits, State
from pacgrid.cli.benchmark import matchup_identity, random_position
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import OptionError


def test_a_changed_file_of_an_agent_is_another_matchup(tmp_path: Path) -> None:
    layout, identities = Layout.load("pocket"), set()
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = folder / "mine.py"
        text = "from pacgrid import Agent\nclass Mine(Agent):\n    def act(self, state): ...\n"
        file.write_text(text + "#" * number)
        matchup = Matchup.of(layout, str(file), ["arcade"], limits=Limits())
        identities.add(matchup_identity(matchup))
    assert len(identities) == 2


def test_a_file_that_was_moved_is_the_same_matchup(tmp_path: Path) -> None:
    identities = set()
    for name in ("one.py", "two.py"):
        file = tmp_path / name
        file.write_text(
            "from pacgrid import Agent\nclass Mine(Agent):\n    def act(self, s): ...\n"
        )
        matchup = Matchup.of(Layout.load("pocket"), str(file), ["arcade"], limits=Limits())
        identities.add(matchup_identity(matchup))
    assert len(identities) == 1


@pytest.mark.parametrize("utility", ["{}:worth", "[{}:worth:slope=2]"])
def test_a_changed_function_in_a_file_is_another_matchup(tmp_path: Path, utility: str) -> None:
    file, layout = tmp_path / "mine.py", Layout.load("pocket")
    name = f"expected_utility:utility={utility.format(file)},depth=1"
    identities = set()
    for text in ("slope * points", "slope * points * 2"):
        file.write_text(f"def worth(points, slope=1):\n    return {text}\n")
        matchup = Matchup.of(layout, name, ["random_ghost"], limits=Limits())
        identities.add(matchup_identity(matchup))
    assert len(identities) == 2


def test_an_option_may_be_longer_than_any_file_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from pacgrid import Agent\nclass Mine(Agent):\n    def __init__(self, note): ...\n"
        "    def act(self, state): ...\n"
    )
    name = f"{file}:note={'x' * 300}"
    matchup = Matchup.of(Layout.load("pocket"), name, ["arcade"], limits=Limits())
    assert "x" * 300 in matchup_identity(matchup)


@given(seed=st.integers(0, 99), rounds=st.integers(1, 3))
@settings(max_examples=20, deadline=None)
def test_a_random_position_depends_on_the_seed_only(seed: int, rounds: int) -> None:
    start = State.initial(Layout.load("small"))
    one, two = (random_position(start, rounds, Random(seed)) for _ in range(2))
    assert one == two
    assert not one.is_terminal
    assert one.to_move == 0


def test_an_opening_that_nobody_survives_is_an_error() -> None:
    start = State.parse("%%%%\n%P.%\n%%%%")
    with pytest.raises(OptionError, match="--opening 90: nobody survives"):
        random_position(start, 90, Random(0))
