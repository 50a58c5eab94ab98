"""Questions about alpha-beta: what it prunes and visits, in which order, and with which bounds."""

from collections.abc import Sequence
from fractions import Fraction
from math import inf

from pacgrid.quizzes.key import LeavesKey, NumberKey, SequenceKey
from pacgrid.quizzes.number import number_of
from pacgrid.quizzes.quiz_question import QuizPart, QuizQuestion
from pacgrid.quizzes.searched_tree import SearchedTree

MOST_BOUNDS = 3
"""At so many nodes alpha and beta are asked for at most."""
RULES = {
    "book": "It prunes on equality, too: where a value ≤ alpha or ≥ beta, as in the book.",
    "strict": "It prunes only where a value < alpha or > beta, not on equality.",
}


def pruning(searched: SearchedTree) -> QuizQuestion:
    leaves = tuple(searched.tree.leaves)
    visited = {leaf.label for leaf in searched.leaves_of(searched.alpha_beta)}
    key = LeavesKey(leaves, frozenset(leaf.label for leaf in leaves) - visited)
    prompt = "Which leaves does it prune, so that it never looks at them?"
    return _question(
        searched, "pruning", prompt, [QuizPart("pruned", "The leaves that are pruned", key)]
    )


def order(searched: SearchedTree) -> QuizQuestion:
    visited = tuple(leaf.label for leaf in searched.leaves_of(searched.alpha_beta))
    key = SequenceKey(tuple(searched.tree.leaves), visited)
    prompt = "Which leaves does it visit, and in which order?"
    return _question(searched, "order", prompt, [QuizPart("visited", "The leaves, in order", key)])


def bounds(searched: SearchedTree) -> QuizQuestion:
    found, parts = searched.found(searched.alpha_beta), list[QuizPart]()
    for label in _bounded(searched):
        known = {"alpha": found[label].alpha, "beta": found[label].beta}
        for name, bound in known.items():
            words = f"{name} at {label}"
            parts.append(
                QuizPart(words, words[0].upper() + words[1:], NumberKey(number_of(bound)), label)
            )
    prompt = "What are alpha and beta when it enters each of these nodes?"
    return _question(searched, "bounds", prompt, parts)


def count(searched: SearchedTree) -> QuizQuestion:
    prompt = "How much of it does it visit?"
    asked = {
        "leaves": ("The leaves that it visits", len(searched.leaves_of(searched.alpha_beta))),
        "nodes": (
            "The nodes that it visits, root and leaves included",
            len(searched.alpha_beta.nodes),
        ),
    }
    if searched.tree.shape:
        prompt += (
            " And how many leaves would it visit in a tree of this shape in the best order, and in"
            " the worst?"
        )
        asked["best"] = ("The leaves in the best order", searched.extreme("best"))
        asked["worst"] = ("The leaves in the worst order", searched.extreme("worst"))
    parts = [QuizPart(name, words, NumberKey(Fraction(n))) for name, (words, n) in asked.items()]
    return _question(searched, "count", prompt, parts)


def no_pruning(searched: SearchedTree) -> str:
    if searched.tree.has_chance:
        return "alpha-beta doesn't prune below CHANCE nodes; ask about a tree without chance"
    return ""


def no_bounds(searched: SearchedTree) -> str:
    if reason := no_pruning(searched):
        return reason
    return "" if searched.tree.inner[1:] else "the tree has no inner node below its root"


def _bounded(searched: SearchedTree) -> Sequence[str]:
    """The labels of the nodes at which alpha and beta are asked for: of those that are visited, the
    ones where most is known, in the order of the visits."""
    inner = {node.label for node in searched.tree.inner[1:]}
    found = searched.found(searched.alpha_beta)
    labels = [label for label in found if label in inner]
    known = {label: (found[label].alpha > -inf) + (found[label].beta < inf) for label in labels}
    chosen = sorted(labels, key=lambda label: -known[label])[:MOST_BOUNDS]
    return [label for label in labels if label in chosen]


def _question(
    searched: SearchedTree, kind: str, prompt: str, parts: Sequence[QuizPart]
) -> QuizQuestion:
    prompt = f"Alpha-beta searches this tree from {searched.tree.direction}. {prompt}"
    if searched.pruning_matters:
        prompt += f" {RULES[searched.pruning]}"
    return QuizQuestion(kind, prompt, searched.tree, tuple(parts), searched.alpha_beta)
