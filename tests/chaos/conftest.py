"""strace, which records the writes for simulated power cuts, exists on Linux only."""

import sys

collect_ignore = [] if sys.platform == "linux" else ["test_power_cut.py"]
