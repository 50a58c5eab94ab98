"""Brings modules that are called like those that the worker uses."""

import base64
import json
import logging
import random

from honest import Honest, succeeded

EXPECT = "plays on"
FILES = {
    "json.py": "SHADOW = 1",
    "random.py": "SHADOW = 1",
    "struct.py": "SHADOW = 1",
    "encodings.py": "SHADOW = 1",
    "sitecustomize.py": "raise SystemExit",
    "usercustomize.py": "raise SystemExit",
    "pacgrid.py": "SHADOW = 1",
    "pyvenv.cfg": "home = /tmp",
    "__init__.py": "raise SystemExit",
    "conftest.py": "raise SystemExit",
}

# For its own imports, they win.
if not (hasattr(json, "SHADOW") and hasattr(random, "SHADOW")):
    succeeded("is shadowed")
if hasattr(base64.struct, "SHADOW") or hasattr(logging.os, "SHADOW"):
    succeeded("shadows")


class Attacker(Honest):
    pass
