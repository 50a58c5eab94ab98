"""axe-core finds nothing on the site, nor on the pages that Pacgrid writes, light and dark."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from helpers.browser import MILLISECONDS
from helpers.diagnoses import example_report
from helpers.games import play_small

ROOT = Path(__file__).parents[2]
SITE_PAGES = (
    "index.html",
    "agents.html",
    "start/index.html",
    "reference/commands.html",
    "reference/api/index.html",
    "reference/environments/pacman.html",
    "explanation/architecture.html",
)
