"""Everything that must hold, in one go: style, types, imports, tests, browser tests. Leaves report.xml behind.

`--soak` runs the long versions. Exit status is 0 only if every part held.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

JOBS = min((os.cpu_count() or 2) + 1, 8)
"""One more than there are cores: browsers and killed servers are waited for."""

CHECKS: tuple[tuple[str, ...], ...] = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--soak", action="store_true", help="the long versions of the random tests")
    parser.add_argument("rest", nargs="*", help="more arguments for pytest")
    args = parser.parse_args()
    failed = [] if args.soak else [check[0] for check in CHECKS if not run(check)]
    environment = {**os.environ, **({"TABLESIDE_SOAK": "1"} if args.soak else {})}
    pytest = ("pytest", "-n", os.environ.get("TABLESIDE_TEST_JOBS", str(JOBS)), "--dist", "worksteal", "--durations=20")
    if not run((*pytest, "-q", "--junitxml=report.xml", *args.rest), environment):
        failed.append("pytest")
    print(f"\n{'Failed: ' + ', '.join(failed) if failed else 'Everything holds.'}")
    return bool(failed)


def run(command: tuple[str, ...], environment: dict[str, str] | None = None) -> bool:
    """Run one part and say how long it took."""
    print(f"\n— {' '.join(command[:2])}", flush=True)
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    print(f"  {time.monotonic() - began:.1f} s", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
