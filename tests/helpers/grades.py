"""Grades for the tests of reports: examples from an assignment with hidden tests, and any."""

from dataclasses import replace

from hypothesis import strategies as st

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import Aim, Outcome
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.common.failure import Failure

GAMES_TEST = """
[[questions.tests]]
kind = "games"
layout = "pocket"
games = 2
visibility = "{}"
thresholds = [{}]
"""
ASSIGNMENT = Assignment.parse(
    'title = "Tiny"\n[[questions]]\nname = "reflex"\nagent = "Reflex"\npoints = 6\n'
    + GAMES_TEST.format("visible", "{wins = 1, points = 2}, {wins = 2, points = 1}")
    + GAMES_TEST.format("hidden", "{wins = 1, points = 3}")
    + '[[questions]]\nname = "minimax"\nagent = "Minimax"\npoints = 5\n'
    + GAMES_TEST.format("visible", "{wins = 1, points = 4}")
    + GAMES_TEST.format("after_due_date", "{wins = 1, points = 1}"),
    "tiny.toml",
)

ODD = Failure("ValueError: [red]odd[/red] (a.py, line 3, in act)", '  File "a.py", line 3\n    [x]')
GAMES = Outcome(
    "2 games on pocket",
    "won 1 of 2",
    2,
    3,
    (Aim("at least 1 win", 2, reached=True), Aim("at least 2 wins", 1, reached=False)),
    advice="watch a lost game, without a sandbox: pacgrid play",
)
PASSED = Outcome("2 games", "won 2 of 2", 3, 3, (Aim("at least 2 wins", 3, reached=True),))
HIDDEN = Outcome("cunning games", "won 1 of 1", 3, 3, visibility="hidden", title="cunning games")
UNANSWERED = QuestionGrade("minimax", "Minimax", 5, None)


def reflex(*outcomes: Outcome, points: float = 6) -> QuestionGrade:
    return QuestionGrade("reflex", "Reflex", points, "Reflex", outcomes)


def failing(name: str, *messages: str, place: str = "game 1") -> QuestionGrade:
    """A question with a failed test for each message."""
    outcomes = (
        Outcome("a test", "failed", 0, 1, failure=Failure(message), place=place, number=number)
        for number, message in enumerate(messages, start=1)
    )
    return QuestionGrade(name, name.title(), len(messages), name.title(), tuple(outcomes))


GOOD = Grade(
    "good.py",
    (reflex(GAMES, HIDDEN), UNANSWERED),
    student="Ada Lovelace",
    identifier="al1815",
    digest="3f9a0c77b1d2e4",
    sandbox="bubblewrap",
)
ILL = Grade(
    "ill.py",
    (
        reflex(
            Outcome("2 games", "won 0 of 2", 0, 2, failure=ODD, place="game 1", output="hello\n"),
            Outcome("positions", "failed", 0, 1, failure=ODD, place="position 1", number=2),
            replace(HIDDEN, points=0, number=3),
        ),
        UNANSWERED,
    ),
)
BROKEN = Grade(
    "broken.py",
    tuple(
        QuestionGrade(question.name, question.asks_for, question.points, None, failure=ODD)
        for question in ASSIGNMENT.questions
    ),
    failure=ODD,
)
NOTHING = Failure("nothing was handed in")
MISSING = replace(
    BROKEN,
    name="Eve Absent",
    questions=tuple(replace(question, failure=NOTHING) for question in BROKEN.questions),
    failure=NOTHING,
    missing=True,
)
JAWS = (
    Outcome("jaws", "optimal in 3 of 3", 4, 4, nodes=1234),
    Outcome("wide jaws", "optimal in 3 of 3", 1, 1, visibility="after_due_date"),
)
FULL = Grade(
    "full.py",
    (reflex(PASSED, HIDDEN), QuestionGrade("minimax", "Minimax", 5, "Minimax", JAWS)),
)

SECRET = "xyzzy"


def secret(points: float = 3) -> Outcome:
    """A hidden test that says the secret everywhere."""
    return Outcome(
        f"test {SECRET}",
        f"result {SECRET}",
        0,
        points,
        (Aim(f"aim {SECRET}", points, reached=False),),
        Failure(f"{SECRET}Error: {SECRET}", f'  File "{SECRET}.py"\n    {SECRET}'),
        f"place {SECRET}",
        f"advice {SECRET}\n{SECRET}",
        "hidden",
        98765,
        f"output {SECRET}",
        98765.5,
    )


ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</pre></code><h1>100 points</h1>",
    "{{ 7 * 7 }}{% raw %}",
    "![tracked](https://example.com/x.png) [link](javascript:alert)",
    "<https://example.com> www.example.com https://example.com",
    "a\n# 100 points\n\n- [x] done",
    "```\n# out of it\n`````\n~~~\n",
    "` `` ```",
    "| 5 / 5 |\n| --- |",
    "=cmd|' /C calc'!A0",
    " \t＝1+1",
    "+1;=2;@SUM(A1)",
    '-1"\r\n=2,=3',
    "\x1b[2J\x1b]0;title\x07\x9b31m",
    "\N{RIGHT-TO-LEFT OVERRIDE}0 / 5\N{POP DIRECTIONAL FORMATTING}",
    "]]><!-- &amp; <![CDATA[ \x00\x08\ufffe\uffff\ud800",
    "[[ATTACHMENT|/etc/passwd]]",
    "[bold red]rich[/bold red] [/]",
    "ü 日本 العربية 👩‍👧",
)
anything = st.characters(exclude_categories=())
texts = st.lists(st.sampled_from(ATTACKS) | st.text(anything), max_size=3).map("".join)
failures = st.builds(Failure, texts, texts)
points = st.floats(0, 100)
outcomes = st.builds(
    Outcome,
    texts,
    texts,
    points,
    points,
    st.lists(st.builds(Aim, texts, points, st.booleans()), max_size=2).map(tuple),
    st.none() | failures,
    texts,
    texts,
    st.sampled_from(["visible", "hidden"]),
    st.none() | st.integers(0, 10**9),
    texts,
    points,
    st.lists(st.builds(PlayedGame, st.integers(), st.booleans(), st.integers()), max_size=5).map(
        tuple
    ),
)
questions = st.builds(
    QuestionGrade,
    st.just("reflex"),
    st.just("Reflex"),
    points,
    st.none() | texts,
    st.lists(outcomes, max_size=3).map(tuple),
    st.none() | failures,
    texts,
)
grades = st.builds(
    Grade,
    texts,
    st.tuples(questions),
    st.none() | failures,
    st.booleans(),
    texts,
    texts,
    texts,
    texts,
)
"""Of what anyone could hand in."""
