"""The ids are known in whatever order things are imported."""

import subprocess
import sys
import warnings

import gymnasium
import pettingzoo
import pytest

import pacgrid
from pacgrid.envs import registration
from pacgrid.envs.registration import GYMNASIUM_IDS, PETTINGZOO_ID, REGISTRARS, register_everywhere

MAKE = 'gymnasium.make("pacgrid:pacgrid/Pacman-v0").close()'
BARE = 'gymnasium.make("pacgrid/Ghost-v0").close()'
ZOO = '[pettingzoo.make(kind, "pacgrid/pacgrid_v0") for kind in ("aec", "parallel")]'


def run(code: str) -> str:
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "code",
    [
        f"import gymnasium; {MAKE}",
        f"import gymnasium, pacgrid; {BARE}",
        f"import pacgrid, gymnasium; {MAKE}; {BARE}",
        f"import pacgrid.envs, gymnasium; {BARE}",
        f"import pacgrid.envs.registration, gymnasium; {BARE}",
        f"from pacgrid.envs import PacmanEnv; import gymnasium; {BARE}",
        f"from pacgrid import pacgrid_v0; import gymnasium; {BARE}",
        f"import pacgrid.envs, pettingzoo, gymnasium; {ZOO}; {BARE}",
        f"import pettingzoo, pacgrid.envs; {ZOO}",
        f"import importlib.util as u, pacgrid; u.find_spec('gymnasium'); import gymnasium; {BARE}",
    ],
)
def test_ids_are_known_in_any_order_of_imports(code: str) -> None:
    if ZOO in code and not hasattr(pettingzoo, "register"):
        pytest.skip("this PettingZoo has no registry")
    run(code)


def test_nothing_heavy_is_loaded_to_register() -> None:
    loaded = run("import sys, pacgrid.envs.registration, pacgrid.envs; print(*sys.modules)").split()
    assert not {"numpy", "gymnasium", "pettingzoo", "pygame"} & set(loaded)
    loaded = run("import sys, pacgrid, gymnasium; print(*sys.modules)").split()
    assert not {"pettingzoo", "pygame", "pacgrid.envs.single"} & set(loaded)


def test_waiting_for_a_library_leaves_it_as_it_is() -> None:
    out = run(
        "import pacgrid, sys, gymnasium\n"
        "from importlib.resources import files\n"
        "print(type(gymnasium.__spec__.loader).__name__, type(gymnasium.__loader__).__name__)\n"
        "print([type(each).__name__ for each in sys.meta_path].count('Waiter'))\n"
        "print(files('gymnasium').joinpath('__init__.py').is_file())\n"
    )
    assert out.split() == ["SourceFileLoader", "SourceFileLoader", "1", "True"]


def test_an_error_in_registering_is_a_warning() -> None:
    out = run(
        "import warnings; warnings.simplefilter('always')\n"
        "import pacgrid.envs.registration as r; r.GYMNASIUM_IDS = ()\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    import gymnasium\n"
        "print(caught[0].message)\n"
    )
    assert out.startswith("pacgrid could not prepare gymnasium: ValueError('not enough values")


def test_registering_again_says_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        register_everywhere()
        for register in REGISTRARS.values():
            register()


def test_without_a_registry_there_is_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pettingzoo, "register")
    registration.register_in_pettingzoo()


def test_the_ids_are_what_the_documents_say() -> None:
    assert pacgrid.__name__ == "pacgrid"
    spec = gymnasium.spec(GYMNASIUM_IDS[0])
    assert spec.max_episode_steps == 1000
    assert spec.vector_entry_point == "pacgrid.envs.vector:PacmanVectorEnv"
    assert GYMNASIUM_IDS[1] in gymnasium.registry
    if hasattr(pettingzoo, "spec"):
        assert pettingzoo.spec("aec", PETTINGZOO_ID).entry_point == "pacgrid.pacgrid_v0:env"
