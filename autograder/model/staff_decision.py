"""What staff have decided about a grade."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pacgrid.common.sanitize import sanitize_fields

from .amount import amount, worth

DecisionKind = Literal["points", "add", "comment", "exempt", "regrade"]
"""Points are set or added; a comment is given; something doesn't count; a student asks for a
regrade of a question, or has got an answer."""


@dataclass(frozen=True)
class StaffDecision:
    """One decision about one student."""

    kind: DecisionKind
    about: str = ""
    """A test such as `minimax.2`, a question, or "" for the whole assignment."""
    points: float | None = None
    """Those that are set, or added if that is its kind; may be negative then."""
    reason: str = ""
    """Why; of a comment, the comment; of a regrade, why the student asks for it."""
    answer: str = ""
    """To a student who asked for a regrade."""
    by: str = ""
    """Who decided."""
    decided: str = ""
    """When, such as `2026-11-03`; "" if nobody has decided yet."""
    confirmed: str = ""
    """When staff last confirmed it, after what it is about had changed; "" if never."""
    is_hidden: bool = False
    """Whether it is about a hidden test, so that students don't see it yet."""
    place: str = field(default="", compare=False)
    """Where it is written: `decisions.csv:3`."""
    computed: float | None = field(default=None, compare=False)
    """The points, without it, of what it is about."""
    changed: tuple[str, ...] = field(default=(), compare=False)
    """What has changed, since it was decided or confirmed, about what it is about."""
    problem: str = field(default="", compare=False)
    """Why it doesn't do what it says, if so."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["about", "reason", "answer", "by", "decided", "confirmed"])

    @property
    def question(self) -> str:
        """The question that it is about, or that has the test; "" if it is about all."""
        return self.about.partition(".")[0]

    @property
    def test(self) -> int | None:
        """The number of the test that it is about."""
        number = self.about.partition(".")[2]
        return int(number) if number else None

    @property
    def what(self) -> str:
        """What it is about, in words."""
        return self.about or "the total"

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided yet."""
        return not self.decided

    @property
    def sets_points(self) -> bool:
        """Whether it says how many points there are."""
        return self.points is not None and self.kind != "add"

    @property
    def is_fixed(self) -> bool:
        """Whether no other decision can change the points of what it is about, or of a part."""
        return self.sets_points or self.kind == "exempt"

    @property
    def depends_on_results(self) -> bool:
        """Whether it may be wrong once the tests, their results or the submission change. An
        exemption isn't, and neither are points added to the total, or a comment on it."""
        is_for_all = self.kind in ("add", "comment") and not self.about
        return not (self.is_open or self.kind == "exempt" or is_for_all)

    def contradicts(self, other: "StaffDecision") -> bool:
        """Whether `other` changes points that this one has fixed."""
        is_part = self.about in ("", other.about, other.question)
        return self.is_fixed and is_part and (other.points is not None or other.is_fixed)

    @property
    def to_check(self) -> str:
        """What staff still have to do about it; "" if nothing."""
        if self.is_open:
            return f"{self.what}: a regrade is asked for"
        notes = [*filter(None, [self.problem]), *self.changed]
        return f"{self.what}: {'; '.join(notes)}" if notes else ""

    @property
    def mend(self) -> str:
        """How staff can do that."""
        if self.is_open:
            return "to decide it, fill in by, decided and answer"
        if self.problem:
            return "correct it"
        return "it is kept; to confirm it, write a date into the column confirmed"

    def effect(self, computed: float | None = None) -> str:
        """What it does: `2 points`, `1 point added`; if what was computed is given, `2 points
        instead of 0`, `1 point added to 3`."""
        points = worth(abs(self.points or 0))
        match self.kind:
            case "comment":
                return "comment"
            case "exempt":
                return "exempt"
            case "add":
                of = "" if computed is None else amount(computed)
                if (self.points or 0) < 0:
                    return f"{points} taken off{of and f' from {of}'}"
                return f"{points} added{of and f' to {of}'}"
            case "regrade" if self.points is None:
                return "the points stay after a regrade"
        instead = "" if computed is None else f" instead of {amount(computed)}"
        return f"{points}{instead}{' after a regrade' * (self.kind == 'regrade')}"

    def line(self, *, is_public: bool = False, shows_computed: bool = True) -> str:
        """`2 points instead of 0, decided by the staff on 2026-11-03: the layout was broken`. If it
        `is_public`, without the name of who decided."""
        if self.is_open:
            return f"regrade asked for, not decided yet: {self.reason}"
        what = self.effect(self.computed if shows_computed else None)
        by = "by the staff" if is_public else f"by {self.by}"
        decided = by if self.kind == "comment" else f", decided {by}"
        why = self.answer if self.kind == "regrade" else self.reason
        return f"{what}{' ' * (self.kind == 'comment')}{decided} on {self.decided}: {why}"

    def to_json(self) -> dict[str, Any]:
        return {
            "decision": self.kind,
            "about": self.about,
            "points": self.points,
            "reason": self.reason,
            "answer": self.answer,
            "by": self.by,
            "decided": self.decided,
            "confirmed": self.confirmed,
            "computed_points": self.computed,
            "changed": list(self.changed),
            "problem": self.problem,
        }
