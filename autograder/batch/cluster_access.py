"""How to reach a cluster: with its key, over TLS."""

import asyncio
import ssl
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .cluster_key import KEY_FILE, NEEDED, ClusterError, load_key

if TYPE_CHECKING:
    from distributed import Security

LOCAL = "local"
"""Instead of an address: a cluster on this machine, for trying it out."""
_TLS = "tls"
_HINT = "give the address that the scheduler prints, such as tls://host:8786"


@dataclass(frozen=True)
class ClusterAccess:
    """The address of a scheduler, such as `tls://host:8786`, and the file with the cluster's key.

    Without TLS, whoever reaches a scheduler can run code on all machines of the cluster. So an
    address without it must be a loopback address, unless `insecure`.

    Raises:
        ClusterError: it isn't one.
    """

    address: str
    key: Path = KEY_FILE
    insecure: bool = False

    def __post_init__(self) -> None:
        if not (self.is_local or self.has_tls or self.insecure or _is_loopback(self.address)):
            raise ClusterError(
                f"{self.address}: without TLS, anyone on the network can run code as you; start the"
                f" scheduler with pacgrid cluster scheduler, and {_HINT}"
            )

    @property
    def is_local(self) -> bool:
        return self.address == LOCAL

    @property
    def has_tls(self) -> bool:
        return _scheme(self.address) == _TLS

    def security(self) -> "Security":
        """The key, for Dask. That of a local cluster is new, and never written to a file.

        Raises:
            ClusterError: the key can't be used, or a package is missing.
        """
        if self.has_tls:
            return load_key(self.key)
        try:
            from distributed import Security

            return Security.temporary() if self.is_local else Security()
        except ImportError:
            raise ClusterError(NEEDED) from None

    def check(self, security: "Security", patience: float) -> None:
        """Raises ClusterError if no scheduler answers in `patience` seconds: a Client without one
        doesn't close cleanly."""
        from distributed.core import rpc

        async def identity() -> Any:
            arguments = security.get_connection_args("client")
            async with rpc(self.address, timeout=patience, connection_args=arguments) as there:
                return await asyncio.wait_for(there.identity(), patience)

        try:
            role = asyncio.run(identity())["type"]
        except Exception as error:  # whatever Dask makes of another protocol
            problem = self._problem(error)
        else:
            if role == "Scheduler":
                return
            problem = f"this is a {role.lower()}, not a scheduler; {_HINT}"
        raise ClusterError(f"{self.address}: {problem}")

    def _problem(self, error: BaseException) -> str:
        cause: BaseException | None = error
        while cause:
            if isinstance(cause, ssl.SSLCertVerificationError):
                return f"its key is not the one in {self.key}; copy the cluster's key there"
            cause = cause.__cause__
        if isinstance(error, OSError):
            return f"no answer; {_HINT}"
        if isinstance(error, ValueError):  # not an address
            return f"{str(error).splitlines()[0]}; {_HINT}"
        return f"this is not a scheduler ({type(error).__name__}); {_HINT}"


def _scheme(address: str) -> str:
    """How Dask will talk with `address`."""
    scheme, separator, _ = address.rpartition("://")
    return scheme if separator else "tcp"


def _is_loopback(address: str) -> bool:
    """Whether `address` is a TCP port that only this machine reaches. It is split as by Dask."""
    if _scheme(address) != "tcp":
        return False
    rest = address.rpartition("://")[2]
    host = rest[1:].partition("]")[0] if rest[:1] == "[" else rest.rpartition(":")[0] or rest
    if host in ("localhost", "::1"):
        return True
    try:
        return IPv4Address(host).is_loopback
    except ValueError:  # another name or IPv6 address
        return False
