"""Questions on trees that are named."""

import subprocess
import sys
from fractions import Fraction

import pytest

from pacgrid import quiz
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.quizzes.quiz import Quiz, explanation, question_text, result_line
from pacgrid.quizzes.quiz_tree import QuizError, QuizTree

TIE = "MAX\n  MIN: 3 12\n  MIN: 3 5\n  MIN: 2 4"
KEYS = {
    ("book", "values"): {"A": "3", "B": "3", "C": "2", "D": "2"},
    ("book", "move"): {"move": "a1"},
    ("book", "pruning"): {"pruned": "4, 6"},
    ("book", "order"): {"visited": "3, 12, 8, a, 14, 5, b"},
    ("book", "count"): {"leaves": "7", "nodes": "11", "best": "5", "worst": "9"},
    ("gamble", "expected"): {"B": "−1.1"},
    ("gamble", "move"): {"move": "safe"},
    ("chance", "expected"): {"A": "10"},
    ("monotonic", "pruning"): {"pruned": "none"},
    ("two_mins", "values"): {
        "A": "6", "B": "6", "C": "2", "D": "8", "E": "6", "F": "4", "G": "2",
    },
    ("uniform:branching=2,depth=4", "count"): {
        "leaves": "7", "nodes": "18", "best": "7", "worst": "16",
    },
}  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), KEYS)
def test_the_keys_of_the_lectures_trees(name: str, kind: str) -> None:
    (question,) = quiz(name, [kind]).questions
    assert {part.name: part.key.text for part in question.parts} == KEYS[name, kind]


@pytest.mark.parametrize(("pruning", "pruned"), [("book", "5, 4"), ("strict", "4")])
def test_where_equality_matters_the_question_says_so(pruning: str, pruned: str) -> None:
    (question,) = quiz(DrawnTree.parse(TIE), ["pruning"], pruning=pruning).questions
    assert "equality" in question.prompt
    assert question.parts[0].key.text == pruned
    assert "equality" not in quiz("book", ["pruning"], pruning=pruning).questions[0].prompt


def test_all_kinds_that_fit_are_asked() -> None:
    kinds = [question.kind for question in quiz("book").questions]
    assert kinds == ["values", "move", "pruning", "order", "bounds", "count"]
    kinds = [
        question.kind for question in quiz("gamble", utility="concave:risk_tolerance=10").questions
    ]
    assert kinds == ["expected", "move", "certainty_equivalent"]
    assert [question.kind for question in quiz("chance").questions] == ["expected"]


def test_a_certainty_equivalent_is_the_sure_points_of_the_same_utility() -> None:
    tree = DrawnTree.parse("MAX\n  bet: CHANCE\n    1/2: 100\n    1/2: 0\n  sure: 36")
    (question,) = quiz(tree, ["certainty_equivalent"], utility="sqrt").questions
    keys = {part.name: part.key.text for part in question.parts}
    assert keys == {"utility of B": "5", "equivalent of B": "25", "move": "sure"}


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("book", {"kinds": ["prunning"]}, "no kind of question 'prunning'; choose values, "),
        ("chance", {"kinds": ["pruning"]}, "pruning can't be asked: alpha-beta doesn't prune"),
        ("book", {"kinds": ["expected"]}, "expected can't be asked: the tree has no CHANCE node"),
        ("chance", {"kinds": ["move"]}, "move can't be asked: nobody chooses at the root"),
        ("gamble", {"kinds": ["certainty_equivalent"]}, "name a utility function, such as sqrt"),
        ("gamble", {"utility": "root"}, "no utility 'root'; choose linear, "),
        ("gamble", {"utility": "concave:risk_tolerance=0"}, "risk_tolerance must be points above"),
        ("gamble", {"utility": "concave:50"}, "can't read the utility 'concave:50'; write NAME:"),
        ("gamble", {"utility": "sqrt"}, r"u\(x\) = √x has no value at x = -5"),
        ("book", {"pruning": "loose"}, "pruning must be strict or book, not 'loose'"),
        ("tictactoe", {}, "ask about fewer plies"),
    ],
)
def test_what_cant_be_asked_is_refused(name: str, options: dict[str, object], problem: str) -> None:
    with pytest.raises(QuizError, match=problem):
        quiz(name, **options)  # type: ignore[arg-type]


def test_a_falling_utility_is_refused() -> None:
    with pytest.raises(QuizError, match="the utility falls from 3000 at -3000 points"):
        quiz("gamble", utility=lambda x: -x)


def test_an_answer_to_what_isnt_asked_is_refused() -> None:
    (question,) = quiz("book", ["values"]).questions
    with pytest.raises(QuizError, match="'E' isn't asked for; the parts are A, B, C, D"):
        question.check({"E": "3"})


def test_results_say_what_is_right() -> None:
    (question,) = quiz("book", ["values"]).questions
    results = question.check({"A": "3", "B": "−4", "C": "two"})
    assert [result.credit for result in results] == [1, 0, 0, 0]
    assert [result_line(result) for result in results] == [
        "A: 3 is right",
        "B: 3, not −4",
        "C: 'two' is not a number; write it as −3, 3/4, 0.75 or inf. The answer is 2",
        "D: 2",
    ]
    (question,) = quiz("book", ["pruning"]).questions
    (result,) = question.check({"pruned": "4"})
    assert (result.credit, result_line(result)) == (
        Fraction(1, 2),
        "pruned: 4, 6, not 4 (50 % right)",
    )


def test_the_tree_is_shown_without_and_explained_with_the_search() -> None:
    (question,) = quiz("book", ["pruning"]).questions
    assert "cut" not in question_text(question)
    text = explanation(question)
    assert "cut: 2 < alpha = 3" in text
    assert "╱╱ ■ 4" in text
    assert "C: the first value of this MIN node is 2; " in text


def test_a_tree_with_several_best_moves_takes_each() -> None:
    (question,) = quiz(load_game("hexapawn"), ["move"], plies=2).questions
    (part,) = question.parts
    assert all(part.key.accepts(option) for option in part.key.options)  # type: ignore[attr-defined]


def test_a_quiz_without_questions_is_refused() -> None:
    with pytest.raises(QuizError, match="there is no question to ask"):
        Quiz("empty", ())


def test_no_compiled_package_is_needed() -> None:
    code = "import sys; from pacgrid import quiz; quiz('book'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"numpy", "numba", "pygame", "PIL", "jinja2", "rich"}


def test_quiz_trees_are_taken_as_they_are() -> None:
    tree = quiz("book").questions[0].tree
    assert isinstance(tree, QuizTree)
    assert quiz(tree).questions[0].tree is tree
