"""A game tree of a test case."""

from ...model.strict_model import Line, StrictModel


class TreeCase(StrictModel):
    """One game tree, and what its solution says.

    Its states are names. A state without successors needn't be won or lost, and two paths may lead
    to the same state. Whose turn it is follows from the agent's own calls only.
    """

    name: Line
    """Such as `q2/0-small-tree`."""
    depth: int
    num_agents: int
    start: str
    wins: list[str]
    losses: list[str]
    successors: list[tuple[str, str, str]]
    """State, action, next state, in the order of the file, which is that of the legal actions."""
    evaluation: dict[str, float]
    """The score of each state that has one; of others it raises an exception."""
    diagram: str = ""
    """The author's drawing of the tree, as text."""
    action: str
    """The right action, by the solution."""
    generated: str
    """All states that the right search generates, the start included: sorted, with blanks between
    them."""
    weight: float | None = None
    """What `points` in the file says; only some questions use it."""
