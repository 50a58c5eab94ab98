import pytest

from pacgrid.kernel import compiling, jit
from pacgrid.kernel.compiling import notice


@pytest.mark.parametrize(
    ("has_cache", "outcome"),
    [
        (True, "the result is cached"),
        (False, "no folder for the result can be written; set NUMBA_CACHE_DIR to one that can"),
    ],
)
def test_only_a_long_wait_is_explained(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    has_cache: bool,
    outcome: str,
) -> None:
    monkeypatch.setattr(jit, "has_cache", lambda: has_cache)
    monkeypatch.setattr(compiling, "_printed", set())
    printed = ""
    with notice("nothing", patience=600.0), notice("a search", patience=0.0):
        while not printed:  # as long as the timer's thread takes
            printed = capsys.readouterr().err
    assert printed + capsys.readouterr().err == f"pacgrid: compiling a search; {outcome}\n"
