"""Self-play between Pac-Man and the ghosts."""

from pathlib import Path
from typing import Any

import pytest

from helpers.programs import installed

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]


@pytest.fixture
def ippo(example: Any) -> Any:
    for package in ("torch==2.13.0", "matplotlib"):
        installed(package, package.partition("=")[0])
    return example("ippo")


def test_the_league_prefers_opponents_that_win(ippo: Any) -> None:
    installed("torch==2.13.0", "torch").manual_seed(0)
    league = ippo.League(3)
    for _ in range(3):
        league.add(ippo.ActorCritic(4))
    easy, even, hard = league.members
    easy.note(200, 200)
    hard.note(0, 200)
    drawn = league.choose(1000)
    counts = [sum(each is member for each in drawn) for member in (easy, even, hard)]
    assert counts[0] < counts[1] < counts[2]
    league.add(ippo.ActorCritic(4))
    assert [member is easy for member in league.members] == [False] * 3


@pytest.mark.parametrize(("league", "central"), [(0, False), (2, True)])
def test_both_sides_learn_from_legal_actions(ippo: Any, league: int, central: bool) -> None:
    torch = installed("torch==2.13.0", "torch")
    sides = ippo.SelfPlay("training", 8, 10**6, 0, league, 2, central=central)
    sides.remember()
    before = [side.net.policy.weight.detach().clone() for side in sides.sides]
    for side in sides.sides:
        side.opponents = side.league.choose(2) if league else []
    with torch.inference_mode():
        _, masks, actions, *_ = sides.roll_out()
    assert masks.gather(3, actions[..., None]).all()
    sides.learn()
    for side, old in zip(sides.sides, before, strict=True):
        assert not torch.equal(side.net.policy.weight, old)
        assert bool(side.critic) == (central and side is sides.ghosts)


def test_any_number_of_opponents_shares_the_games(ippo: Any) -> None:
    sides = ippo.SelfPlay("training", 4, 10**6, 0, 2, 4, central=False)
    sides.remember()
    sides.learn()
    assert [len(side.opponents) for side in sides.sides] == [4, 4]


@pytest.mark.parametrize("critic", ["own", "central"])
def test_the_program_trains_draws_and_saves(
    ippo: Any, tmp_path: Path, capsys: Any, critic: str
) -> None:
    pacman, ghosts, picture = (tmp_path / name for name in ("p.npz", "g.npz", "curve.png"))
    files = {"pacman": pacman, "ghosts": ghosts, "picture": picture}
    sizes = {"games": 8, "exams": 1, "exam_games": 1, "fresh": 1}
    opponents = {"critic": ippo.Critic(critic), "league": 2, "opponents": 2}
    ippo.main(layout="training", moves=1, seed=0, **opponents, **sizes, **files)
    assert "each other: won" in capsys.readouterr().out
    assert pacman.exists()
    assert ghosts.exists()
    assert picture.read_bytes().startswith(b"\x89PNG")
