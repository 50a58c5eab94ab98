"""The key of a cluster: a file that its scheduler, its workers and the grader share.

It holds a private key and a certificate for it, which accepts no other: each side trusts only who
has this very file. Nobody can issue a second certificate, since there is no authority to do so.
"""

import os
import ssl
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pacgrid.common.files import open_regular_file
from pacgrid.errors import PacgridError

if TYPE_CHECKING:
    from distributed import Security

KEY_FILE = Path("pacgrid-cluster.pem")
"""Where the key is by default."""
NEEDED = 'a cluster needs two more packages: pip install "pacgrid[cluster]"'
"""The error without Dask or cryptography."""
_CLOCKS_DIFFER = timedelta(hours=1)
"""How far the clocks of two machines may be apart."""
_MAX_BYTES = 1 << 20


class ClusterError(PacgridError):
    """A cluster can't be used safely, or not at all."""


def write_key(path: Path, days: int, *, force: bool = False) -> datetime:
    """Write a new key to `path`, which only its owner can read. Returns when it expires.

    Raises:
        ClusterError: there is a file already, and not `force`; or it can't be written.
    """
    if path.exists() and not force:
        raise ClusterError(
            f"{path}: already exists; to replace it with a new key, add --force, and copy the new"
            " one to every machine"
        )
    text, expiry = _new_key(days)
    try:
        # Unlike `atomic_file`, nobody else can read it for a moment.
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(text)
                file.close()
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink()
                raise
    except OSError as error:
        raise ClusterError(f"{path}: {error.strerror}") from None
    return expiry


def _new_key(days: int) -> tuple[bytes, datetime]:
    """A private key and a certificate that signs itself, as PEM; and when it expires."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise ClusterError(NEEDED) from None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "pacgrid cluster")])
    now = datetime.now(UTC).replace(microsecond=0)
    expiry = now + timedelta(days=days)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(expiry)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM), expiry


def load_key(path: Path) -> "Security":
    """What Dask needs to talk with those who have the key at `path`, and with nobody else.

    Raises:
        ClusterError: there is no such key, it has expired, or others can read it.
    """
    text = _read(path)
    try:
        from cryptography import x509
        from distributed import Security
    except ImportError:
        raise ClusterError(NEEDED) from None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(path, password="")
        certificate = x509.load_pem_x509_certificate(text.encode())
    except (ValueError, OSError):  # OpenSSL's reasons say little
        raise ClusterError(
            f"{path}: not the key of a cluster; make one with pacgrid cluster key"
        ) from None
    now = datetime.now(UTC)
    if now > certificate.not_valid_after_utc:
        raise ClusterError(
            f"{path}: expired on {certificate.not_valid_after_utc:%Y-%m-%d}; make a new one with"
            f" pacgrid cluster key {path} --force, and copy it to every machine"
        )
    if now < certificate.not_valid_before_utc:
        raise ClusterError(
            f"{path}: not valid before {certificate.not_valid_before_utc:%Y-%m-%d %H:%M} UTC;"
            " set this machine's clock"
        )
    sides = [f"tls_{side}_cert" for side in ("client", "scheduler", "worker")]
    return Security(require_encryption=True, tls_ca_file=text, **dict.fromkeys(sides, text))


def _read(path: Path) -> str:
    """The text of the key. Raises ClusterError."""
    try:
        with open_regular_file(path) as file:
            status = os.fstat(file.fileno())
            content = file.read(_MAX_BYTES)
    except FileNotFoundError:
        raise ClusterError(
            f"{path}: no such file; copy the cluster's key here, or make one with"
            f" pacgrid cluster key {path}"
        ) from None
    except OSError as error:
        raise ClusterError(f"{path}: {error.strerror}") from None
    if os.name == "posix" and status.st_uid == os.getuid() and status.st_mode & 0o077:
        raise ClusterError(
            f"{path}: others can read it, and with it run code as you; run: chmod 600 {path}"
        )
    return content.decode("ascii", "replace")
