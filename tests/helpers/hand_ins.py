"""Zips as students pack them, and worse ones."""

import io
import os
import stat
import warnings
import zipfile

import pytest

links = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")


def zip_of(
    *members: tuple[zipfile.ZipInfo | str, bytes], compression: int = zipfile.ZIP_DEFLATED
) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # duplicate names
        for name, content in members:
            archive.writestr(name, content)
    return packed.getvalue()


def zipped(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    """A member with any name and any kind."""
    info = zipfile.ZipInfo("x")
    info.filename = name  # ZipInfo(name) would change it
    info.create_system = 3
    info.external_attr = mode << 16
    return info
