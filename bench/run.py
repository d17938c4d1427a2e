"""Run the measurements: all of them, or those named. `python bench/run.py fanout undo`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCHES = ("undo", "fanout", "taps", "ending", "odds", "fights", "league", "solo", "waits", "printing")


def main(names: list[str]) -> int:
    sys.path.insert(0, str(ROOT))
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"There is no measurement {', '.join(unknown)}; there are: {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    for name in names or BENCHES:
        module = importlib.import_module(f"bench.{name}")
        print(f"\n— {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        module.main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
