import json
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest

from pacgrid import Action, Layout, State, play
from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_agent
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.learned_ghost import LearnedGhost, count_moves, model_text, moves_by_kind
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.agents.random_ghost import RandomGhost
from pacgrid.game import Limits

CORNER = State.parse("%%%%%\n%P  %\n%  1%\n%  .%\n%%%%%\nto move: ghost 1")
HUNT = Layout.load("hunting")
TRUE = DirectionalGhost(attack=0.7, flee=0.6)


def watched(games: int) -> Iterator[tuple[State, Action]]:
    """The states and actions of games of `TRUE` ghosts."""
    for seed in range(games):
        ghosts = [TRUE for _ in HUNT.ghosts]
        record = play(HUNT, [RandomAgent(), *ghosts], seed=seed, limits=Limits(rounds=60))
        yield from zip(record.states(), (move.action for move in record.moves), strict=False)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("learned") / "ghost.json"
    path.write_text(model_text(count_moves(watched(80))))
    return path


def test_what_is_learned_from_many_games_comes_near_the_true_distribution(model: Path) -> None:
    ghost = load_agent(f"learned_ghost:file={model}")
    assert isinstance(ghost, LearnedGhost)
    states = [state for state, _ in watched(2) if state.to_move and len(state.legal_actions()) > 1]
    errors: dict[bool, list[float]] = {True: [], False: []}
    for state in states:
        true, learned = TRUE.distribution(state), ghost.distribution(state)
        assert sum(learned.values()) == pytest.approx(1)
        scared = bool(state.ghosts[state.to_move - 1].scared)
        errors[scared].append(max(abs(true[action] - learned[action]) for action in true))
    assert 0 < mean(errors[False]) < 0.03
    assert 0 < mean(errors[True]) < 0.03


def test_a_ghost_that_has_learned_nothing_moves_at_random() -> None:
    assert LearnedGhost().distribution(CORNER) == pytest.approx(RandomGhost().distribution(CORNER))


def test_counts_of_moves_that_there_are_not_are_left_out() -> None:
    ghost = LearnedGhost()
    ghost.counts = {"active, near, 0 of 1 towards": {"towards": 9}}
    dead_end = State.parse("%%%%%%\n%.P1 %\n%%%%%%\nghost 1: east\nto move: ghost 1")
    assert ghost.distribution(dead_end) == {Action.EAST: 1}


def test_smoothing_counts_as_moves_that_were_seen(tmp_path: Path) -> None:
    path = tmp_path / "ghost.json"
    path.write_text(model_text(count_moves([(CORNER, Action.NORTH)] * 7)))
    assert moves_by_kind(CORNER) == {
        "towards": [Action.NORTH, Action.WEST],
        "away": [Action.SOUTH],
    }
    learned = LearnedGhost(file=str(path), smoothing=1).distribution(CORNER)
    assert learned == pytest.approx({Action.NORTH: 0.45, Action.SOUTH: 0.1, Action.WEST: 0.45})


def test_expectimax_can_use_it_as_a_model(model: Path) -> None:
    state = State.initial(Layout.load("duel"))
    agent = load_agent(f"expectimax:ghosts=learned_ghost:file={model},depth=1")
    assert agent.act(state) in state.legal_actions()


def counts(value: object) -> str:
    return json.dumps({"format": "pacgrid learned ghost", "counts": value})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "ghost.json: can't be read: No such file or directory"),
        ("{", "ghost.json: is no learned ghost; `pacgrid learn --ghost-records` writes one"),
        ("[" * 99999, "ghost.json: is no learned ghost"),
        ("[1]", "ghost.json: is no learned ghost"),
        (counts(3), "ghost.json: counts: must be counts of moves towards and away"),
        (counts({"far": 3}), "ghost.json: far: must be counts of moves towards and away"),
        (counts({"far": {"away": -1}}), "ghost.json: far: must be counts"),
        (counts({"far": {"sideways": 1}}), "ghost.json: far: must be counts"),
        (counts({"far": {"away": 1e99}}), "ghost.json: far: must be counts"),
    ],
)
def test_a_file_that_is_no_model_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path("ghost.json").write_text(text)
    with pytest.raises(AgentError) as caught:
        load_agent("expectimax:ghosts=learned_ghost:file=ghost.json")
    assert str(caught.value).startswith(f"learned_ghost:file=ghost.json: {message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("smoothing", [0, float("inf")])
def test_smoothing_must_be_above_0_and_finite(smoothing: float) -> None:
    with pytest.raises(ValueError, match="smoothing must be a number above 0, not"):
        LearnedGhost(smoothing=smoothing)
