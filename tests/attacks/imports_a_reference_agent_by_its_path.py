"""Imports an agent that comes with Pacgrid from where it lies, past the import system."""

import importlib.util

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may read what its user may"}


class Attacker(Honest):
    def attack(self, state):
        spec = importlib.util.spec_from_file_location("borrowed", "@REFERENCE@")
        try:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        except OSError:
            return
        succeeded(module.Minimax)
