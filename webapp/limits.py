"""How often one address may be wrong: only wrong join codes and wrong tokens count, right ones never do (P19)."""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from webapp.config import Settings
from webapp.errors import Problem


class Limits:
    """Counts what was wrong, by address, in memory.

    A join code has few characters, so it is not even looked up once too many wrong ones came from an address. A token
    cannot be guessed: a right one always works, and whoever keeps sending wrong ones is told to slow down.
    """

    def __init__(self, settings: Settings) -> None:
        self._window = MovingWindowRateLimiter(MemoryStorage())
        self._codes = RateLimitItemPerMinute(settings.wrong_codes, namespace="codes")
        self._tokens = RateLimitItemPerMinute(settings.wrong_tokens, namespace="tokens")

    def before_code(self, address: str) -> None:
        """Raises Problem 429 if this address has tried too many wrong codes."""
        if not self._window.test(self._codes, address):
            raise self._too_many(self._codes, address)

    def wrong_code(self, address: str) -> None:
        """This address has tried a code that no table has."""
        self._window.hit(self._codes, address)

    def wrong_token(self, address: str) -> None:
        """This address has sent a wrong token. Raises Problem 429 if it has done so too often."""
        if not self._window.hit(self._tokens, address):
            raise self._too_many(self._tokens, address)

    def _too_many(self, item: RateLimitItem, address: str) -> Problem:
        until = self._window.get_window_stats(item, address).reset_time
        seconds = max(1, math.ceil(until - time.time()))
        return Problem(429, "too-many", headers={"Retry-After": str(seconds)}, n=seconds)
