"""Runs agents written for the Pac-Man project of Berkeley's course CS 188, unchanged.

They see the interface that they were written for, as a thin face over Pacgrid's states. The code
here is Pacgrid's own; the interface was designed by John DeNero, Dan Klein and others at UC
Berkeley: http://ai.berkeley.edu.
"""

import re

MOST_ROUNDS = 20_000
"""A game takes no more rounds here; that project has no limit."""

COURSE_FILE = "multiAgents.py"
"""What the file with the agents is called."""
COURSE_TEST_CASES = "test_cases"
"""What the folder of test cases is called."""

FRAMEWORK = {"game", "ghostAgents", "layout", "pacman", "util"}
"""Modules of the project with stand-ins, which come before files of the same name, as course staff
hand them out."""
QUIET = {
    *("pacmanAgents", "keyboardAgents", "graphicsUtils", "graphicsDisplay", "textDisplay"),
    *("autograder", "grading", "projectParams", "testClasses", "testParser"),
    *("multiagentTestClasses", "submission_autograder"),
}
"""They draw, read keys or grade, which Pacgrid does itself: all that they have does nothing."""
STUDENTS = {"search", "searchAgents"}
"""Written by students in another project; they have no stand-ins."""
STAND_INS = FRAMEWORK | QUIET
"""These are never imported from files beside a course file."""

_MODULES = (
    *(*FRAMEWORK, *STUDENTS),
    *("multiAgents", "keyboardAgents", "graphicsUtils", "graphicsDisplay", "textDisplay"),
)
"""The modules of the project that agents import."""

_IMPORTS = re.compile(rb"^[ \t]*(?:from|import)[ \t]([^\r\n#;]{0,300})", re.MULTILINE)
_OUR_IMPORT = re.compile(rb"(?:^|,)[ \t]*pacgrid\b")
_THEIR_IMPORT = re.compile(rb"(?:^|,)[ \t]*(?:%b)\b(?!\.)" % "|".join(sorted(_MODULES)).encode())
_INTERFACE = re.compile(
    rb"\b(?:getAction|getDistribution|getLegal\w{0,20}Actions|generate\w{0,20}Successor"
    rb"|get\w{0,9}NextState|getScore|get(?:Pacman|Ghost)\w{1,20}|getNumAgents|raiseNotDefined"
    rb"|registerInitialState|Directions|GameState|GhostAgent)\b"
)


def is_course_file(source: bytes) -> bool:
    """Whether `source` is a Python file written for the interface of that project, in any version
    of Python. One that imports `pacgrid` is not.

    >>> is_course_file(b"from game import Agent, Directions")
    True
    >>> is_course_file(b"from pacgrid import Agent")
    False
    """
    source = source.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"\n")
    imports = [each.partition(b" import")[0] for each in _IMPORTS.findall(source)]
    if any(map(_OUR_IMPORT.search, imports)):
        return False
    return any(map(_THEIR_IMPORT.search, imports)) and _INTERFACE.search(source) is not None
