"""Says that its agent lacks hundreds of methods, each with a long name."""

import json
import os

from honest import channel, message

EXPECT = r".{1,1000}"
POINTS = 0
TEST = "batch"

missing = [f"m{number}" + "x" * 180 for number in range(300)]
summary = {"missing_methods": missing, "options": missing[:9], "required": []}
forged = {"kind": "loaded", "agents": {"Attacker": summary}, "functions": [], "similar": {}}
channel().sendall(message(json.dumps(forged).encode()))
os._exit(0)
