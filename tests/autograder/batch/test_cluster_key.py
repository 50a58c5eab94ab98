import os
import ssl
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path

import pytest

from pacgrid.autograder.batch import cluster_key
from pacgrid.autograder.batch.cluster_key import ClusterError, load_key, write_key

pytestmark = pytest.mark.skipif(
    not (find_spec("distributed") and find_spec("cryptography")),
    reason="Dask or cryptography is not installed",
)
posix = pytest.mark.skipif(os.name != "posix", reason="this system has no modes of files")


def new_key(path: Path) -> Path:
    write_key(path, days=1)
    return path


def parts(path: Path) -> tuple[str, str]:
    """The private key and the certificate."""
    private, begin, certificate = path.read_text().partition("-----BEGIN CERTIFICATE")
    return private, begin + certificate


def test_a_key_is_accepted_by_itself_on_both_sides_and_by_no_other(tmp_path):
    one, other = (load_key(new_key(tmp_path / name)) for name in ("one", "other"))
    for client, server in ((one, one), (one, other), (other, one)):
        assert shake_hands(client, server) == (client is server)


def shake_hands(client, server) -> bool:
    """Whether both sides accept each other."""
    sides = [
        (server.get_listen_args("scheduler")["ssl_context"], True),
        (client.get_connection_args("client")["ssl_context"], False),
    ]
    pipes = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        context.wrap_bio(pipes[is_server], pipes[not is_server], server_side=is_server)
        for context, is_server in sides
    ]
    waiting = list(ends)
    for _ in range(10):
        for end in list(waiting):
            try:
                end.do_handshake()
                waiting.remove(end)
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLError:
                return False
    return not waiting


@posix
def test_only_its_owner_can_read_a_key_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        path = new_key(tmp_path / "key.pem")
        path.chmod(0o644)
        write_key(path, days=1, force=True)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_key_is_replaced_only_by_force(tmp_path):
    path = new_key(tmp_path / "key.pem")
    text = path.read_text()
    with pytest.raises(ClusterError, match=r"key\.pem: already exists; .* add --force"):
        write_key(path, days=1)
    assert path.read_text() == text
    write_key(path, days=1, force=True)
    assert path.read_text() != text
    assert list(tmp_path.iterdir()) == [path]


def test_a_key_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "none" / "key.pem"):
        with pytest.raises(ClusterError, match=f"{path.name}: "):
            write_key(path, days=1, force=True)
    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]


def test_a_key_is_valid_for_so_many_days(tmp_path):
    expiry = write_key(tmp_path / "key.pem", days=30)
    assert timedelta(days=29) < expiry - datetime.now(UTC) < timedelta(days=31)


def without_certificate(path: Path) -> None:
    path.write_text(parts(path)[0])


def without_private_key(path: Path) -> None:
    path.write_text(parts(path)[1])


def with_another_certificate(path: Path) -> None:
    other = new_key(path.with_name("other.pem"))
    path.write_text(parts(path)[0] + parts(other)[1])


def with_a_password(path: Path) -> None:
    """Nobody is asked for it on the terminal."""
    from cryptography.hazmat.primitives import serialization

    private, certificate = parts(path)
    secret = serialization.load_pem_private_key(private.encode(), None).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"secret"),
    )
    path.write_text(secret.decode() + certificate)


def as_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def as_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (Path.unlink, "no such file; copy the cluster's key here, or make one with pacgrid clu"),
        (as_a_folder, "Is a directory"),
        pytest.param(as_a_pipe, "not a regular file", marks=posix),
        (lambda path: path.write_bytes(b""), "not the key of a cluster; make one with pacgrid"),
        (lambda path: path.write_bytes(b"\xff\0" * 999), "not the key of a cluster"),
        (without_certificate, "not the key of a cluster"),
        (without_private_key, "not the key of a cluster"),
        (with_another_certificate, "not the key of a cluster"),
        (with_a_password, "not the key of a cluster"),
        pytest.param(
            lambda path: path.chmod(0o640), "others can read it, and with it run", marks=posix
        ),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other messages")
def test_a_spoiled_key_is_an_error_of_one_line(
    spoil: Callable[[Path], object], problem: str, tmp_path: Path
) -> None:
    path = new_key(tmp_path / "key.pem")
    spoil(path)
    assert error_of(path).startswith(f"{path}: {problem}")


@pytest.mark.parametrize(
    ("days", "since", "problem"),
    [
        (-1, timedelta(days=3), r"expired on 20\d\d-\d\d-\d\d; make a new one with .* --force"),
        (3, timedelta(days=-2), r"not valid before .* UTC; set this machine's clock"),
    ],
)
def test_a_key_is_not_used_before_or_after_its_time(days, since, problem, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster_key, "_CLOCKS_DIFFER", since)
    write_key(tmp_path / "key.pem", days)
    with pytest.raises(ClusterError, match=rf"key\.pem: {problem}"):
        load_key(tmp_path / "key.pem")


@pytest.mark.parametrize("package", ["cryptography", "distributed"])
def test_without_a_package_the_error_says_how_to_install_it(package, tmp_path, monkeypatch):
    path = new_key(tmp_path / "key.pem")
    monkeypatch.setitem(sys.modules, package, None)
    assert 'pip install "pacgrid[cluster]"' in error_of(path)


def error_of(path: Path) -> str:
    with pytest.raises(ClusterError) as caught:
        load_key(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)
