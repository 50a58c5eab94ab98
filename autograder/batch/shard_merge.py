"""Puts the journals of all shards of a batch together."""

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .journal import Journal
from .journal_file import checksum
from .shard import ShardError, numbers_text
from .sharded_batch import ShardedBatch, ShardRecord, is_about_shard

_TIMES = {"seconds", "cpu_seconds"}


@dataclass(frozen=True)
class ShardMerge:
    """The journals of the shards of a batch, checked: they fit together.

    Nothing else may use them now.
    """

    batch: ShardedBatch
    records: dict[Path, ShardRecord]

    @classmethod
    def read(cls, paths: Sequence[Path], batch: ShardedBatch) -> "ShardMerge":
        """Reads the records of the journals at `paths`. The count of `batch` is ignored: they say
        it themselves.

        Raises ShardError if one is missing, read-only or of something else, and JournalError.
        """
        records: dict[Path, ShardRecord] = {}
        for path in paths:
            if not path.is_file():
                raise ShardError(f"{path}: no such journal")
            if not all(os.access(each, os.W_OK) for each in (path, path.parent)):
                # SQLite writes beside a journal even to read it.
                raise ShardError(f"{path}: is read-only; copy it into a folder for the merge")
            with Journal(path) as journal:
                record = ShardRecord.find(journal)
            if record is None:
                raise ShardError(f"{path}: is not the journal of a shard; leave it out of --merge")
            first = next(iter(records.values()), record).batch
            batch = replace(batch, count=first.count)
            if difference := batch.difference(record.batch):
                raise ShardError(f"{path}: {difference}; leave it out of --merge")
            records[path] = record
        return cls(batch, records)

    def missing(self) -> list[int]:
        """The numbers of the shards without a journal."""
        there = {record.number for record in self.records.values()}
        return [number for number in range(1, self.batch.count + 1) if number not in there]

    def unfinished(self, *, hidden: bool) -> list[int]:
        """The numbers of the shards that have begun, and whose visible or `hidden` tests aren't
        done."""
        done: defaultdict[int, bool] = defaultdict(bool)
        for each in self.records.values():
            done[each.number] |= each.is_hidden_done if hidden else each.is_visible_done
        return sorted(number for number, is_done in done.items() if not is_done)

    def check(self, *, hidden: bool) -> None:
        """Raises ShardError unless the visible or the `hidden` tests of all shards are done."""
        lacks = {"missing": self.missing(), "not finished": self.unfinished(hidden=hidden)}
        texts = [f"{what}: {numbers_text(lack)}" for what, lack in lacks.items() if lack]
        if texts:
            raise ShardError(
                f"of {self.batch.count} shards, {'; '.join(texts)}. Run"
                f" {'them' if sum(map(len, lacks.values())) > 1 else 'it'} again with the same"
                f" command{' and --hidden ' + self.batch.code if hidden else ''}, then merge again"
            )

    def copy_to(self, journal: Journal) -> None:
        """Copies all results to `journal`.

        Raises ShardError, before anything is written, if two journals disagree about a result, and
        JournalError.
        """
        paths = [path for path in (journal.path, *self.records) if path.is_file()]
        origins: dict[str, tuple[Path, str]] = {}
        for path in paths:
            with Journal(path) as opened:
                for key, result in opened.results():
                    if is_about_shard(key):
                        continue
                    first, known = origins.setdefault(key, (path, checksum(result)))
                    if known != checksum(result):
                        _check_agreement(key, first, path, result)
        for path in self.records:
            with Journal(path) as opened:
                rows = ((k, r) for k, r in opened.results() if not is_about_shard(k))
                journal.store_all(rows)


def _check_agreement(key: str, first: Path, second: Path, result: str) -> None:
    with Journal(first) as opened:
        other = opened.find(key) or ""
    if _without_seconds(other) != _without_seconds(result):
        raise ShardError(
            f"{first} and {second}: disagree about the result {key[:12]}; leave one of them out"
        )


def _without_seconds(result: str) -> Any:
    """What `result` says, but for the times that it took."""

    def without(data: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in data.items() if key not in _TIMES}

    try:
        return json.loads(result, object_hook=without)
    except (ValueError, RecursionError):
        return result
