"""Has a pool of processes do the work, and is told in a line that there are none."""

from concurrent.futures import ProcessPoolExecutor

from honest import Honest

EXPECT = r".*(processes|Operation not permitted|too many processes).*"
NOT_HELD = {"process": "its first message may come before they are counted"}
MAY_HOLD = True  # they may be counted in time


class Attacker(Honest):
    def act(self, state):
        with ProcessPoolExecutor(1) as pool:
            pool.submit(abs, -1).result()
        return super().act(state)
