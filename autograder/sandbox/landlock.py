"""Landlock: restricts which files a process may read and write. Needs Linux 5.13, and no
privileges."""

import os
from collections.abc import Sequence
from typing import Any


def restrict(readable: Sequence[str], listable: Sequence[str], writable: str) -> None:
    """Restricts this process and its children: they can read only the files and folders in
    `readable`, list only those in `listable`, and write only in the folder `writable` and to the
    usual devices.

    Raises py_landlock's errors or OSError on failure.
    """
    from py_landlock import AccessFs, Landlock

    rules: Any = Landlock(strict=False)
    read = AccessFs.READ_FILE | AccessFs.EXECUTE  # libraries are mapped to be executed
    rules.add_path_rule(*filter(os.path.isdir, readable), access=read | AccessFs.READ_DIR)
    rules.add_path_rule(*filter(os.path.isfile, readable), access=read)
    rules.add_path_rule(*listable, access=AccessFs.READ_DIR)
    change = AccessFs.WRITE_FILE | AccessFs.TRUNCATE | AccessFs.REFER  # to link and move
    make = AccessFs.MAKE_REG | AccessFs.MAKE_DIR | AccessFs.REMOVE_FILE | AccessFs.REMOVE_DIR
    rules.add_path_rule(writable, access=read | AccessFs.READ_DIR | change | make)
    devices = filter(os.path.exists, ("/dev/null", "/dev/zero", "/dev/urandom"))
    rules.add_path_rule(*devices, access=AccessFs.READ_FILE | AccessFs.WRITE_FILE)
    rules.apply()
