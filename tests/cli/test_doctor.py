import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from pacgrid.cli import app
from pacgrid.cli.doctor import Machine, is_usable


def test_doctor_describes_this_machine_and_its_exit_code_says_whether_all_works() -> None:
    done = CliRunner().invoke(app, ["doctor", "--json", "-"])
    data = json.loads(done.stdout)
    assert data["machine"]["packages"]["numpy"]
    assert {"bubblewrap", "landlock", "process"} == data["machine"]["sandboxes"].keys()
    assert data["machine"]["cores"] >= 1
    assert done.exit_code == (not data["usable"])
    assert "sandbox process" in done.stderr


def test_doctor_ends_with_1_if_a_main_use_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = replace(Machine.this(), python="3.9.1")
    monkeypatch.setattr(Machine, "this", lambda: machine)
    assert not is_usable(machine)
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 1
    assert "Pacgrid needs Python 3.11 or later" in done.stdout
