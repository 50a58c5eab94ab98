"""Recognises course files."""

import re

COURSE_FILE = "multiAgents.py"
"""What the file with the agents is called."""
COURSE_TEST_CASES = "test_cases"
"""What the folder of test cases is called."""

_MODULES = (
    *("game", "pacman", "util", "layout", "ghostAgents", "pacmanAgents", "keyboardAgents"),
    *("multiAgents", "search", "searchAgents", "graphicsUtils", "graphicsDisplay", "textDisplay"),
)
"""Those of the project that agents import."""

_IMPORTS = re.compile(rb"^[ \t]*(?:from|import)[ \t]([^\r\n#;]{0,300})", re.MULTILINE)
_OUR_IMPORT = re.compile(rb"(?:^|,)[ \t]*pacgrid\b")
_THEIR_IMPORT = re.compile(rb"(?:^|,)[ \t]*(?:%b)\b(?!\.)" % "|".join(_MODULES).encode())
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
