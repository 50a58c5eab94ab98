"""How much work a diagnosis may be."""

from dataclasses import dataclass

MOST_QUESTIONS = 10_000_000
"""More than five times what a diagnosis of 44 generated probes takes at most, which
`benchmarks/catalogue.py` prints; less than a minute."""


class TooLargeError(Exception):
    """A diagnosis has exceeded its budget."""


@dataclass
class QuestionBudget:
    """How many questions about states are left in a diagnosis: the agent's, and those of each
    search that it is compared with. It counts work, not time, so that a result never depends on how
    busy the machine is."""

    questions: int = MOST_QUESTIONS

    def spend(self, questions: int) -> None:
        """Raises TooLargeError."""
        self.questions -= questions
        if self.questions < 0:
            raise TooLargeError
