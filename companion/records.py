"""What records are made of, where they may be compiled."""

from __future__ import annotations

from msgspec import Struct


class Record(Struct, frozen=True):
    """The base of a frozen record in a module that `tableside compile` makes into machine code.

    The compiler does not hand on what stands in the head of a class, so there `frozen` has to come from a base that is
    not compiled. Every other record is a `Struct` itself.
    """
