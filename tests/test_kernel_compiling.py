import pytest

from pacgrid.kernel import compiling, jit
from pacgrid.kernel.compiling import notice


@pytest.mark.parametrize(
    ("has_cache", "advice"),
    [
        (True, "this takes a while, but only the first time"),
        (False, "to compile it only once, set NUMBA_CACHE_DIR to a folder that can be written"),
    ],
)
def test_only_a_long_wait_is_explained(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    has_cache: bool,
    advice: str,
) -> None:
    monkeypatch.setattr(jit, "has_cache", lambda: has_cache)
    monkeypatch.setattr(compiling, "_printed", set())
    printed = ""
    with notice("nothing", delay=600.0), notice("a search", delay=0.0):
        while not printed:  # as long as the timer's thread takes
            printed = capsys.readouterr().err
    assert printed + capsys.readouterr().err == f"pacgrid: compiling a search; {advice}\n"
