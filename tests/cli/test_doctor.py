"""What `pacgrid doctor` finds and advises, and its exit code."""

import pytest

from pacgrid.autograder.sandbox.level import Level
from pacgrid.cli import doctor

SECURE = "other people's code"


@pytest.fixture
def machine(monkeypatch):
    """What a machine like this one offers, with other sandboxes and more or less else."""

    def found(reasons, *, missing=False):
        level = "pacgrid.autograder.sandbox.level"
        monkeypatch.setattr(f"{level}.why_not", lambda level: reasons.get(level, ""))
        if missing:
            monkeypatch.setenv("PATH", "")
            monkeypatch.setattr(doctor, "find_spec", lambda _: None)
            for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
                monkeypatch.delenv(variable, raising=False)

            def fail():
                raise FileNotFoundError

            monkeypatch.setattr(doctor, "gettempdir", fail)
            monkeypatch.setattr("pacgrid.kernel.jit.cache_folder", lambda: None)
        return {topic: rest for topic, *rest in doctor.findings()}

    return found


def test_the_exit_code_says_whether_agents_can_be_written_watched_and_graded(pacgrid, monkeypatch):
    works, lack = ("a", "1", True, "", False), ("b", "no", False, "do x")
    monkeypatch.setattr(doctor, "findings", lambda: [works, (*lack, False)])
    shown = pacgrid("doctor").stdout
    assert " ".join(shown.split()).startswith("✓ a 1 – b no do x Writing")
    assert shown.endswith("Writing, watching and grading agents work on this machine.\n")
    monkeypatch.setattr(doctor, "findings", lambda: [works, (*lack, True)])
    shown = pacgrid("doctor", exit_code=1).stdout
    assert "✗  b" in shown
    assert shown.endswith("Doesn't work yet: b.\n")


def test_a_container_without_namespaces_uses_landlock(machine):
    found = machine({Level.BUBBLEWRAP: "can't create namespaces", Level.IN_PROCESS: "no"})
    assert found["sandbox bubblewrap"][:3] == [
        *("can't create namespaces", False),
        "landlock is used instead",
    ]
    assert found[SECURE][1]


def test_other_peoples_code_needs_a_secure_sandbox(machine):
    found = machine({Level.BUBBLEWRAP: "needs Linux", Level.LANDLOCK: "needs Linux"})
    assert [topic for topic, (_, ok, _, needed) in found.items() if needed and not ok] == [SECURE]


def test_every_lack_has_advice(machine):
    found = machine(dict.fromkeys(Level, "no"), missing=True)
    lacks = {topic for topic, (_, ok, *_) in found.items() if not ok}
    assert found["sandbox process"][3]
    assert {"sandbox process", SECURE, "temporary files", "window", "extra web"} <= lacks
    assert {"node", "compiled code"} <= lacks
    assert all(found[topic][2] for topic in lacks)
