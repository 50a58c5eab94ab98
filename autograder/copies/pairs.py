"""Pairs of documents that share what few others have."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from .behaviour import ObservedBehaviour, SharedBehaviour
from .document import CodeDocument, CodePart, PartId
from .rarity import Hashes, Rarity
from .source import TOKEN_GRAIN

SCORE = 28.0
"""Of a pair that is listed. See `benchmarks/copies.py`: two solutions of 30 lines that are written
independently have less, and copies have more."""
_FEW = 3
"""Names and numbers that a reason lists."""

_Piece = tuple[int, PartId]


class Likeness(NamedTuple):
    """How alike two parts are."""

    weight: float
    """The weight of what both have: about the number of rare fingerprints."""
    share: float
    """This weight as a share of the smaller part's, from 0 to 1."""


NOTHING = Likeness(0.0, 0.0)


@dataclass(frozen=True)
class Match:
    """Two parts that are alike."""

    parts: tuple[PartId, PartId]
    tokens: Likeness
    operations: Likeness

    @property
    def score(self) -> float:
        """About how many rare fingerprints they share, less if that is only a part of them. Copied
        operations with other tokens count only if nearly all of them are the same."""
        tokens = (TOKEN_GRAIN.window + 1) / 2 * self.tokens.weight * self.tokens.share
        return tokens + self.operations.weight * self.operations.share**2


@dataclass(frozen=True)
class Pair:
    """Two documents that are worth reading side by side."""

    one: CodeDocument
    other: CodeDocument
    match: Match
    """Their parts that are most alike."""
    details: tuple[str, ...] = ()
    """Their authors' names and numbers that nobody else has."""
    behaviours: tuple[SharedBehaviour, ...] = ()
    """What both do, and few others."""

    @property
    def score(self) -> float:
        return self.match.score

    def is_listed(self, least: float) -> bool:
        """Whether it has that score; or half of it and a rare wrong behaviour, or three quarters
        and another rare behaviour; or wrong ones in two questions."""
        wrong = {each.question for each in self.behaviours if each.behaviour.is_wrong}
        share = 1 / 2 if wrong else 3 / 4 if self.behaviours else 1
        return self.score >= share * least or len(wrong) > 1

    @property
    def is_same(self) -> bool:
        """Whether both have the same Python files, under whatever names."""
        return self.one.contents == self.other.contents != frozenset()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is listed, the strongest reason first."""
        match = self.match
        alike = [
            f"{match.tokens.share:.0%} of the rarer code is written alike".replace("%", " %"),
            f"{match.operations.share:.0%} does the same".replace("%", " %"),
        ]
        same = ["the same file"] if self.is_same else []
        found = same or ([", ".join(alike)] if self.score >= SCORE / 2 else [])
        found += [str(each) for each in self.behaviours]
        if self.details and not self.is_same:
            few = ", ".join(self.details[:_FEW])
            more = len(self.details) - _FEW
            found.append(f"only they write {few}" + (f" and {more} more" if more > 0 else ""))
        return tuple(found)

    @property
    def order(self) -> tuple[object, ...]:
        return (
            not self.is_same,
            -self.score - SCORE / 2 * len({each.question for each in self.behaviours}),
            self.one.names,
            self.other.names,
        )


@dataclass(frozen=True)
class Comparison:
    """Finds the pairs among some documents: submissions, and after them what they are compared
    with.

    An index of hashes leads from each part to those that share one with it: of 10,000 files, no
    two are compared that share nothing rare.
    """

    documents: Sequence[CodeDocument]
    behaviours: Mapping[str, frozenset[ObservedBehaviour]] = field(default_factory=dict)
    """By a submission's digest: what it does, as far as it was graded."""

    def pairs(self, least: float = SCORE) -> list[Pair]:
        """Those that are listed from that score on, and those with the same files. The most alike
        come first."""
        matches = self._matches(least / 2)
        shared = SharedBehaviour.among(self.documents, self.behaviours)
        details = _rare_details(self.documents)
        found = []
        same = set(self._same())
        for one, other in sorted({*matches, *shared, *same}):
            match = matches.get((one, other), Match(((0, 0), (0, 0)), NOTHING, NOTHING))
            behaviours = shared.get((one, other), ())
            pair = self.documents[one], self.documents[other]
            both = pair[0].details & pair[1].details & details
            listed = Pair(*pair, match, tuple(sorted(both, key=_longest)), behaviours)
            if (one, other) in same or listed.is_listed(least):
                found.append(listed)
        return sorted(found, key=attrgetter("order"))

    def _same(self) -> Iterator[tuple[int, int]]:
        """Documents with the same files, each with the first of them."""
        owners: dict[frozenset[bytes], int] = {}
        for number, document in enumerate(self.documents):
            if contents := document.contents if document.parts else None:
                first = owners.setdefault(contents, number)
                if first != number and self.documents[first].is_submission:
                    yield first, number

    def _matches(self, least: float) -> dict[tuple[int, int], Match]:
        """By the numbers of two documents: their parts that are most alike."""
        tokens = self._alike(attrgetter("tokens"), least / 4)
        operations = self._alike(attrgetter("operations"), least / 4)
        best: dict[tuple[int, int], Match] = {}
        for pieces in sorted({*tokens, *operations}):
            (one, part), (other, other_part) = pieces
            likeness = (tokens.get(pieces, NOTHING), operations.get(pieces, NOTHING))
            match = Match((part, other_part), *likeness)
            known = best.get((one, other))
            if match.score >= least and (known is None or match.score > known.score):
                best[one, other] = match
        return best

    def _alike(
        self, hashes_of: Callable[[CodeDocument | CodePart], Hashes], least: float
    ) -> dict[tuple[_Piece, _Piece], Likeness]:
        """Parts of different documents whose shared hashes have at least that weight, the one of
        the earlier document first. One of the two is a submission's."""
        rarity = Rarity([hashes_of(document) for document in self.documents])
        owners: dict[int, list[_Piece]] = defaultdict(list)
        totals: dict[_Piece, float] = {}
        found: dict[tuple[_Piece, _Piece], Likeness] = {}
        for number, document in enumerate(self.documents):
            own: list[tuple[int, _Piece]] = []
            for part_id, part in document.parts.items():
                piece, hashes = (number, part_id), hashes_of(part)
                weights = rarity.weights(hashes)
                totals[piece] = float(weights.sum())
                shared = (weights > 0) & (rarity.counts(hashes) > 1)
                rare = list(zip(hashes[shared].tolist(), weights[shared].tolist(), strict=True))
                for other, weight in _weights(rare, owners):
                    if weight >= least:
                        share = weight / min(totals[piece], totals[other])
                        found[other, piece] = Likeness(weight, min(1.0, share))
                own += [(each, piece) for each, _ in rare]
            for each, piece in own if document.is_submission else ():
                owners[each].append(piece)
        return found


def _weights(
    hashes: Sequence[tuple[int, float]], owners: Mapping[int, list[_Piece]]
) -> Iterator[tuple[_Piece, float]]:
    found: dict[_Piece, float] = defaultdict(float)
    for each, weight in hashes:
        for other in owners.get(each, ()):
            found[other] += weight
    yield from found.items()


def _rare_details(documents: Sequence[CodeDocument]) -> frozenset[str]:
    """The names and numbers that just two documents have."""
    count: dict[str, int] = defaultdict(int)
    for document in documents:
        for detail in document.details:
            count[detail] += 1
    return frozenset(detail for detail, times in count.items() if times == 2)


def _longest(detail: str) -> tuple[int, str]:
    return (-len(detail), detail)
