"""PPO, what it computes, and the programs that use it."""

from pathlib import Path
from typing import Any

import pytest

from helpers.programs import installed
from pacgrid import Layout, State
from pacgrid.envs.levels import MazeLevels

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]

CORRIDOR = Layout.parse("""
%%%%%%%
%P...1%
%%%%%%%
""")


@pytest.fixture
def ppo(example: Any) -> Any:
    for package in ("torch==2.13.0", "matplotlib"):
        installed(package, package.partition("=")[0])
    return example("ppo")


def test_advantages_stop_at_the_end_of_a_game(ppo: Any) -> None:
    torch = installed("torch==2.13.0", "torch")
    gamma, decay = 0.9, 0.9 * ppo.LAMBDA
    rewards = torch.tensor([[1.0, 1, 1], [2, 2, 2], [4, 4, 4]])
    values = torch.tensor([[0.5, 0.5, 0.5], [0.25, 0.25, 0.25], [3, 3, 3]])
    after = torch.tensor([8.0, 8, 8])
    # The second game is lost, and the third truncated, in the second round.
    lives = torch.tensor([[True, True, True], [True, False, True], [True, True, True]])
    goes_on = torch.tensor([[True, True, True], [True, False, False], [True, True, True]])
    last = 4 + gamma * 8 - 3
    middle = [2 + gamma * 3 - 0.25 + decay * last, 2 - 0.25, 2 + gamma * 3 - 0.25]
    first = [1 + gamma * 0.25 - 0.5 + decay * each for each in middle]
    found = ppo.estimate(rewards, values, after, lives, goes_on, gamma)
    torch.testing.assert_close(found, torch.tensor([first, middle, [last] * 3]))


def test_actions_are_legal_and_no_round_between_two_games_is_learned_from(ppo: Any) -> None:
    torch = installed("torch==2.13.0", "torch")
    learner = ppo.Learner(0, 10**6, games=8, layout=CORRIDOR, max_episode_steps=3)
    with torch.inference_mode():
        rollout = learner.roll_out()
    assert rollout.masks.gather(2, rollout.actions[..., None]).all()
    assert not rollout.played.all()
    assert learner.moves == rollout.played.sum()
    assert learner.ended == (~rollout.played).sum() + learner.over.sum()
    assert all(len(part) == learner.moves for part in learner.flat(rollout))


def test_numpy_plays_what_torch_has_learned(ppo: Any) -> None:
    torch = installed("torch==2.13.0", "torch")
    learner = ppo.Learner(0, 10**6, games=16, width=8, layout=CORRIDOR)
    for _ in range(3):
        learner.learn()
    logits, _ = learner.net(*ppo.Games(1, 0, layout=CORRIDOR).observe())
    expected = logits.detach().softmax(1)[0].numpy()
    found = learner.net.export().probabilities(State.initial(CORRIDOR))
    torch.testing.assert_close([found.get(action, 0.0) for action in ppo.Action], expected.tolist())


def test_it_learns_to_win_in_a_corridor(ppo: Any) -> None:
    options = {"layout": CORRIDOR, "num_ghosts": 0}
    learner = ppo.Learner(0, 10**6, games=32, width=16, **options)
    for _ in range(20):
        learner.learn()
    assert ppo.exam(learner.net, 4, **options) == 4


def test_the_program_trains_draws_and_saves(ppo: Any, tmp_path: Path, capsys: Any) -> None:
    model, picture = tmp_path / "model.npz", tmp_path / "curve.png"
    sizes = {"moves": 1, "jobs": 1, "games": 16, "width": 8, "exams": 1, "exam_games": 2}
    seeds = {"seeds": 2, "first_seed": 0, "fresh": 2}
    files = {"model": model, "picture": picture}
    ppo.main(layout="training", ghosts="random_ghost", **sizes, **seeds, **files)
    assert "network of seed 1: won" in capsys.readouterr().out
    assert model.stat().st_size > 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_table_of_levels_has_a_row_for_each_number(ppo: Any, example: Any, capsys: Any) -> None:
    sizes = {"moves": 1, "seeds": 1, "jobs": 1, "games": 16, "exam_games": 2}
    family = "size=11x11,style=arcade,ghosts=1"
    example("generalisation").main(levels="1,2", family=family, ghosts="random_ghost", **sizes)
    printed = capsys.readouterr().out
    assert "│ 1 " in printed
    assert "│ 2 " in printed


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((56, 70, 48, 80), "+20% (+5% to +33%)"), ((9, 10, 3, 10), "+60% (+17% to +81%)")],
)
def test_the_gap_has_newcombes_interval(
    ppo: Any, example: Any, counts: tuple[int, ...], expected: str
) -> None:
    assert example("generalisation").gap(*counts) == expected  # his own examples, (a) and (c)


def test_the_games_of_a_test_are_on_different_levels(
    ppo: Any, example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = example("generalisation")

    def first_states(_: Any, games: int, starts: Any, **options: Any) -> list[State]:
        batch = ppo.Games(games, 5, starts, **options).envs.batch
        return [batch.state(game) for game in range(games)]

    monkeypatch.setattr(program, "exam", first_states)
    task = program.Task(3, 0, 1, "size=13x9,ghosts=1,food=0.2", "random_ghost", 8, exam_games=4)
    for split, levels in (("train", 3), ("test", 4)):
        made = MazeLevels(["random:size=13x9,ghosts=1,food=0.2"], split, levels)
        expected = [State.initial(made.layout(game % levels)) for game in range(4)]
        assert program.level_exam(None, task, split, levels) == expected
        assert len({*expected}) > 1
