import random
from dataclasses import replace

import pytest

from helpers.copied_code import MINE, OTHER, compared, handed_in
from helpers.disguise import DISGUISES, disguised
from pacgrid.autograder.copies.behaviour import ObservedBehaviour
from pacgrid.autograder.copies.document import Public, documents
from pacgrid.autograder.copies.pairs import Comparison, Pair


def pairs(*submissions, **options) -> list[tuple[str, str]]:
    found = Comparison(compared(*submissions), **options).pairs()
    return [(pair.one.name, pair.other.name) for pair in found]


def only_pair(*submissions, **options) -> Pair:
    (pair,) = Comparison(compared(*submissions), **options).pairs()
    return pair


@pytest.mark.parametrize("kind", DISGUISES)
def test_a_disguised_copy_is_found(kind: str) -> None:
    copy = disguised(MINE, kind, seed=1)
    assert copy.split() != MINE.split()
    found = pairs(handed_in("ada", MINE), handed_in("bob", OTHER), handed_in("eve", copy))
    assert found == [("ada", "eve")]


def test_independent_solutions_are_no_pair() -> None:
    assert pairs(handed_in("ada", MINE), handed_in("bob", OTHER)) == []


def test_a_copied_class_is_found_in_a_file_with_others() -> None:
    copy = "x = 1\n" + OTHER.replace("Minimax", "AlphaBeta") + disguised(MINE, "renamed", 2)
    pair = only_pair(handed_in("ada", MINE), handed_in("eve", copy))
    assert pair.match.tokens.share > 0.8


def test_what_the_whole_class_writes_is_no_reason() -> None:
    rng = random.Random(1)
    everybody = [
        handed_in(f"s{n}", disguised(MINE, "renamed", n) + f"\nx_{n} = {rng.random()}\n")
        for n in range(66)
    ]
    assert pairs(*everybody) == []


def test_a_short_file_is_found_if_it_is_the_same() -> None:
    one, other = handed_in("ada", "x = 1 + f(2)"), handed_in("bob", "x = 1 + f(2)", "b.py")
    pair = only_pair(one, other, handed_in("empty", "", "c.py"), handed_in("none", "", "d.py"))
    assert pair.is_same
    assert pair.reasons == ("the same file",)


def test_what_submissions_are_compared_with_is_not_compared_with_itself() -> None:
    own = documents([handed_in("ada", MINE)], Public()).found
    others = documents(
        [handed_in("last year", disguised(MINE, "loops", 1)), handed_in("old", MINE, "b.py")],
        Public(),
        is_submission=False,
    ).found
    found = Comparison([*own, *others]).pairs()
    assert [(pair.one.name, pair.other.name) for pair in found] == [
        ("ada", "old"),
        ("ada", "last year"),
    ]


def test_names_and_numbers_of_a_pair_are_named_if_nobody_else_has_them() -> None:
    copy = disguised(MINE, "comments, format", 1)
    pair = only_pair(handed_in("ada", MINE), handed_in("eve", copy), handed_in("bob", OTHER))
    assert (
        pair.details == ("action", "ghost", "total", "0.75", "fear")[1:] or "fear" in pair.details
    )
    assert "only they write" in pair.reasons[-1]


def test_rare_mistakes_in_two_questions_are_a_pair_whatever_is_written() -> None:
    texts = {"ada": MINE, "bob": OTHER, "eve": "x = 1", "kim": "y = 2 + f(3)"}
    submissions = [handed_in(name, text) for name, text in texts.items()]
    rare = [ObservedBehaviour(question, "goes wrong") for question in ("minimax", "expectimax")]
    common = ObservedBehaviour("reflex", "stops")
    behaviours = {each.digest: frozenset([common]) for each in submissions}
    for number in (0, 2):
        behaviours[submissions[number].digest] = frozenset([*rare, common])
    pair = only_pair(*submissions, behaviours=behaviours)
    assert (pair.one.name, pair.other.name) == ("ada", "eve")
    assert pair.reasons == ("expectimax: goes wrong (2 of 4)", "minimax: goes wrong (2 of 4)")
    behaviours[submissions[2].digest] = frozenset([rare[0], common])
    assert pairs(*submissions, behaviours=behaviours) == []


def test_a_rare_order_of_visits_lists_a_pair_only_if_its_code_is_alike_too() -> None:
    copy = disguised(MINE, "renamed", 1)
    order = [
        ObservedBehaviour(question, "asks alike", "1f0c", rank=4, is_wrong=False)
        for question in "ab"
    ]
    own = [handed_in(name, text) for name, text in (("ada", MINE), ("bob", OTHER), ("eve", copy))]
    behaviours = {each.digest: frozenset(order) for each in own}
    found = Comparison(compared(*own), behaviours).pairs(least=20)
    assert [(pair.one.name, pair.other.name) for pair in found] == [("ada", "eve")]
    assert "a: asks alike (3 of 3)" in found[0].reasons
    (pair,) = found
    assert pair.is_listed(1.3 * pair.score)
    assert not pair.is_listed(1.4 * pair.score)
    assert not replace(pair, behaviours=()).is_listed(1.3 * pair.score)
