from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pacgrid.autograder.batch.cluster_key import KEY_FILE, ClusterError
from pacgrid.cli import app


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(find_spec("cryptography") is None, reason="cryptography is not installed")
def test_a_new_key_says_how_long_it_is_valid_and_who_gets_it():
    result = CliRunner().invoke(app, ["cluster", "key"])
    assert result.exit_code == 0
    assert KEY_FILE.exists()
    assert "This key is valid until 20" in result.stdout
    assert "Copy it to every machine of the cluster" in result.stdout
    assert "to no other" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scheduler"], "pacgrid-cluster.pem: no such file; copy the cluster's key here, or make"),
        (["scheduler", "--key", "a.pem"], "a.pem: no such file"),
        (["worker", "tls://host:8786"], "pacgrid-cluster.pem: no such file"),
        (["worker", "host:8786"], "host:8786: without TLS, anyone on the network can run code"),
        (["worker", "tcp://localhost:8786"], "tcp://localhost:8786: give an address that begins"),
        (["worker", "local"], "local: give an address that begins with tls://"),
    ],
)
def test_wrong_use_is_an_error_of_one_line(arguments, message):
    result = CliRunner().invoke(app, ["cluster", *arguments])
    assert isinstance(result.exception, ClusterError)
    assert str(result.exception).startswith(message)
    assert "\n" not in str(result.exception)
