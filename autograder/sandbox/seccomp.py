"""A filter for system calls. It forbids sockets, processes, signals to others, ways around limits,
and what Landlock doesn't control but changes files or reaches other processes.

The filter is a program for the kernel's classic BPF machine (seccomp(2), linux/filter.h). Forbidden
calls fail with EPERM, so that the author sees a PermissionError in their own line. It is a list of
forbidden calls rather than allowed ones, because Python and its libraries need too many; it is one
layer of several.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterator
from pathlib import Path

_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    # Sockets. A pair of streams is allowed, and so are sockets that exist already.
    "socket": (41, 198),
    "connect": (42, 203),
    "accept": (43, 202),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept4": (288, 242),
    # Memory and queues that outlive their process; those of others can be reached by guessing ids.
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "semctl": (66, 191),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    # Memory that no limit counts.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    # What Landlock does not control: file metadata, and watching files.
    "truncate": (76, 45),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    # Other processes' share of the machine.
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # Ways out of the process group by which it is killed.
    "setpgid": (109, 154),
    "setsid": (112, 157),
    # Other processes, and their memory.
    "ptrace": (101, 117),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_send_signal": (424, 424),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    # Namespaces, mounts and other administration.
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "open_tree_attr": (467, 467),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "iopl": (172, None),
    "ioperm": (173, None),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "personality": (135, 92),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "userfaultfd": (323, 282),
    # System calls that bypass the filter.
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # Limits.
    "setrlimit": (160, 164),
}
"""Always forbidden: the numbers on x86_64 and on aarch64."""

_PROCESSES: dict[str, tuple[int | None, int | None]] = {
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
}
"""Also forbidden to a submission that may not start processes."""

_ARGUED = {"clone": (56, 220), "clone3": (435, 435), "kill": (62, 129), "tgkill": (234, 131)}
_ARGUED |= {"prlimit64": (302, 261), "prctl": (157, 167), "socketpair": (53, 199)}
_ARGUED |= {"fcntl": (72, 25), "ioctl": (16, 29)}
"""Forbidden with some arguments."""

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""By machine: the column in the tables, and the AUDIT_ARCH of the kernel's headers."""

_ACTIONS = Path("/proc/sys/kernel/seccomp/actions_avail")
"""What a filter can do with a call; the file exists only if the kernel supports filters."""

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCH, _FIRST, _SECOND, _THIRD = 0, 4, 16, 24, 32
"""Offsets in the kernel's seccomp_data."""
_X32 = 0x40000000
_CLONE_THREAD = 0x10000
_CLONE_APART = 0x7E028000
"""CLONE_NEW… and CLONE_PARENT: children in their own namespaces, or with another parent."""
_AF_UNIX, _NOT_STREAM = 1, 0x0E
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP = 38, 22
_FCNTL = {"F_SETOWN": 8, "F_SETSIG": 10, "F_SETOWN_EX": 15, "F_SETLEASE": 1024, "F_NOTIFY": 1026}
"""Signals to others when a file is ready; leases, which keep others from opening it."""
_IOCTL = {"FIOSETOWN": 0x8901, "SIOCSPGRP": 0x8902, "TIOCSTI": 0x5412}
"""The same for sockets, and typing into a terminal."""
_SECCOMP_MODE_FILTER = 2


def is_supported() -> bool:
    """Whether this machine's system calls are known, and its kernel supports filters."""
    return platform.machine() in _MACHINES and _ACTIONS.exists()


def restrict(*, processes: bool) -> None:
    """Installs the filter in this process, irrevocably. `processes` allows child processes.

    Raises OSError if the kernel refuses.
    """
    program = b"".join(_program(processes=processes))
    buffer = ctypes.create_string_buffer(program, len(program))
    length = len(program) // 8
    filter_ = struct.pack("HxxxxxxP", length, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in (
        (_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
        (_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.c_char_p(filter_), 0, 0),
    ):
        if libc.prctl(*arguments):
            code = ctypes.get_errno()
            raise OSError(code, f"the kernel refuses the filter: {os.strerror(code)}")


def _program(*, processes: bool) -> Iterator[bytes]:
    column, arch = _MACHINES[platform.machine()]
    yield _step(_LOAD, _ARCH)
    yield _step(_EQUAL, arch, 1, 0)
    yield _step(_RETURN, _KILL)
    yield _step(_LOAD, _NUMBER)
    yield _step(_AT_LEAST, _X32, 0, 1)  # x86_64's other calling convention
    yield _fail(errno.EPERM)
    forbidden = _NUMBERS if processes else _NUMBERS | _PROCESSES
    for numbers in forbidden.values():
        if (number := numbers[column]) is not None:
            yield _step(_EQUAL, number, 0, 1)
            yield _fail(errno.EPERM)
    own = os.getpid()
    for name in ("kill", "tgkill"):  # only to itself
        yield from _unless(_ARGUED[name][column], _FIRST, _EQUAL, own)
    # It must die with the grader, and adopt orphaned descendants; it may not change either.
    for option in (_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER):
        yield from _if(_ARGUED["prctl"][column], _FIRST, _EQUAL, option)
    # Any other kind of pair could send to any socket on the system.
    yield from _unless(_ARGUED["socketpair"][column], _FIRST, _EQUAL, _AF_UNIX)
    yield from _if(_ARGUED["socketpair"][column], _SECOND, _ANY_BIT, _NOT_STREAM)
    for command in _FCNTL.values():
        yield from _if(_ARGUED["fcntl"][column], _SECOND, _EQUAL, command)
    for command in _IOCTL.values():
        yield from _if(_ARGUED["ioctl"][column], _SECOND, _EQUAL, command)
    # Its flags are behind a pointer, which no filter can follow; libraries fall back to clone.
    yield _step(_EQUAL, _ARGUED["clone3"][column], 0, 1)
    yield _fail(errno.ENOSYS)
    yield from _if(_ARGUED["clone"][column], _FIRST, _ANY_BIT, _CLONE_APART)
    if not processes:
        yield from _unless(_ARGUED["clone"][column], _FIRST, _ANY_BIT, _CLONE_THREAD)
    # The third argument points to new limits; if it is null, the call only reads them.
    yield _step(_EQUAL, _ARGUED["prlimit64"][column], 0, 5)
    yield _step(_LOAD, _THIRD)
    yield _step(_EQUAL, 0, 0, 2)
    yield _step(_LOAD, _THIRD + 4)
    yield _step(_EQUAL, 0, 1, 0)
    yield _fail(errno.EPERM)
    yield _step(_RETURN, _ALLOW)


def _unless(number: int, offset: int, test: int, value: int) -> Iterator[bytes]:
    """Forbids call `number` unless the data at `offset` passes the test."""
    yield _step(_EQUAL, number, 0, 4)
    yield _step(_LOAD, offset)
    yield _step(test, value, 1, 0)
    yield _fail(errno.EPERM)
    yield _step(_LOAD, _NUMBER)


def _if(number: int, offset: int, test: int, value: int) -> Iterator[bytes]:
    """Forbids call `number` if the data at `offset` passes the test."""
    yield _step(_EQUAL, number, 0, 4)
    yield _step(_LOAD, offset)
    yield _step(test, value, 0, 1)
    yield _fail(errno.EPERM)
    yield _step(_LOAD, _NUMBER)


def _fail(code: int) -> bytes:
    return _step(_RETURN, _FAIL | code)


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """One instruction; `yes` and `no` are how many instructions to skip after a test."""
    return struct.pack("HBBI", code, yes, no, value)
