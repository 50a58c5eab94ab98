"""`import pacgrid.envs` registers the ids, in whatever order things are imported."""

import subprocess
import sys

import gymnasium
import pettingzoo
import pytest

from pacgrid.envs import GYMNASIUM_IDS, PETTINGZOO_ID

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
        assert pettingzoo.spec("aec", PETTINGZOO_ID).entry_point == "pacgrid.pacgrid_v0:env"
