"""Never ends when it is changed, and catches whatever is raised to stop it."""

from honest import Wrong

EXPECT = "plays badly"
POINTS = 0
TEST = "repair"


class Attacker(Wrong):
    def attack(self, state):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
