"""PPO, what it computes, and the programs that use it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.programs import installed
from pacgrid import Action, Layout, State
from pacgrid.envs.levels import MazeLevels

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]

CORRIDOR = Layout.parse("""
%%%%%%%
%P...1%
%%%%%%%
""")


@pytest.fixture
def ppo(example: Any) -> Any:
    installed("torch==2.13.0", "torch")
    return example("ppo")


@pytest.fixture
def exams(ppo: Any, example: Any) -> Any:
    installed("matplotlib")
    return example("ppo_exams")


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
        moves = learner.roll_out()
    _, masks, actions, *_ = moves
    assert masks.gather(1, actions[:, None]).all()
    restarts = learner.games.ended - learner.games.over.sum()
    assert restarts > 0
    assert learner.moves == 8 * ppo.ROUNDS - restarts
    assert all(len(part) == learner.moves for part in moves)


def test_numpy_plays_what_torch_has_learned(ppo: Any) -> None:
    torch = installed("torch==2.13.0", "torch")
    learner = ppo.Learner(0, 10**6, games=16, width=8, layout=CORRIDOR)
    for _ in range(3):
        learner.learn()
    logits, _ = learner.net(*ppo.Games(1, 0, layout=CORRIDOR).observe())
    expected = logits.detach().softmax(1)[0].numpy()
    found = learner.net.export().probabilities(State.initial(CORRIDOR))
    torch.testing.assert_close([found.get(action, 0.0) for action in Action], expected.tolist())


def test_it_learns_to_win_in_a_corridor(ppo: Any, exams: Any) -> None:
    options = {"layout": CORRIDOR, "num_ghosts": 0}
    learner = ppo.Learner(0, 10**6, games=32, width=16, **options)
    for _ in range(20):
        learner.learn()
    wins, scores = exams.exam(learner.net, 4, **options)
    assert wins.all()
    assert (scores > 500).all()


def test_it_continues_from_a_checkpoint_as_if_it_had_not_stopped(
    ppo: Any, example: Any, tmp_path: Path
) -> None:
    checkpoint, file = example("checkpoint"), tmp_path / "run.pt"
    options = {"games": 16, "width": 8, "layout": "training", "max_episode_steps": 30}
    learner, other = (ppo.Learner(3, 10**6, **options) for _ in range(2))
    for _ in range(4):
        learner.learn()
    checkpoint.save(learner, file)
    for _ in range(2):
        learner.learn()
    checkpoint.resume(other, file)
    for _ in range(2):
        other.learn()
    assert other.moves == learner.moves
    for name, part in learner.net.state_dict().items():
        assert part.equal(other.net.state_dict()[name]), name


def test_a_checkpoint_of_other_settings_is_refused_in_a_line(
    ppo: Any, example: Any, tmp_path: Path
) -> None:
    checkpoint, file = example("checkpoint"), tmp_path / "run.pt"
    checkpoint.save(ppo.Learner(3, 10**6, games=2, width=8, layout=CORRIDOR), file)
    options = {"moves": 1, "seed": 3, "games": 2, "model": tmp_path / "m.npz"}
    for message, changed in {
        "was made with width=8, not 128": {"layout": "training"},
        "is no checkpoint of these games": {"checkpoint": tmp_path},
    }.items():
        given = {"ghosts": "random_ghost", "checkpoint": file, **options, **changed}
        with pytest.raises(SystemExit, match=f": {message}; choose another --checkpoint$"):
            ppo.main(**{"layout": "training", **given})
    larger = Layout.parse(f"{CORRIDOR}".replace("...", "....").replace("%%%%%%%", "%" * 8))
    for settings in ({"layout": larger}, {"layout": CORRIDOR, "ghosts": "arcade"}):
        with pytest.raises(checkpoint.CheckpointError, match="was made with") as error:
            checkpoint.resume(ppo.Learner(3, 1, games=2, width=8, **settings), file)
        assert "\n" not in f"{error.value}"
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(checkpoint.CheckpointError, match="is no checkpoint"):
        checkpoint.resume(ppo.Learner(3, 1, games=2, width=8, layout=CORRIDOR), file)


def test_the_programs_train_draw_and_save(
    ppo: Any, exams: Any, tmp_path: Path, capsys: Any
) -> None:
    model, picture = tmp_path / "model.npz", tmp_path / "curve.png"
    checkpoint = tmp_path / "run.pt"
    for moves in (1, 2000):
        ppo.main("training", "random_ghost", moves, 0, 16, checkpoint, model)
    assert "continued after" in capsys.readouterr().out
    exams.PpoAgent(model=model)
    sizes = {"moves": 1, "jobs": 1, "games": 16, "width": 8, "exams": 1, "exam_games": 2}
    seeds = {"seeds": 2, "first_seed": 0, "fresh": 2}
    files = {"model": model, "picture": picture}
    exams.main(layout="training", ghosts="random_ghost", **sizes, **seeds, **files)
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

    played: list[State] = []

    def first_states(_: Any, games: int, starts: Any, **options: Any) -> tuple[Any, Any]:
        batch = ppo.Games(games, 5, starts, **options).envs.batch
        played[:] = [batch.state(game) for game in range(games)]
        return np.ones(games, bool), np.zeros(games)

    monkeypatch.setattr(program, "exam", first_states)
    task = program.Task(3, 0, 1, "size=13x9,ghosts=1,food=0.2", "random_ghost", 8, exam_games=4)
    for split, levels in (("train", 3), ("test", 4)):
        made = MazeLevels(["random:size=13x9,ghosts=1,food=0.2"], split, levels)
        expected = [State.initial(made.layout(game % levels)) for game in range(4)]
        assert program.level_exam(None, task, split, levels) == 4
        assert played == expected
        assert len({*expected}) > 1
