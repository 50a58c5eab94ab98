"""How fast searches are in a page: Pyodide, as node runs it, against this Python.

    python benchmarks/pyodide.py

Needs node 18 or later, npm, and the network for the first run.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

SEARCHES = (
    "minimax:depth=2",
    "alpha_beta:depth=3",
    "expectimax:depth=2",
    "iterative_deepening:nodes=3000",
    "mcts:playouts=300",
)
CODE = """
import json, time
from pacgrid import Layout, State
from pacgrid.agent_loader import load_agent

def seconds(name, rounds):
    state = State.initial(Layout.load("small"))
    agent, times = load_agent(name), []
    for _ in range(rounds):
        agent.start(state)
        began = time.perf_counter()
        agent.act(state)
        times.append(time.perf_counter() - began)
    return min(times)

found = {name: seconds(name, ROUNDS) for name in NAMES}
"""
SCRIPT = """
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
const folder = pathToFileURL(`${process.argv[2]}/`);
const { loadPython } = await import(new URL("load_python.mjs", folder));
const read = async (name) => new Uint8Array(readFileSync(new URL(name, folder)));
const python = await loadPython({ read, indexURL: fileURLToPath(new URL("pyodide/", folder)) });
python.runPython(readFileSync(0, "utf8"));
console.log(python.runPython("json.dumps(found)"));
"""


def in_page(code: str, site: Path) -> dict[str, float]:
    """What `code` finds in Pyodide."""
    script = site.parent / "run.mjs"
    script.write_text(SCRIPT)
    command = ["node", str(script), str(site)]
    done = subprocess.run(command, input=code, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def here(code: str) -> dict[str, float]:
    """What `code` finds in this Python."""
    command = [sys.executable, "-c", f"{code}\nprint(json.dumps(found))"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def table(ours: Mapping[str, float], theirs: Mapping[str, float]) -> Table:
    """A row for each search."""
    shown = Table(title="One move on small, the best of several")
    for column in ("search", "this Python", "in a page", "share of the speed"):
        shown.add_column(column, justify="left" if column == "search" else "right")
    for name, seconds in ours.items():
        milliseconds = [f"{1000 * each:.1f} ms" for each in (seconds, theirs[name])]
        shown.add_row(name, *milliseconds, f"{seconds / theirs[name]:.2f}")
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="one search, once")
    options = parser.parse_args()
    names = SEARCHES[:1] if options.quick else SEARCHES
    rounds = 1 if options.quick else options.rounds
    code = CODE.replace("NAMES", repr(names)).replace("ROUNDS", str(rounds))
    ours = here(code)
    if not (shutil.which("node") and shutil.which("npm")):
        sys.exit("node and npm are needed")
    from pacgrid.site.build import build

    with tempfile.TemporaryDirectory() as folder:
        site = build("pacman", Path(folder) / "site").folder
        Console().print(table(ours, in_page(code, site)))


if __name__ == "__main__":
    main()
