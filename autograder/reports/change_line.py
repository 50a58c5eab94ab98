"""What has changed since a submission was graded before, in a line."""

from ..model.amount import amount, full
from .brief_report import things_to_fix
from .student_view import StudentView


def change_line(before: StudentView, after: StudentView) -> str:
    """`2 → 4 of 5 points; fixed: minimax looks one ply too far; new: …`; "" if nothing that counts
    has changed."""
    old, new = things_to_fix(before), things_to_fix(after)
    graded = {question.name for question in after.questions if not question.problem}
    fixed = [each for each in old if each not in new and each[0] in graded]
    added = [each for each in new if each not in old]
    parts = []
    if before.points != after.points:
        points = f"{amount(before.points)} → {amount(after.points)}"
        parts.append(f"{points} of {full(after.possible, 0)} points")
    for words, things in (("fixed", fixed), ("new", added)):
        if things:
            parts.append(f"{words}: {', '.join(' '.join(each) for each in things)}")
    return "; ".join(parts)
