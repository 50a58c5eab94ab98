"""Landlock: restricts which files a process may read and write. Needs Linux 5.13, and no
privileges.

It has three system calls (landlock(7)), without functions in the C library.
"""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable, Sequence
from typing import Any

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The numbers of the system calls, on every machine."""
_ASK_VERSION, _PATH_BENEATH, _PR_SET_NO_NEW_PRIVS = 1, 1, 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG = (1 << bit for bit in (4, 5, 7, 8))
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
"""What a rule for a single file may permit."""

_READ = _READ_FILE | _READ_DIR | _EXECUTE  # libraries are mapped to be executed
_CHANGE = _WRITE_FILE | _TRUNCATE | _REFER  # to link and move
_MAKE = _MAKE_REG | _MAKE_DIR | _REMOVE_FILE | _REMOVE_DIR
_DEVICES = ("/dev/null", "/dev/urandom")

_FILE_BITS = {1: 13, 2: 14, 3: 15, 4: 15}
"""By version: how many kinds of access to files it knows. Later ones know 16."""
_ALL_PORTS, _ALL_SCOPES = 3, 3
"""TCP (from version 4); signals and abstract sockets (from version 6)."""


def version() -> int:
    """The version of the kernel's Landlock. Raises OSError if it has none, or a container denies
    it."""
    return _call(_CREATE_RULESET, None, 0, _ASK_VERSION)


def restrict(readable: Sequence[str], listable: Sequence[str], writable: str) -> None:
    """Restricts this process and its children: they can read only the files and folders in
    `readable`, list only those in `listable`, and write only in the folder `writable` and to the
    usual devices.

    Raises OSError on failure.
    """
    known = version()
    files = (1 << _FILE_BITS.get(known, 16)) - 1
    handled = struct.pack("QQQ", files, _ALL_PORTS, _ALL_SCOPES)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = _call(_CREATE_RULESET, handled, size, 0)
    try:
        _permit(rules, readable, _READ & files)
        _permit(rules, listable, _READ_DIR)
        _permit(rules, [writable], (_READ | _CHANGE | _MAKE) & files)
        _permit(rules, filter(os.path.exists, _DEVICES), _READ_FILE | _WRITE_FILE)
        ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _call(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _permit(rules: int, paths: Iterable[str], access: int) -> None:
    for path in paths:
        entry = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            is_folder = stat.S_ISDIR(os.fstat(entry).st_mode)
            permitted = access if is_folder else access & _OF_FILES
            _call(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", permitted, entry), 0)
        finally:
            os.close(entry)


def _call(number: int, *arguments: int | bytes | None) -> int:
    converted: list[Any] = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    libc = ctypes.CDLL(None, use_errno=True)
    if (result := int(libc.syscall(ctypes.c_long(number), *converted))) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
