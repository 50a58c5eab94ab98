import subprocess
import sys

import pytest

MIB = 1 << 20

DIGS = """
import functools, resource, sys
from pacgrid.autograder.sandbox import c_recursion

resource.setrlimit(resource.RLIMIT_STACK, (int(sys.argv[1]), int(sys.argv[1])))
c_recursion.allow()
sys.setrecursionlimit(10**6)

@functools.cache
def dig(depth):
    global deepest
    deepest = depth
    return dig(depth + 1)

try:
    dig(0)
except RecursionError:
    print(deepest)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python 3.11 has no such limit")
@pytest.mark.parametrize("stack", [8 * MIB, 120 * MIB])
def test_recursion_through_c_uses_the_stack_and_ends_with_an_error(stack: int) -> None:
    dug = subprocess.run(
        [sys.executable, "-c", DIGS, str(stack)], capture_output=True, text=True, check=True
    )
    assert int(dug.stdout) > stack / 1600
