"""What networks see, and their weights as files."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.programs import EXAMPLES
from pacgrid import State, play
from pacgrid.agent_loader import load_agent
from pacgrid.envs.observations import planes_of
from pacgrid.errors import PacgridError
from pacgrid.kernel.planes import Channel, pack_agents, pack_planes
from pacgrid.layout import Layout

ROOM = Layout.parse("""
%%%%%%%%%%%
%P  ...  1%
%.%%%.%%%.%
%o..   ...%
%.%%%.%%%2%
%...   ...%
%%%%%%%%%%%
""")


def seen_by(view: Any, state: State, observer: int) -> tuple[Any, Any, Any]:
    """The near planes, the far planes and the agent's own numbers."""
    planes = planes_of(state)
    packed = {"agents": pack_agents(state)[None], "board": pack_planes(planes)[None]}
    seen = view.views(packed, *planes.shape[1:], observer)[0]
    side = view.SIDE, view.SIDE
    near, far, own = np.split(
        seen, [view.NEAR_PLANES * view.CELLS, (view.NEAR_PLANES + view.FAR_PLANES) * view.CELLS]
    )
    return near.reshape(-1, *side), far.reshape(-1, *side), own


def window(plane: Any, row: int, column: int, reach: int) -> Any:
    """The cells around one, 0 beyond the board."""
    padded = np.pad(plane, reach)
    return padded[row : row + 2 * reach + 1, column : column + 2 * reach + 1]


@pytest.mark.slow
@given(st.lists(st.integers(0, 4), max_size=150))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_near_part_shows_the_planes_around_each_agent(example: Any, choices: list[int]) -> None:
    view = example("centred_view")
    state = State.initial(ROOM)
    for choice in choices:
        if state.is_terminal:
            break
        legal = state.legal_actions()
        state = state.successor(legal[choice % len(legal)])
    agents = pack_agents(state)
    for observer, (row, column, direction, scared) in enumerate(agents):
        near, far, own = seen_by(view, state, observer)
        planes = planes_of(state, dtype="float32")
        around = [window(plane, row // 2, column // 2, view.NEAR) for plane in planes]
        for number, channel in enumerate((Channel.WALLS, Channel.FOOD, Channel.CAPSULES)):
            np.testing.assert_array_equal(near[number] / view.FULL, around[channel])
        others = np.ones(len(agents), bool)
        others[observer] = False
        ghosts = agents[1:][others[1:]]
        assert (near[3:8] > 0).sum() <= (ghosts[:, 3] == 0).sum()
        assert own[direction] == view.FULL
        assert own[5] == scared
        if observer == 0:
            np.testing.assert_array_equal(near[3:8].max(0) / view.FULL, around[Channel.GHOSTS])
            np.testing.assert_allclose(near[8] / view.FULL, around[Channel.SCARED])
            assert not near[9].any()
        else:
            np.testing.assert_array_equal(near[9] / view.FULL, around[Channel.PACMAN])
            assert far[4].max() == view.FULL
        share = view.FULL // 9
        assert (far[0].astype(int) // share).sum() == len(state.food)  # all is within reach


@pytest.mark.slow
def test_an_agent_beyond_all_blocks_shows_at_the_edge(example: Any) -> None:
    view = example("centred_view")
    state = State.parse(f"{'%' * 40}\n%P.{' ' * 34}1 %\n{'%' * 40}")
    near, far, _ = seen_by(view, state, 0)
    assert not near[3:9].any()
    assert far[2].nonzero() == ([view.NEAR], [view.SIDE - 1])


def weights(view: Any, seen: int, actions: int = 5) -> Any:
    """A network with weights drawn at random."""
    rng = np.random.default_rng(0)
    sizes = [seen, 8, actions]
    layers = [
        (rng.normal(size=(out, into)).astype(np.float32), np.zeros(out, np.float32))
        for into, out in pairwise(sizes)
    ]
    return view.PolicyNet(layers)


@pytest.mark.slow
def test_saved_weights_play_the_same_as_before(example: Any, tmp_path: Path) -> None:
    view = example("centred_view")
    net = weights(view, view.SIZE)
    net.save(tmp_path / "model.npz", "pacman")
    loaded = view.PolicyNet.load(tmp_path / "model.npz", "pacman")
    state = State.initial(ROOM)
    probabilities = loaded.probabilities(state)
    assert set(probabilities) == set(state.legal_actions())
    assert sum(probabilities.values()) == pytest.approx(1)
    assert probabilities == pytest.approx(net.probabilities(state), abs=1e-2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pacman", "league_pacman"])
def test_shipped_weights_play_whole_games(name: str) -> None:
    pacman = load_agent(f"{EXAMPLES}/ppo_agent.py:model={EXAMPLES}/weights/{name}.npz")
    team = load_agent(f"{EXAMPLES}/ppo_ghosts.py")
    one, other = (play(Layout.load("small"), [pacman], ghosts=team, seed=1) for _ in range(2))
    assert not one.message
    assert one.score == other.score


def test_shipped_weights_are_small() -> None:
    sizes = [file.stat().st_size for file in (EXAMPLES / "weights").glob("*.npz")]
    assert 0 < sum(sizes) < 1_000_000


WRONG_FILES = {
    "No such file or directory": None,
    "no weights of examples/ppo.py or ippo.py": b"PK, or perhaps not",
    "plays a ghost, not a pacman": ("ghost", 0, 5),
    r"is for views of 7 numbers, not \d+; train it again": ("pacman", 7, 5),
    "gives 4 actions a probability, not 5": ("pacman", 0, 4),
}


@pytest.mark.parametrize(("expected", "content"), WRONG_FILES.items())
def test_weights_that_cannot_play_are_an_error_in_one_line(
    example: Any, tmp_path: Path, expected: str, content: Any
) -> None:
    view = example("centred_view")
    file = tmp_path / "model.npz"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content:
        role, seen, actions = content
        weights(view, seen or view.SIZE, actions).save(file, role)
    with pytest.raises(PacgridError) as error:
        load_agent(f"{EXAMPLES}/ppo_agent.py:model={file}")
    assert re.search(f"model.npz: {expected}$", str(error.value))


@pytest.mark.parametrize(
    ("number", "part", "wrong"),
    [
        *((1, 0, np.zeros((5, 9))), (1, 0, np.zeros(5)), (0, 1, np.zeros(7))),
        *((0, 1, np.zeros(())), (1, 1, np.full(5, np.nan))),
        *((0, 0, "damaged"), (0, 0, "pickled")),
    ],
)
def test_layers_that_do_not_fit_each_other_and_damaged_files_are_refused(
    example: Any, tmp_path: Path, number: int, part: int, wrong: Any
) -> None:
    view = example("centred_view")
    file = tmp_path / "model.npz"
    net = weights(view, view.SIZE)
    damage = wrong if isinstance(wrong, str) else ""
    if not damage:
        layer = [*net.layers[number]]
        layer[part] = wrong
        net.layers[number] = tuple(layer)
    net.save(file, "pacman")
    if damage == "damaged":
        content = bytearray(file.read_bytes())
        content[2000:2400] = bytes(byte ^ 0xFF for byte in content[2000:2400])
        file.write_bytes(content)
    elif damage == "pickled":
        np.savez(file, role=np.array("pacman"), weight0=np.array([{}]), bias0=np.array([{}]))
    with pytest.raises(view.WeightsError, match="no weights of examples"):
        view.PolicyNet.load(file, "pacman")
