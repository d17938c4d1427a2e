"""What holds for all tests: random tests are the same on every run, and longer and different ones when soaking."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile("house", deadline=None, derandomize=True, database=None, suppress_health_check=SLOW)
settings.register_profile("soak", deadline=None, max_examples=2_000, database=None, suppress_health_check=SLOW)
settings.load_profile("soak" if os.environ.get("TABLESIDE_SOAK") else "house")
