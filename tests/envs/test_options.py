"""All environments refuse unknown options of theirs and of `reset`, each in the same words."""

import subprocess
import sys
from inspect import signature
from typing import Any

import gymnasium
import pettingzoo
import pytest

from pacgrid import pacgrid_v0
from pacgrid.common.gone import gone
from pacgrid.envs import (
    GYMNASIUM_IDS,
    GhostEnv,
    MultiVectorEnv,
    PacgridAEC,
    PacgridParallel,
    PacmanEnv,
    PacmanVectorEnv,
)
from pacgrid.errors import LayoutError

KINDS = (
    PacmanEnv,
    GhostEnv,
    PacmanVectorEnv,
    MultiVectorEnv,
    pacgrid_v0.env,
    pacgrid_v0.raw_env,
    pacgrid_v0.parallel_env,
)


GONE = [{"curriculum": 3}, {"sight": 3}, {"noise": 3}, {"messages": 3}, {"obs": "codes"}]
GONE_BUT_IN_PETTINGZOO = {"obs": "dict"}
SHARED = (
    ({"cell_size": 0}, "cell_size must be a whole number from 1, not 0"),
    ({"cell_size": 8.5}, "cell_size must be a whole number from 1, not 8.5"),
    ({"reward_scale": float("nan")}, "reward_scale must be a finite number, not nan"),
    ({"dtype": "int32"}, "dtype must be 'uint8' or 'float32', not 'int32'"),
    ({"obs": "planes"}, "obs must be 'box'"),
    ({"render_mode": "pixels"}, "render_mode must be one of .*rgb_array, ansi, not 'pixels'"),
    ({"num_ghosts": 3}, "duel has 2 ghosts: num_ghosts must be 0 to 2, not 3"),
    ({"levels": "train"}, "levels='train' needs a family of mazes"),
    ({"max_size": 21}, "max_size must be columns and rows"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_options_that_are_gone_say_what_to_use(kind: Any) -> None:
    here = [] if kind in KINDS[4:] else [GONE_BUT_IN_PETTINGZOO]
    for options in GONE + here:
        [(name, value)] = options.items()
        typed = f'{name}="{value}"' if name == "obs" else f"{name}="
        with pytest.raises(ValueError, match=rf"^{typed} isn't here any more: ") as error:
            kind(**options)
        assert str(error.value) == gone(typed)


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_options_are_refused_in_the_same_words(kind: Any) -> None:
    for options, message in SHARED:
        with pytest.raises((ValueError, LayoutError), match=message):
            kind(**{"layout": "duel", **options})


@pytest.mark.parametrize("kind", [PacmanEnv, GhostEnv, PacgridAEC, PacgridParallel])
def test_a_signature_has_all_options_once(kind: type) -> None:
    names = [*signature(kind).parameters]
    assert len({*names}) == len(names)
    assert {"obs", "layout", "num_ghosts", "render_mode", "cell_size"} < {*names}
    assert not {"self", "options"} & {*names}


def test_the_signature_of_a_subclass_is_its_own() -> None:
    class Duel(PacmanEnv):
        def __init__(self, ghosts: str = "arcade") -> None:
            super().__init__(layout="duel", ghosts=ghosts)

    assert str(signature(Duel)) == "(ghosts: str = 'arcade')"
    assert Duel().opponents == ("arcade",)


def test_gymnasium_passes_it_on() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(ValueError, match=r"^sight= isn't here any more: "):
            make("pacgrid.envs:pacgrid/Pacman-v0", sight=5)


def test_other_unknown_options_are_pythons_errors() -> None:
    for kind in KINDS:
        with pytest.raises(TypeError, match="unexpected keyword argument 'sigth'"):
            kind(sigth=5)  # type: ignore[operator]


@pytest.mark.parametrize("make", KINDS)
def test_reset_refuses_unknown_options(make: Any) -> None:
    env = make(layout="duel")
    for key in ("sate", 3, None):
        with pytest.raises(ValueError, match=rf"reset\(options=\) has no key {key!r}; it takes 's"):
            env.reset(options={key: 1})
    with pytest.raises(ValueError, match=r"reset\(options=\) must be a dictionary, not 'state'"):
        env.reset(options="state")


def test_only_vector_environments_take_a_mask() -> None:
    message = r"no key 'reset_mask'; it takes 'state'$"
    for make in (PacmanEnv, GhostEnv, pacgrid_v0.env, pacgrid_v0.parallel_env):
        with pytest.raises(ValueError, match=message):
            make(layout="duel").reset(options={"reset_mask": [True]})
    with pytest.raises(ValueError, match=r"no key 'mask'; it takes 'state' and 'reset_mask'$"):
        PacmanVectorEnv(2).reset(options={"mask": [True, False]})


@pytest.mark.parametrize("make", [pacgrid_v0.env, pacgrid_v0.parallel_env])
def test_pettingzoo_may_pass_what_its_own_tests_pass(make: Any) -> None:
    make().reset(options={"options": 1})


ADDRESS = 'gymnasium.make("pacgrid.envs:pacgrid/Ghost-v0")'
ID = 'gymnasium.make("pacgrid/Pacman-v0")'
ZOO = '[pettingzoo.make(kind, "pacgrid/pacgrid_v0") for kind in ("aec", "parallel")]'


def run(code: str) -> str:
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "code",
    [
        f"import gymnasium; {ADDRESS}; {ID}",
        f"import gymnasium, pacgrid; {ID}",
        pytest.param(f"import pacgrid, gymnasium; {ADDRESS}; {ADDRESS}", marks=pytest.mark.slow),
        pytest.param(
            f"import gymnasium; from pacgrid.envs import GhostEnv; {ID}", marks=pytest.mark.slow
        ),
        pytest.param(
            f"import pettingzoo, gymnasium; from pacgrid import pacgrid_v0; {ZOO}; {ID}",
            marks=pytest.mark.skipif(
                not hasattr(pettingzoo, "register"), reason="this PettingZoo has no registry"
            ),
        ),
    ],
)
def test_ids_are_known_in_any_order_of_imports(code: str) -> None:
    run(code)


def test_importing_loads_little_and_leaves_the_import_system_alone() -> None:
    out = run(
        "import sys; before = [*sys.meta_path]\n"
        "import pacgrid; print(before == sys.meta_path, 'gymnasium' in sys.modules)\n"
        "import pacgrid.envs; print(*sys.modules)"
    )
    first, loaded = out.splitlines()
    assert first == "True False"
    assert not {*loaded.split()} & {"numba", "pygame", "pacgrid.envs.single", "pacgrid.envs.aec"}


def test_the_ids_are_what_the_documents_say() -> None:
    spec = gymnasium.spec(GYMNASIUM_IDS[0])
    assert spec.max_episode_steps == 1000
    assert spec.vector_entry_point == "pacgrid.envs.vector:PacmanVectorEnv"
    assert gymnasium.spec(GYMNASIUM_IDS[1]).max_episode_steps == 1000
    if hasattr(pettingzoo, "spec"):
        spec = pettingzoo.spec("aec", pacgrid_v0.PETTINGZOO_ID)
        assert spec.entry_point == "pacgrid.pacgrid_v0:env"


def test_it_has_the_three_functions_of_every_environment() -> None:
    assert sorted(pacgrid_v0.__all__) == ["env", "parallel_env", "raw_env"]
    assert isinstance(pacgrid_v0.env(layout="duel"), PacgridAEC)
    assert isinstance(pacgrid_v0.raw_env(layout="duel"), PacgridAEC)
    assert isinstance(pacgrid_v0.parallel_env(layout="duel"), PacgridParallel)
    assert str(pacgrid_v0.env()) == "pacgrid_v0"


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
def test_pettingzoo_makes_them_by_id() -> None:
    aec = pettingzoo.make("aec", "pacgrid/pacgrid_v0", max_cycles=7, layout="duel")
    assert isinstance(aec, PacgridAEC)
    assert aec.max_cycles == 7
    parallel = pettingzoo.make("parallel", "pacgrid/pacgrid_v0", num_ghosts=1)
    assert isinstance(parallel, PacgridParallel)
    assert parallel.possible_agents == ["pacman_0", "ghost_0"]
