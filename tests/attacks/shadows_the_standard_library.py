"""Brings modules that are called like those that the worker uses."""

import json
import random

from honest import Honest, succeeded

EXPECT = "plays on"
FILES = {
    "json.py": "SHADOW = 1",
    "random.py": "SHADOW = 1",
    "socket.py": "SHADOW = 1",
    "encodings.py": "SHADOW = 1",
    "sitecustomize.py": "raise SystemExit",
    "usercustomize.py": "raise SystemExit",
    "pacgrid.py": "SHADOW = 1",
    "pyvenv.cfg": "home = /tmp",
    "__init__.py": "raise SystemExit",
    "conftest.py": "raise SystemExit",
}

if hasattr(json, "SHADOW") or hasattr(random, "SHADOW"):
    succeeded("shadows")


class Attacker(Honest):
    pass
