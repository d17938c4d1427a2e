"""Compile modules where they stand: `python -P compiling.py MODULE...`, in the folder that holds their package.

A program of its own, because compilers change their process: the folder they are in, the arguments, the modules loaded.
"""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from typing import Any

FLAGS = ("--cache-dir=build", "--disable-error-code=import-untyped", "--disable-error-code=import-not-found")
"""Stubs of libraries are for those who work on Tableside; whoever compiles it may have none."""


def main(paths: list[str]) -> None:
    """Compile, and see that every module can be imported: folders of a cache may forbid running what is in them."""
    from mypyc.build import mypycify
    from setuptools import setup

    extensions: list[Any] = mypycify([*FLAGS, *paths], opt_level="2", debug_level="0")
    command = ["-q", "build_ext", "--inplace"]
    setup(name="compiled", packages=[], py_modules=[], ext_modules=extensions, script_args=command)
    shutil.rmtree("build", ignore_errors=True)
    sys.path.insert(0, str(Path.cwd()))
    for path in paths:
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        made = importlib.import_module(name).__file__
        if made is None or made.endswith(".py"):
            raise SystemExit(f"{name} was not compiled")


if __name__ == "__main__":
    main(sys.argv[1:])
