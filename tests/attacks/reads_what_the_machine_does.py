"""Reads what the kernel counts for the whole machine: files, requests, interrupts, memory, load."""

from contextlib import suppress
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "everybody may read it"}
MAY_HOLD = True  # a system may deny it

PLACES = (
    *("stat", "loadavg", "vmstat", "interrupts", "locks", "diskstats", "net/unix", "net/dev"),
    *("sys/fs/file-nr", "sys/fs/aio-nr", "sys/fs/inode-nr", "sys/kernel/ns_last_pid"),
    *("schedstat", "slabinfo", "pressure/cpu", "key-users", "sysvipc/shm", "buddyinfo"),
)


class Attacker(Honest):
    def attack(self, state):
        read = {}
        for place in PLACES:
            with suppress(OSError):
                read[place] = Path("/proc", place).read_text()[:20]
        if read:
            succeeded(list(read))
