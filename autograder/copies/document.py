"""What is compared: the Python files of a submission, as hashes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import PurePosixPath
from typing import NamedTuple

import numpy as np

from ..submissions.members import abbreviate
from ..submissions.submission import Submission
from .rarity import Hashes
from .source import Source, SourceError, read_source

MOST_BYTES = 1 << 18
"""Of Python in one submission: to parse it takes hundreds of times as much memory."""
MOST_PARTS = 100
"""Of one submission: each part is compared with each part that it shares something with."""

PartId = tuple[int, int]
"""A part of a document: a file's number, and a class in it; 0 is what is between classes."""


class CodePart(NamedTuple):
    """A class, or what is between classes: as a rule, the answer to a question."""

    tokens: Hashes
    """Of its tokens: how it is written."""
    operations: Hashes
    """Of its operations: what it does."""


@dataclass(frozen=True)
class CodeDocument:
    """Files, handed in once or several times."""

    names: tuple[str, ...]
    """Of all who handed them in."""
    digest: str = ""
    """The submission's."""
    files: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    """Those that are compared: paths and contents."""
    parts: Mapping[PartId, CodePart] = field(default_factory=dict, repr=False)
    details: frozenset[str] = field(default=frozenset(), repr=False)
    """Its author's names and numbers."""
    is_submission: bool = True
    """False for what submissions are only compared with."""

    @property
    def name(self) -> str:
        """`ada`, `ada and 2 more`."""
        more = len(self.names) - 1
        return f"{self.names[0]} and {more} more" if more else self.names[0]

    @cached_property
    def contents(self) -> frozenset[bytes]:
        return frozenset(content for _, content in self.files)

    @property
    def tokens(self) -> Hashes:
        return _union(part.tokens for part in self.parts.values())

    @property
    def operations(self) -> Hashes:
        return _union(part.operations for part in self.parts.values())


class Public(NamedTuple):
    """What everybody was given, which doesn't count."""

    contents: frozenset[bytes] = frozenset()
    hashes: frozenset[int] = frozenset()
    details: frozenset[str] = frozenset()

    @classmethod
    def of(cls, contents: Iterable[bytes]) -> "Public":
        """What is in these Python files. One that can't be parsed is left out only as a whole."""
        contents = frozenset(contents)
        hashes: set[int] = set()
        details: set[str] = set()
        for content in contents:
            try:
                source = read_source(content, every=True) if len(content) <= MOST_BYTES else None
            except SourceError:
                continue
            if source:
                hashes |= {each.hash for each in (*source.tokens, *source.operations)}
                details |= source.details
        return cls(contents, frozenset(hashes), frozenset(details))


class Documents(NamedTuple):
    """What is compared, and what isn't."""

    found: Sequence[CodeDocument]
    notes: Sequence[str]
    """A line for each file or submission that isn't compared."""


def documents(
    submissions: Iterable[Submission], public: Public, *, is_submission: bool = True
) -> Documents:
    """A document for all submissions with the same files, in their order."""
    same: dict[str, list[Submission]] = defaultdict(list)
    found: list[CodeDocument] = []
    notes: list[str] = []
    for submission in submissions:
        if submission.problem:
            notes.append(f"{submission.name}: {submission.problem.message}")
        elif submission.main:
            same[submission.digest].append(submission)
    for group in same.values():
        names = tuple(each.name for each in group)
        document = _document(group[0], names, public, notes, is_submission=is_submission)
        found.append(document)
    return Documents(found, notes)


def _document(
    submission: Submission,
    names: tuple[str, ...],
    public: Public,
    notes: list[str],
    *,
    is_submission: bool,
) -> CodeDocument:
    own = [
        (path, content)
        for path, content in submission.files
        if PurePosixPath(path).suffix == ".py" and content not in public.contents
    ]
    if sum(len(content) for _, content in own) > MOST_BYTES:
        notes.append(f"{names[0]}: not compared: more than {MOST_BYTES >> 10} KiB of Python")
        own = []
    files: list[tuple[str, bytes]] = []
    parts: dict[PartId, CodePart] = {}
    details: set[str] = set()
    for path, content in own:
        try:
            source = read_source(content)
        except SourceError as error:
            notes.append(f"{names[0]}: not compared: {abbreviate(path)} {error}")
            continue
        parts.update({(len(files), key): part for key, part in _parts(source, public)})
        details |= source.details - public.details
        files.append((path, content))
    return CodeDocument(
        names,
        submission.digest,
        tuple(files),
        _bounded(parts),
        frozenset(details),
        is_submission=is_submission,
    )


def _parts(source: Source, public: Public) -> Iterator[tuple[int, CodePart]]:
    tokens: dict[int, set[int]] = defaultdict(set)
    operations: dict[int, set[int]] = defaultdict(set)
    for found, fingerprints in ((tokens, source.tokens), (operations, source.operations)):
        for each in fingerprints:
            if each.hash not in public.hashes:
                found[source.part(each.first)].add(each.hash)
    for key in sorted({*tokens, *operations}):
        yield key, CodePart(_hashes(tokens[key]), _hashes(operations[key]))


def _bounded(parts: Mapping[PartId, CodePart]) -> Mapping[PartId, CodePart]:
    """`parts`, the last ones as a single part if there are more than `MOST_PARTS`."""
    first = dict(islice(parts.items(), MOST_PARTS - 1))
    rest = [part for part_id, part in parts.items() if part_id not in first]
    if len(rest) < 2:
        return parts
    last = CodePart(_union(part.tokens for part in rest), _union(part.operations for part in rest))
    return first | {next(id_ for id_ in parts if id_ not in first): last}


def _hashes(numbers: Iterable[int]) -> Hashes:
    return np.array(sorted(numbers), dtype=np.uint64)


def _union(parts: Iterable[Hashes]) -> Hashes:
    return np.unique(np.concatenate([*parts, np.empty(0, np.uint64)]))
