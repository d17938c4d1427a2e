"""What a disk holds after the power fails: the files of a traced process as they were at the last completed sync.

`strace -ff` writes every write, truncation, sync and removal; replaying them up to a moment, and only what a sync had
finished by then, gives the worst disk that the kernel may leave behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct

CALLS = "openat,close,pwrite64,write,ftruncate,fdatasync,fsync,unlink,unlinkat,rename"
STRACE = ("strace", "-ff", "-ttt", "-T", "-xx", "-s", "2000000", "-e", f"trace={CALLS}", "-o")

LINE = re.compile(r"^(\d+\.\d+) (\w+)\((.*)\)\s+= (-?\d+)[^<]*(?:<(\d+\.\d+)>)?$", re.S)


class Call(Struct, frozen=True):
    """One system call: when it began and ended (seconds since 1970), its name, its arguments as strace writes them."""

    began: float
    ended: float
    name: str
    args: str
    result: int


def calls(trace: Path) -> list[Call]:
    """Every call of every thread, in the order in which they ended."""
    found = [call for file in trace.parent.glob(f"{trace.name}.*") for call in _of_thread(file)]
    return sorted(found, key=lambda call: call.ended)


def _of_thread(file: Path) -> Iterator[Call]:
    for line in file.read_text(encoding="ascii", errors="replace").splitlines():
        found = LINE.match(line)
        if found:
            began, name, args, result, took = found.groups()
            yield Call(float(began), float(began) + float(took or 0), name, args, int(result))


def _bytes(text: str) -> bytes:
    """A string of strace (`"\\x41\\x42"`)."""
    return bytes.fromhex(text.strip('"').replace("\\x", ""))


@dataclass
class Disk:
    """Files by path: what programs see, and what is safe."""

    seen: dict[str, bytearray]
    safe: dict[str, bytes]
    open: dict[int, str]

    def apply(self, call: Call) -> None:
        """Carry out one call that has ended."""
        if call.result < 0:
            return
        parts = call.args.split(", ")
        match call.name:
            case "openat":
                self._open(_bytes(parts[1]).decode(), parts[2], call.result)
            case "close":
                self.open.pop(int(parts[0]), None)
            case "pwrite64":
                self._write(int(parts[0]), _bytes(parts[1]), int(parts[3]))
            case "ftruncate":
                self._truncate(int(parts[0]), int(parts[1]))
            case "fdatasync" | "fsync":
                path = self.open.get(int(parts[0]))
                if path in self.seen:
                    self.safe[path] = bytes(self.seen[path])
            case "unlink":
                self._remove(_bytes(parts[0]).decode())
            case "unlinkat":
                self._remove(_bytes(parts[1]).decode())

    def _open(self, path: str, flags: str, number: int) -> None:
        self.open[number] = path
        if "O_CREAT" in flags or "O_TRUNC" in flags:
            content = self.seen.setdefault(path, bytearray())
            if "O_TRUNC" in flags:
                content.clear()

    def _write(self, number: int, data: bytes, at: int) -> None:
        path = self.open.get(number)
        if path not in self.seen:
            return
        content = self.seen[path]
        content.extend(bytes(max(0, at + len(data) - len(content))))
        content[at : at + len(data)] = data

    def _truncate(self, number: int, size: int) -> None:
        path = self.open.get(number)
        if path in self.seen:
            content = self.seen[path]
            del content[size:]
            content.extend(bytes(size - len(content)))

    def _remove(self, path: str) -> None:
        self.seen.pop(path, None)
        self.safe.pop(path, None)


def after_cut(trace: Path, folder: Path, moment: float) -> dict[str, bytes]:
    """The files of a folder as they are when the power fails at that moment: name → bytes.

    Only what had been synced is there; of everything written since, nothing.
    """
    disk = Disk({}, {}, {})
    for call in calls(trace):
        if call.ended > moment:
            break
        disk.apply(call)
    inside = f"{folder}/"
    return {path.removeprefix(inside): data for path, data in disk.safe.items() if path.startswith(inside)}
