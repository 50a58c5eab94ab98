"""Landlock: which files a process may still read; Linux 5.13 or later, without privileges."""

import os
from collections.abc import Sequence
from typing import Any


def restrict(readable: Sequence[str], listable: Sequence[str]) -> None:
    """From here on this process and its children read only the files and folders in `readable`,
    see only the names in `listable`, and write nothing but the usual devices.

    Raises py_landlock's errors, or OSError, when the system refuses.
    """
    from py_landlock import AccessFs, Landlock

    rules: Any = Landlock(strict=False)
    read = AccessFs.READ_FILE | AccessFs.EXECUTE  # libraries are mapped to be executed
    rules.add_path_rule(*filter(os.path.isdir, readable), access=read | AccessFs.READ_DIR)
    rules.add_path_rule(*filter(os.path.isfile, readable), access=read)
    rules.add_path_rule(*listable, access=AccessFs.READ_DIR)
    devices = filter(os.path.exists, ("/dev/null", "/dev/zero", "/dev/urandom"))
    rules.add_path_rule(*devices, access=AccessFs.READ_FILE | AccessFs.WRITE_FILE)
    rules.apply()
