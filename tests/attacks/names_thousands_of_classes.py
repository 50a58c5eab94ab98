"""Says that it has hundreds of agents, each with a long name, and none that is asked for."""

import json
import os

from honest import channel, message

EXPECT = r".{1,1000}"
POINTS = 0
TEST = "batch"

agents = {f"A{number}" + "x" * 180: {} for number in range(300)}
forged = {"kind": "loaded", "agents": agents, "functions": [], "similar": {}}
channel().sendall(message(json.dumps(forged).encode()))
os._exit(0)
