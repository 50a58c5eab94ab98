"""Finds the changes that make a search right, by running the changed submission.

Each change is tried in the smallest position in which the search is wrong. What is right there is
tried in more positions, and what is left in fresh ones, which no change was chosen by.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from math import inf
from typing import Protocol

from ...model.diagnosis import SearchName
from ...worker.trial_service import FAILED, Change
from ..search_task import SearchTask
from .edits import MOST_EDITS, Edit, edits, twins
from .names import Effect, are_in_bounds
from .probes import Answer, Probe, probes
from .source_text import SourceText, UnreadableError

CHOSEN_BY = 160
"""So many positions choose among the changes, those of the submission's tests included."""
FRESH = 80
"""So many more must agree with what was chosen."""
_FIRST_NUMBER = 1_000
"""Generated positions with smaller numbers are in tests."""
_MOST_LIKELY = 40
"""So many changes are tried in all positions."""
_MOST_COMPARED = 10
"""For so many of the changes that make the choices right it is looked at how well they prune."""
_SAMPLE = 16
"""Where one change isn't enough, each is compared with others in so many wrong positions and so
many right ones,"""
_MORE = 4
"""and each change alone in so many of them."""
_MOST_FAILURES = 8
"""A submission that fails so often isn't asked any more: it may be an endless loop each time."""
_FAILURE: Answer = ((FAILED, 0, None),)
_NONE = "None of the {:,} small changes that were tried makes it right in all positions."
_BATCH = 50
"""So many changes are sent at once."""
MOST_WORK = 800_000
"""So many successors may be asked for in all; each try of a change counts as some."""
_WORK_OF_A_TRY = 60
_MOST_FILES = 10
_MOST_SIZE = 1_000
"""The positions of tests that are larger take too long, and too many bytes."""
_MOST_EXTRA = 1.02
"""A search that prunes asks for at most so many times the successors of the right one."""

_MANY, _FEW = 0.25, 0.03
"""In so many positions a submission has to look too far, and in so few not far enough at most, to
say that it looks too far."""
_ONE_GHOST = 2
"""The number of agents then."""


class Trials(Protocol):
    """A worker that tries changes of one class. A method returns None if the worker has ended: then
    it starts again for the next request."""

    def add_tables(self, tables: Sequence[Sequence[object]]) -> None: ...
    def try_changes(
        self, candidates: Sequence[Sequence[Change]], tasks: Sequence[int]
    ) -> Sequence[Sequence[Answer]] | None: ...
    def functions_run(self, tasks: Sequence[int]) -> Sequence[tuple[str, int]]: ...


@dataclass(frozen=True)
class Repair:
    """Changes that make a search right, the likeliest first."""

    edits: tuple[tuple[Edit, ...], ...]
    """Each group of changes makes it right; most groups are of one."""
    positions: int
    """In how many positions it is right then."""
    prunes_less: bool = False
    """Whether it then looks at more states than it has to."""
    effect: Effect = field(default_factory=Effect)
    """What the first of them changes."""
    beside: "Repair | None" = None
    """That of another mistake, if each of these changes needs its first one."""


@dataclass
class RepairSearch:
    """Looks for the changes that make a search right.

    Args:
        files: the submission's files, by their names.
        search: which search it should be.
        trials: where changes are tried.
        asked: the tasks of its tests.
        only_pruning: whether its choices are right, so that only what prunes is changed.
    """

    files: Mapping[str, bytes]
    search: SearchName
    trials: Trials
    asked: Sequence[SearchTask]
    scores_finished: bool = False
    only_pruning: bool = False
    most_work: int = MOST_WORK
    spent: int = 0
    _probes: list[Probe] = field(default_factory=list)
    _number: int = _FIRST_NUMBER
    """That of the next generated position."""
    _by_value: bool = False
    """Whether the values that it reports count, too."""
    _by_pruning: bool = False
    """Whether it counts how many successors it asks for, too: its choices are right already."""
    _made: tuple[Edit, ...] = ()
    """What is changed beside each change that is tried."""
    _generated: dict[tuple[Edit, ...], int] = field(default_factory=dict)
    """How many successors a change asked for when it was first tried."""

    def repair(self) -> Repair | str:
        """What makes it right; or why nothing is known to do so, in a line."""
        try:
            return self._repair()
        except UnreadableError as error:
            return f"No line is shown: {error}."

    def _repair(self) -> Repair | str:
        self._add(each for each in map(Probe, self.asked) if each.size <= _MOST_SIZE)
        self._generate(CHOSEN_BY - len(self._probes))
        everything = self._every_number
        own = self._own(everything)
        wrong, right = self._judged(own)
        if not wrong and self.search == "alpha_beta":
            self._by_pruning = True
            wrong, right = self._judged(own)
        if not wrong or (self.only_pruning and not self._by_pruning):
            return ""
        # If it sometimes looks at fewer states than the book's search may, it is another search.
        sizes = ((own[number][0][1], self._probes[number].fewest) for number in right)
        if self.only_pruning and any(looked_at < fewest for looked_at, fewest in sizes):
            return ""
        shown = [*self._shown(wrong)]
        single = self._edits([*shown, *wrong[:3], *right[:10]])
        if not single:
            return "No change could be tried: no function of its own runs, or they are too long."
        candidates = [*((each,) for each in single), *twins(single)]
        if self.only_pruning:
            candidates = self._of_pruning(candidates)
        mended = self._mended(candidates, shown)
        rest = [n for n in (*wrong, *right) if n not in shown]
        rounds = [rest[:6], rest[:40], everything]
        found = self._surviving(self._likely(mended, shown), rounds[:1])
        found = self._surviving(found[:_MOST_LIKELY], rounds[1:])
        repair = self._checked(found)
        if repair and self.search == "alpha_beta" and not self._by_pruning:
            repair = self._pruning(repair, candidates) or repair
        if not (repair or self.only_pruning) or (
            repair and repair.prunes_less and not repair.beside
        ):
            right.sort(key=lambda number: self._probes[number].size)
            sample = [*wrong[:: 1 + len(wrong) // _SAMPLE], *right[:: 1 + len(right) // _SAMPLE]]
            pair = self._pair(mended, found if repair else [], wrong, sample)
            if pair and not (repair and pair.prunes_less):
                repair = pair
        return repair or _NONE.format(len(self._generated))

    def _mended(
        self, candidates: Sequence[tuple[Edit, ...]], shown: Sequence[int]
    ) -> dict[tuple[Edit, ...], set[int]]:
        """For each change: in which of these positions it is right then."""
        mended = {}
        for each, some in self._tried(candidates, shown, self.most_work):
            known = zip(shown, some, strict=False)
            mended[each] = {number for number, answer in known if self._is_right(number, answer)}
            self._generated[each] = sum(answer[0][1] for answer in some if answer)
        return mended

    def _likely(
        self, mended: Mapping[tuple[Edit, ...], set[int]], shown: Sequence[int]
    ) -> list[tuple[Edit, ...]]:
        """The changes that are right in all of these positions; in alpha-beta those first that look
        at the fewest states: without a cut, play is right, too."""
        likely = [each for each, numbers in mended.items() if numbers >= {*shown}]
        if self.search == "alpha_beta":
            likely.sort(key=self._generated.__getitem__)
        return likely

    def _pruning(self, repair: Repair, candidates: Sequence[tuple[Edit, ...]]) -> Repair | None:
        """With changes that make the choices right, of which none makes the pruning right, too:
        another change that does."""
        first, self._by_pruning = repair.edits[0], True
        left = self._left(repair.edits[:_MOST_COMPARED], self._every_number, self.most_work)
        found: list[tuple[Edit, ...]] = []
        if left and all(left.values()):
            self._made = first
            wrong = sorted(left[first], key=lambda number: self._probes[number].size)
            found = self._completing(self._of_pruning(candidates), wrong, self.most_work)
        beside = self._checked(found)
        self._made, self._by_pruning = (), False
        return beside and replace(repair, beside=beside, prunes_less=beside.prunes_less)

    def _of_pruning(self, candidates: Sequence[tuple[Edit, ...]]) -> list[tuple[Edit, ...]]:
        """Those of the changes that are to alpha or beta. To prune on equality is no mistake, and
        neither is not to."""
        found = (each for each in candidates if are_in_bounds([each], self.search))
        return [each for each in found if each[0].operator != "comparison"]

    def _pair(
        self,
        mended: dict[tuple[Edit, ...], set[int]],
        known: Sequence[tuple[Edit, ...]],
        wrong: Sequence[int],
        sample: Sequence[int],
    ) -> Repair | None:
        """Two changes that together make it right: one that mends many of the `wrong` positions,
        and is none of the `known` ones, and any other. They are compared in the `sample`."""
        # Most second mistakes leave the smallest position to the first one, so that few changes are
        # to be compared; to look for more that mend others costs as much as a second change.
        for more in ((), wrong[:: 1 + len(wrong) // _MORE][1:]):
            for each, numbers in self._mended([*mended], more).items() if more else ():
                mended[each].update(numbers)
            useful = sorted(filter(mended.get, mended), key=lambda each: -len(mended[each]))
            firsts = [each for each in useful if each not in known]
            left = self._left(firsts[: 2 * _MOST_LIKELY], sample, self.most_work)
            most = self.spent + 3 * (self.most_work - self.spent) // 4  # the rest for what follows
            rest = [each for each in mended if not mended[each]]
            for others in (useful, rest) if more else (mended,):
                if found := self._completed(left, others, useful, most):
                    return found
                most = self.most_work
        return None

    def _left(
        self, candidates: Sequence[tuple[Edit, ...]], numbers: Sequence[int], most: float
    ) -> dict[tuple[Edit, ...], list[int]]:
        """For each change: in which of these positions it is wrong even then."""
        found = {}
        for each, answers in self._tried(candidates, numbers, most):
            padded = chain(answers, repeat(_FAILURE))  # it isn't asked again after a failure
            known = zip(numbers, padded, strict=False)
            found[each] = [number for number, answer in known if not self._is_right(number, answer)]
        return found

    def _completed(
        self,
        left: Mapping[tuple[Edit, ...], Sequence[int]],
        others: Iterable[tuple[Edit, ...]],
        useful: Sequence[tuple[Edit, ...]],
        most: float,
    ) -> Repair | None:
        """A change that leaves some positions wrong, if possible one of those with the fewest, and
        one of the `others`; and which of the `useful` ones do as well as the first."""
        ranked = sorted(left, key=lambda each: (len(left[each]), each[0].rank))
        of_lines = {each[0].mirrored_line: each for each in ranked[::-1]}  # the best of each line
        for first in sorted(of_lines.values(), key=ranked.index):
            # Who is wrong for MAX often is for MIN.
            seconds = sorted(others, key=lambda each: each[0].rank != first[0].rank)
            known = len(self._probes)
            self._made = first
            # A second mistake may matter so seldom that one change mends all of these positions.
            wrong = left[first] or self._left([()], self._every_number, inf).get((), [])
            wrong = sorted(wrong, key=lambda number: self._probes[number].size)
            found = self._checked(self._completing(seconds, wrong, most)) if wrong else None
            if found:
                self._made = found.edits[0]
                wrong = self._left([()], self._every_number[:known], inf).get((), [])
                alike = self._completing([first, *useful[:_MOST_LIKELY]], wrong, inf)
                found = replace(found, beside=self._checked(alike, self._every_number[known:]))
            self._made = ()
            if found and found.beside:
                return found
        return None

    def _completing(
        self, others: Sequence[tuple[Edit, ...]], wrong: Sequence[int], most: float
    ) -> list[tuple[Edit, ...]]:
        """Those that make it right beside what is changed, which leaves these positions wrong."""
        fitting = [each for each in others if not _overlap(self._made, each)]
        rounds = [wrong[:1], wrong[1:4], wrong, self._every_number[:40], self._every_number]
        return self._surviving(fitting, rounds, most)

    @property
    def _every_number(self) -> Sequence[int]:
        return [*range(len(self._probes))]

    def _checked(
        self, found: Sequence[tuple[Edit, ...]], fresh: Sequence[int] = ()
    ) -> Repair | None:
        """Those of the changes that are right in fresh positions, too; in alpha-beta those that
        look at the fewest states: without a cut, play is right, too."""
        if found and not fresh:
            known = len(self._probes)
            self._generate(FRESH)
            fresh = self._every_number[known:]
        kept = {
            each: [answer[0][1] for answer in answers]
            for each, answers in self._tried(found, fresh)
            if self._all_right(answers, fresh)
        }
        if not kept:
            return None
        of_line = Counter(each[0].line for each in kept)
        ranked = sorted(
            kept,
            key=lambda each: (self._is_odd(each[0]), -of_line[each[0].line], each[0].rank),
        )
        prunes_less = False
        if self.search == "alpha_beta":
            least = min(map(sum, kept.values()))
            needed = sum(self._probes[number].pruned_size for number in fresh)
            ranked = [each for each in ranked if sum(kept[each]) <= _MOST_EXTRA * least]
            prunes_less = least > _MOST_EXTRA * needed
        effect = replace(self._effect(fresh, kept[ranked[0]]), prunes_less=prunes_less)
        return Repair((*ranked,), len(self._probes), prunes_less, effect)

    def _is_odd(self, edit: Edit) -> bool:
        """Whether a change seldom is what an author would do: who stores an option seldom gets it
        wrong, and only chance nodes are worth a mean."""
        is_stored = edit.scope.function.name == "__init__" and edit.operator != "fresh_default"
        return is_stored or (edit.operator == "mean" and self.search != "expectimax")

    def _effect(self, numbers: Sequence[int], repaired: Sequence[int]) -> Effect:
        """What a change does in these positions, where it asks for so many successors."""
        signs: dict[bool, list[int]] = {False: [], True: []}
        is_wrong = {False: False, True: False}
        for _, answers in self._tried([()], numbers):
            for number, answer, count in zip(numbers, answers, repaired, strict=False):
                has_several = self._probes[number].task.root.num_agents > _ONE_GHOST
                is_wrong[has_several] |= not self._is_right(number, answer)
                if answer[0][0] != FAILED:
                    signs[has_several].append((answer[0][1] > count) - (answer[0][1] < count))
        only_several = is_wrong[True] and not is_wrong[False]
        telling = signs[True] if only_several else [*signs[False], *signs[True]]
        return Effect(_trend(telling), only_several)

    def _own(self, numbers: Sequence[int]) -> dict[int, Answer]:
        """What the submission itself does in these positions."""
        answers: dict[int, Answer] = {}
        for _ in range(_MOST_FAILURES):
            left = [number for number in numbers if number not in answers]
            answered = [some for _, some in self._tried([()], left) if some] if left else []
            answers |= zip(left, answered[0] if answered else [_FAILURE], strict=False)
        return answers

    def _judged(self, answers: Mapping[int, Answer]) -> tuple[list[int], list[int]]:
        """In which positions it is wrong, the smallest first, and in which it is right."""
        probes = self._probes
        right = [number for number in answers if probes[number].is_right(answers[number])]
        meant = sum(probes[number].reports_right(answers[number]) for number in right)
        self._by_value = 2 * meant > len(right)
        right = [number for number in right if self._is_right(number, answers[number])]
        wrong = sorted({*answers} - {*right}, key=lambda number: probes[number].size)
        return wrong, right

    def _shown(self, wrong: Sequence[int]) -> list[int]:
        """The smallest positions that show that the submission is wrong: one, if it is wrong there
        in a process of its own; else all up to the first one."""
        for number in wrong[:5]:
            for _, answers in self._tried([()], [number]):
                if not self._all_right(answers, [number]):
                    return [number]
        return [*range(min(wrong) + 1)]

    def _edits(self, numbers: Sequence[int]) -> list[Edit]:
        """The changes to the functions that run there."""
        lines: dict[str, list[int]] = {}
        for name, line in self.trials.functions_run(numbers):
            lines.setdefault(name, []).append(line)
        found: list[Edit] = []
        unreadable: list[UnreadableError] = []
        own = [(name, starts) for name, starts in lines.items() if name in self.files]
        for name, starts in own[:_MOST_FILES]:
            try:
                found += edits(SourceText(name, self.files[name]), starts)
            except UnreadableError as error:
                unreadable.append(error)
            except RecursionError:
                unreadable.append(UnreadableError(f"{name} is nested too deep"))
        if unreadable and not found:
            raise unreadable[0]
        return sorted(found, key=lambda each: each.rank)[:MOST_EDITS]

    def _surviving(
        self,
        candidates: Sequence[tuple[Edit, ...]],
        rounds: Sequence[Sequence[int]],
        most: float = inf,
    ) -> list[tuple[Edit, ...]]:
        """Those that are right in the positions of each round."""
        for numbers in filter(None, rounds):
            candidates = [
                each
                for each, answers in self._tried(candidates, numbers, most)
                if self._all_right(answers, numbers)
            ]
        return [*candidates]

    def _tried(
        self, candidates: Sequence[tuple[Edit, ...]], numbers: Sequence[int], most: float = inf
    ) -> Iterator[tuple[tuple[Edit, ...], Sequence[Answer]]]:
        """What each of the changed submissions decides there, until the work is the most that is
        allowed. One whose worker ended is left out."""
        size = max(1, _BATCH // max(1, len(numbers) // 10))
        for first in range(0, len(candidates), size):
            if self.spent > most:
                return
            some = candidates[first : first + size]
            made = [(*self._made, *each) for each in some]
            changes = [[(e.file, *splice) for e in each for splice in e.splices] for each in made]
            answers = self.trials.try_changes(changes, numbers)
            self.spent += _WORK_OF_A_TRY * len(some)
            if answers is None or len(answers) != len(some):
                self.spent += self.most_work // 10
                answers = ()
            self.spent += sum(move[1] for each in answers for task in each for move in task)
            yield from zip(some, answers, strict=False)

    def _all_right(self, answers: Sequence[Answer], numbers: Sequence[int]) -> bool:
        return len(answers) == len(numbers) and all(map(self._is_right, numbers, answers))

    def _is_right(self, number: int, answer: Answer) -> bool:
        probe = self._probes[number]
        if self._by_pruning and answer and answer[0][1] > probe.pruned_size:
            return False
        return probe.is_right(answer, by_value=self._by_value)

    def _generate(self, count: int) -> None:
        """Adds so many more generated positions."""
        numbers = range(self._number, self._number + count)
        self._number = numbers.stop
        self._add(probes(self.search, numbers, scores_finished=self.scores_finished))

    def _add(self, more: Iterable[Probe]) -> None:
        known = len(self._probes)
        self._probes += more
        self.trials.add_tables([each.table for each in self._probes[known:]])


def _trend(signs: Sequence[int]) -> int:
    """The sign of nearly all that aren't 0; 0 if there are few, or of both signs."""
    for sign in (1, -1):
        if signs.count(sign) > len(signs) * _MANY and signs.count(-sign) <= _FEW * len(signs):
            return sign
    return 0


def _overlap(one: Sequence[Edit], other: Sequence[Edit]) -> bool:
    """Whether two changes touch the same text."""
    splices = ((edit.file, *splice) for edit in other for splice in edit.splices)
    return any(
        file == edit.file and first <= end and start <= last
        for file, start, end, _ in splices
        for edit in one
        for first, last, _ in edit.splices
    )
