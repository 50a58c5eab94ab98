"""Opens the kernel's own settings for writing: what happens at a crash, caches, power, memory."""

import os

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "root is root"}
MAY_HOLD = True  # others than root may not, nor root in a container

PLACES = (
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/vm/drop_caches",
    "/proc/sysrq-trigger",
    "/proc/irq/default_smp_affinity",
    "/sys/power/state",
    "/sys/fs/cgroup/cgroup.procs",
    "/dev/kmsg",
    "/dev/mem",
)


class Attacker(Honest):
    def attack(self, state):
        for place in PLACES:
            try:
                os.close(os.open(place, os.O_WRONLY))
            except OSError:
                continue
            succeeded(place)
