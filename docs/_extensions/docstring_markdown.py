"""Docstrings, which are nearly Markdown, as Markdown."""

import inspect
import re


def docstring_markdown(text: str) -> str:
    """A docstring as Markdown."""
    blocks = re.split(r"\n{2,}", inspect.cleandoc(text))
    return "\n\n".join(map(_block, blocks))


def _block(text: str) -> str:
    if text.startswith(">>> "):
        return f"```pycon\n{text}\n```"
    if all(line.startswith("    ") for line in text.split("\n")):
        return f"```python\n{inspect.cleandoc(text)}\n```"
    return text
