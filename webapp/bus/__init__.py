"""News of the tables: "table T is at seq N", and nothing else. Who wants to know what happened reads the
store.
"""

from __future__ import annotations

from webapp.bus.local import LocalBus
from webapp.bus.subscription import Bus, Closed, Dropped, Ended, Subscription

__all__ = ["Bus", "Closed", "Dropped", "Ended", "LocalBus", "Subscription"]
