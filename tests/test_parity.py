"""A right agent plays the same in every run and at each sandbox level, whatever it uses.

What it may not use fails with the same line everywhere.
"""

from importlib.util import find_spec
from textwrap import indent

import pytest

from helpers.grading import question_tests
from helpers.sandbox_levels import at_each_level
from pacgrid.autograder.batch.grading_job import Trial
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.schema import SubmissionLimits
from pacgrid.autograder.sandbox.level import Level, available, why_random
from pacgrid.autograder.submissions.submission import Submission

_, POSITIONS = question_tests("reflex")

slow = pytest.mark.slow

AGENT = """
import sys
from pathlib import Path
from pacgrid import Action, Agent

class Node: pass

def use():
{use}

class Reflex(Agent):
    def act(self, state):
        print(use())
        return Action.WEST
"""


def outcome(use: str, level: Level) -> Outcome:
    """Of an agent that prints what `use` returns, and makes the best move."""
    text = AGENT.format(use=indent(use.strip(), "    "))
    files = {"agent.py": text, "data/weights.json": '{"food": 10}', "queue.py": "MINE = 'mine'"}
    encoded = tuple((name, files[name].encode()) for name in sorted(files))
    limits = SubmissionLimits(memory_mb=2048)
    one = Submission("student", encoded, "agent.py")
    return Trial(one, "", "Reflex", POSITIONS, limits, level)()


CACHED = (
    "import functools\nsys.setrecursionlimit(50_000)\n@functools.lru_cache(None)\n"
    "def count(n): return {}\nreturn count(20_000)"
)
RIGHT = {
    "numpy": ("import numpy\nreturn numpy.linalg.det(numpy.eye(3)).item()", "1.0"),
    "scipy": ("from scipy import optimize\nreturn optimize.root_scalar(float, x0=1).root", "0.0"),
    "numba": (
        "import numba\n@numba.njit(cache=True)\ndef double(x): return 2 * x\nreturn double(4)",
        "8",
    ),
    "networkx": (
        "import networkx\nreturn networkx.shortest_path(networkx.path_graph(3), 0, 2)",
        "[0, 1, 2]",
    ),
    "threads": (
        "from concurrent.futures import ThreadPoolExecutor as Pool\n"
        "from multiprocessing.pool import ThreadPool\n"
        "with Pool() as one, ThreadPool(2) as other:\n"
        "    return sum(one.map(abs, range(-9, 1))), other.map(abs, [-1, 2])",
        "(45, [1, 2])",
    ),
    "asyncio": (
        "import asyncio\nasync def work(): return await asyncio.sleep(0, 7)\n"
        "return asyncio.run(work())",
        "7",
    ),
    "sqlite": (
        "import sqlite3, tempfile\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    base = sqlite3.connect(folder + '/base')\n"
        "    base.execute('create table t(x)'); base.execute('insert into t values (5)')\n"
        "    base.commit()\n"
        "    return base.execute('select * from t').fetchall()",
        "[(5,)]",
    ),
    "temporary files": (
        "import shelve, tempfile\n"
        "with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as f:\n"
        "    with shelve.open(folder + '/s') as s:\n"
        "        s['one'] = {1}\n        return f.write(b'four'), s['one']",
        "(4, {1})",
    ),
    "home": ("f = Path.home() / 'memo'\nf.write_text('memo')\nreturn f.read_text()", "memo"),
    "copies": (
        "import shutil, tempfile, os\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    shutil.copy2(__file__, folder)\n    return os.listdir(folder)",
        "['agent.py']",
    ),
    "its data": (
        "import json\nreturn json.loads((Path(__file__).parent / 'data/weights.json').read_text())",
        "{'food': 10}",
    ),
    "its modules": ("import queue\nreturn queue.MINE", "mine"),
    "logging": ("import logging\nlogging.warning('careful')", "None"),
    "cached recursion": (CACHED.format("n and 1 + count(n - 1)"), "20000"),
    "recursion through map": (
        "sys.setrecursionlimit(50_000)\n"
        "def count(n): return n and 1 + max(map(count, [n - 1]))\nreturn count(20_000)",
        "20000",
    ),
    "deep recursion": (
        "sys.setrecursionlimit(10**6)\ndef count(n): return n and 1 + count(n - 1)\n"
        "return count(50_000)",
        "50000",
    ),
    "sets of objects": (
        "nodes = [Node() for _ in range(500)]\nreturn [nodes.index(node) for node in {*nodes}]",
        "",
    ),
    "addresses": ("return Node(), use, id(Node()) % 7, hash('text')", "(<pacgrid_file_agent.Node"),
    "random numbers": ("import random, numpy.random as n\nreturn random.random(), n.rand()", "(0."),
    "system": (
        "import os, time, locale\n"
        "return os.cpu_count(), time.tzname, time.localtime(0).tm_hour, locale.getlocale()[1]",
        "(1, ('UTC', 'UTC'), 0, 'UTF-8')",
    ),
    "clearing": ("import os\nreturn os.system('clear'), os.system(command='cls')", "(0, 0)"),
    "folders": ("import os\nreturn sorted(os.listdir()), __file__, os.getcwd()", "(["),
}
"""By what an agent uses: how, and how the output begins."""


SLOW = {
    *("numba", "scipy", "networkx", "threads", "asyncio", "sqlite", "logging"),
    *("temporary files", "copies", "home", "its data", "clearing", "folders"),
    *("cached recursion", "recursion through map", "deep recursion", "random numbers"),
    *("numpy", "addresses"),
}

PLACED = {"sets of objects", "addresses", "folders"}
"""Where the worker's folder and addresses show, which differ from level to level."""


@pytest.mark.parametrize(
    "what", [pytest.param(name, marks=slow if name in SLOW else []) for name in RIGHT]
)
def test_what_a_right_agent_may_use_works_and_gives_the_same_outcome_everywhere(what):
    if find_spec(what) is None and what in {"scipy", "networkx"}:
        pytest.skip(f"no {what} here")
    use, expected = RIGHT[what]
    found = [outcome(use, level) for level in available()]
    for level, first in zip(available(), found, strict=True):
        assert (first.failure, first.points) == (None, 1)
        assert first.output.splitlines()[-1].startswith(expected)
        if what not in PLACED:
            assert first == found[0]
        elif not (why_random() and "object" in what):
            assert outcome(use, level) == first


NO_PROCESSES = [
    "import os\nos.fork()",
    "import os\nos.system('true')",
    "import os\nos.execv(sys.executable, ['python'])",
    "import subprocess\nsubprocess.run(['true'])",
    "import multiprocessing\nmultiprocessing.Process(target=print).start()",
    "import multiprocessing\nmultiprocessing.Pool()",
    "import multiprocessing\nmultiprocessing.get_context('spawn').Process(target=print).start()",
    "from concurrent.futures import ProcessPoolExecutor\nlist(ProcessPoolExecutor().map(abs, [1]))",
]


@at_each_level
@pytest.mark.parametrize(
    "use", [NO_PROCESSES[0], *(pytest.param(use, marks=slow) for use in NO_PROCESSES[1:])]
)
def test_processes_are_refused_in_one_line_at_each_level(level, use):
    failure = outcome(use, level).failure
    line = 8 + len(use.splitlines())
    assert failure.message == (
        "PermissionError: [Errno 1] no processes in grading; threads work "
        f"(agent.py, line {line}, in use)"
    )


OWN_FILES = "grading reads only your files, and saves only in your home or temporary folder"


@pytest.mark.parametrize("level", [level for level in available() if level.is_secure])
@pytest.mark.parametrize(
    ("use", "rule"),
    [
        ("import socket\nsocket.create_connection(('127.0.0.1', 9))", "no network in grading"),
        ("import urllib.request as r\nr.urlopen('http://pacgrid')", "no network in grading"),
        ("open('/etc/passwd')", OWN_FILES),
        ("open('table.json', 'w')", OWN_FILES),
        ("import os\nos.kill(os.getppid(), 9)", "no access to other processes or to the system in"),
    ],
)
def test_what_the_sandbox_refuses_is_said_in_its_words(level, use, rule):
    failure = outcome(use, level).failure
    line = 8 + len(use.splitlines())
    assert f"; {rule}" in failure.message
    assert failure.message.endswith(f"(agent.py, line {line}, in use)")


@slow
@at_each_level
def test_endless_recursion_through_c_is_an_error_in_python(level):
    failure = outcome(CACHED.format("count(n + 1)"), level).failure
    assert failure.message.startswith("RecursionError: maximum recursion depth exceeded")
