import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.batch.shard import Shard, ShardError, numbers_text

KEYS = st.lists(st.text("abc", max_size=4), max_size=40)


@given(KEYS, st.integers(1, 12), st.randoms(use_true_random=False))
def test_every_key_is_in_one_shard_whatever_the_order(keys, count, rng):
    shards = [Shard(number, count) for number in range(1, count + 1)]
    parts = [shard.part(keys) for shard in shards]
    assert sorted(key for part in parts for key in part) == sorted(set(keys))
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1
    rng.shuffle(keys)
    assert [shard.part(keys) for shard in shards] == parts


@given(st.integers(1, 9_999), st.integers(0, 9_999))
def test_a_shard_is_read_as_it_is_written(number, more):
    shard = Shard(number, min(number + more, 10_000))
    assert Shard.parse(str(shard)) == shard


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8/7", "shards are numbered from 1 to 7"),
        ("0/7", "shards are numbered from 1 to 7"),
        ("1/0", "there can be 1 to 10,000 shards"),
        ("1/10001", "there can be 1 to 10,000 shards"),
        ("7", "write NUMBER/COUNT, such as 7/40"),
        ("-1/7", "write NUMBER/COUNT, such as 7/40"),
        ("1/7\n", "write NUMBER/COUNT, such as 7/40"),
        ("٣/٧", "write NUMBER/COUNT, such as 7/40"),
    ],
)
def test_what_is_no_shard_is_refused(text, why):
    with pytest.raises(ShardError, match=why):
        Shard.parse(text)


@given(st.sets(st.integers(1, 30)))
def test_numbers_are_shortened_and_none_is_lost(numbers):
    runs = [run.split("-") for run in numbers_text(numbers).split(", ") if run]
    assert {n for run in runs for n in range(int(run[0]), int(run[-1]) + 1)} == numbers
