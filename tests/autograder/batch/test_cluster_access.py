import pytest

from pacgrid.autograder.batch.cluster_access import ClusterAccess
from pacgrid.autograder.batch.cluster_key import ClusterError


@pytest.mark.parametrize(
    "address",
    [
        "local",
        "tls://host:8786",
        "tls://192.0.2.1:8786",
        "tcp://127.0.0.1:8786",
        "tcp://127.9.9.9:8786",
        "127.0.0.1:8786",
        "localhost:8786",
        "tcp://localhost:8786",
        "tcp://[::1]:8786",
    ],
)
def test_a_cluster_with_tls_or_on_this_machine_is_used(address):
    assert ClusterAccess(address).address == address


@pytest.mark.parametrize(
    "address",
    [
        "",
        "here",
        "host:8786",
        "tcp://host:8786",
        "tcp://192.0.2.1:8786",
        "tcp://0.0.0.0:8786",
        "tcp://[::]:8786",
        "tcp://[2001:db8::1]:8786",
        "tcp://[::ffff:192.0.2.1]:8786",
        "tcp://[::1%eth0]:8786",
        "tcp://localhost.example.org:8786",
        "tcp://127.0.0.1.example.org:8786",
        "tcp://127.0.0.1@example.org:8786",
        "tcp://example.org:1@localhost:8786",
        "tcp://localhost:1@example.org:8786",
        "tcp://example.org#localhost:8786",
        "tcp://example.org/localhost:8786",
        "tcp://example.org://localhost:8786",
        "tcp:// localhost:8786",
        "ws://localhost:8786",
        "wss://host:8786",
        "ucx://host:8786",
        "ucx://127.0.0.1:8786",
        "inproc://127.0.0.1/1/1",
        "TLS://host:8786",
        "tls:/host:8786",
        "tls://tcp://host:8786",
        "locals",
    ],
)
def test_any_other_cluster_is_refused_unless_asked_for(address):
    with pytest.raises(ClusterError, match="without TLS, anyone on the network can run") as caught:
        ClusterAccess(address)
    assert str(caught.value).startswith(f"{address}: ")
    assert "tls://host:8786" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert ClusterAccess(address, insecure=True).address == address
