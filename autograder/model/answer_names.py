"""The names that may answer a question: the one that it asks for, and those of course files."""

SUFFIX = "Agent"

_FUNCTIONS = {"evaluate": ("betterEvaluationFunction", "better")}


def answer_names(asked: str) -> tuple[str, ...]:
    """The names of a class or function that may answer a question, the one `asked` for first.

    >>> answer_names("Minimax")
    ('Minimax', 'MinimaxAgent')
    >>> answer_names("evaluate")
    ('evaluate', 'betterEvaluationFunction', 'better')
    """
    if others := _FUNCTIONS.get(asked):
        return (asked, *others)
    return (asked, asked.removesuffix(SUFFIX) if asked.endswith(SUFFIX) else f"{asked}{SUFFIX}")
