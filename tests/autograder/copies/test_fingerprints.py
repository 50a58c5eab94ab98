from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.autograder.copies.fingerprints import Grain, fingerprints
from pacgrid.autograder.copies.tokens import Token

GRAIN = Grain(length=3, window=4)
CODE = st.lists(st.sampled_from("abcdef"), min_size=6, max_size=12)


def hashes(letters: list[str]) -> set[int]:
    tokens = [Token(letter, line) for line, letter in enumerate(letters)]
    return {each.hash for each in fingerprints([tokens], GRAIN)}


@settings(max_examples=50, deadline=None)
@given(CODE, CODE, CODE, CODE, CODE)
def test_a_long_enough_stretch_in_common_is_always_found(before, after, other, end, both) -> None:
    assert hashes([*before, *both, *after]) & hashes([*other, *both, *end])


def test_a_fingerprint_knows_its_lines() -> None:
    tokens = [Token(letter, 10 + line) for line, letter in enumerate("abc")]
    (only,) = fingerprints([tokens], GRAIN)
    assert (only.first, only.last) == (10, 12)


def test_what_is_too_short_has_none() -> None:
    assert hashes(["a", "b"]) == set()
