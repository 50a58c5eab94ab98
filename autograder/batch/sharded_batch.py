"""A batch whose shards are graded on several machines, each with a journal of its own."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Self

from ..submissions.submission import Submission
from .grading_version import GradingVersion
from .journal import Journal
from .shard import Shard, ShardError

_RECORD = "shard"
"""The key of the record in a shard's journal. Keys of results are hashes, so none is the same."""
_DONE = {False: "shard: visible tests done", True: "shard: hidden tests done"}
"""Keys that a shard's journal has once these tests are done."""


@dataclass(frozen=True)
class ShardedBatch:
    """What all shards of a batch have in common."""

    version: GradingVersion
    submissions: str
    """A hash of their files."""
    count: int
    """The number of shards."""
    work: str = "the assignment"
    """What is done with the submissions, in words."""

    @classmethod
    def of(
        cls,
        version: GradingVersion,
        submissions: Iterable[Submission],
        count: int,
        work: str = work,
    ) -> Self:
        """The batch of all `submissions`; those that aren't handed in don't count."""
        keys = sorted({_key(each) for each in submissions if not each.missing})
        return cls(version, sha256("\n".join(keys).encode()).hexdigest(), count, work)

    @property
    def code(self) -> str:
        """What `--hidden` takes, to show that the visible tests of all shards are done."""
        return sha256(json.dumps(asdict(self)).encode()).hexdigest()[:12]

    def difference(self, other: "ShardedBatch") -> str:
        """What is different in `other`, in words; "" if nothing is."""
        if self.work != other.work:
            return f"is about {other.work}, not {self.work}"
        if changes := other.version.changes(self.version):
            levels = f"({other.version.sandbox}, here {self.version.sandbox})"
            words = {
                "the assignment": self.work,
                "pacgrid": "the version of Pacgrid",
                "the sandbox": f"the sandbox {levels}",
            }
            return f"{words.get(changes[0], changes[0])} is another one"
        if other.version != self.version:
            return f"it is about {other.version.question or 'all questions'}"
        if other.submissions != self.submissions:
            return "the submissions are others"
        if other.count != self.count:
            return f"it is one of {other.count} shards, not of {self.count}"
        return ""


@dataclass(frozen=True)
class ShardRecord:
    """What a shard's journal says about the shard."""

    number: int
    batch: ShardedBatch
    is_visible_done: bool = False
    """Whether every visible test of its submissions is finished and stored."""
    is_hidden_done: bool = False
    """The same of hidden tests."""

    @classmethod
    def find(cls, journal: Journal) -> Self | None:
        """The record in `journal`; None if it is no shard's. Raises JournalError."""
        if (text := journal.find(_RECORD)) is None:
            return None
        try:
            data = json.loads(text)
            version = GradingVersion(**data["version"])
            shard = Shard.parse(f"{data['number']}/{data['count']}")
            batch = ShardedBatch(version, str(data["submissions"]), shard.count, str(data["work"]))
        except (ShardError, ValueError, TypeError, KeyError, RecursionError):
            raise journal.damaged("the record of its shard") from None
        visible, hidden = (journal.find(_DONE[each]) is not None for each in (False, True))
        return cls(shard.number, batch, visible, hidden)

    def note_done(self, journal: Journal, *, hidden: bool) -> None:
        """Notes in `journal` that the visible or the `hidden` tests are done."""
        journal.store(_DONE[hidden], "done")


def begin(journal: Journal, shard: Shard, batch: ShardedBatch) -> ShardRecord:
    """Makes `journal` that of this shard, unless it is already. Returns the record. Raises
    ShardError if it is another one's, and JournalError."""
    record = ShardRecord.find(journal)
    if record is None:
        if journal.has_results:
            raise ShardError(f"{journal.path}: is not the journal of a shard; name another file")
        text = json.dumps({"number": shard.number, **asdict(batch)})
        journal.store(_RECORD, text)
        return ShardRecord(shard.number, batch)
    if difference := batch.difference(record.batch):
        raise ShardError(f"{journal.path}: {difference}; name another file")
    if record.number != shard.number:
        raise ShardError(
            f"{journal.path}: is the journal of shard {record.number}/{batch.count};"
            " name another file"
        )
    return record


def in_shard(shard: Shard, submissions: Sequence[Submission]) -> list[Submission]:
    """The `submissions` of that shard, in the same order. Equal ones are in the same shard."""
    part = shard.part(_key(each) for each in submissions if not each.missing)
    return [each for each in submissions if not each.missing and _key(each) in part]


def is_about_shard(key: str) -> bool:
    """Whether what a journal has stored under `key` is about the shard, and no result."""
    return key == _RECORD or key in _DONE.values()


def _key(submission: Submission) -> str:
    return f"{submission.digest} {submission.path}"
