import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grading import submission
from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.journal_file import JournalError
from pacgrid.autograder.batch.shard import Shard
from pacgrid.autograder.batch.sharded_batch import ShardedBatch, ShardRecord, begin, in_shard

VERSION = GradingVersion("Tiny", "", "a1", "pacgrid 1", "landlock")
TEXTS = st.lists(st.sampled_from("abcdefgh"), max_size=12)


@given(TEXTS, st.integers(1, 5), st.randoms(use_true_random=False))
def test_every_submission_is_in_one_shard_with_its_equals_whatever_names_and_order(
    texts, count, rng
):
    batch = [submission(text, f"student {number}") for number, text in enumerate(texts)]
    shards = [Shard(number, count) for number in range(1, count + 1)]
    parts = [in_shard(shard, batch) for shard in shards]
    assert sorted(each.name for part in parts for each in part) == sorted(b.name for b in batch)
    by_text = [{each.digest for each in part} for part in parts]
    assert sum(map(len, by_text)) == len(set(texts))
    other = [replace(each, name=f"other {each.name}") for each in batch]
    rng.shuffle(other)
    again = [{each.digest for each in in_shard(shard, other)} for shard in shards]
    assert again == by_text
    one, two = (ShardedBatch.of(VERSION, each, count) for each in (batch, other))
    assert one == two
    assert one.code == two.code


def test_the_code_depends_on_all_that_shards_have_in_common():
    batch = ShardedBatch(VERSION, "hash", 3)
    others = [
        replace(batch, count=4),
        replace(batch, submissions="other"),
        replace(batch, version=replace(VERSION, question="minimax")),
        replace(batch, version=replace(VERSION, engine="pacgrid 2")),
    ]
    assert len({each.code for each in (batch, *others)}) == 5
    assert all(batch.difference(other) for other in others)
    assert batch.difference(batch) == ""


def test_a_journal_remembers_its_shard_and_what_is_done(tmp_path: Path):
    batch = ShardedBatch(VERSION, "hash", 3)
    with Journal(tmp_path / "j") as journal:
        assert ShardRecord.find(journal) is None
        record = begin(journal, Shard(2, 3), batch)
        assert ShardRecord.find(journal) == record == ShardRecord(2, batch)
        record.note_done(journal, hidden=False)
        assert begin(journal, Shard(2, 3), batch) == replace(record, is_visible_done=True)


RECORD = {"number": 1, **asdict(ShardedBatch(VERSION, "hash", 3))}


@pytest.mark.parametrize(
    "text",
    [
        *(json.dumps({**RECORD, "count": count}) for count in (10**9, 0, -1, 1e999, None, "3\n")),
        *(json.dumps({**RECORD, "number": number}) for number in (4, 0, 1.5, True, [])),
        *(json.dumps({**RECORD, "version": version}) for version in (None, {}, {"x": 1})),
        *("", "[]", "[" * 100_000),
    ],
)
def test_a_record_that_says_no_shard_is_damage(tmp_path: Path, text: str):
    with Journal(tmp_path / "j") as journal:
        journal.store("shard", text)
        with pytest.raises(JournalError, match="the record of its shard"):
            ShardRecord.find(journal)
