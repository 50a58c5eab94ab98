"""Settings of the property tests: time is never asserted, and CI tries the same examples always."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "pacgrid",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pacgrid")
