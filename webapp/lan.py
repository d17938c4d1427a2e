"""Which address of this machine the phones can reach: all of them in order, each doubtful one with its
reason.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import ifaddr
from msgspec import Struct

from companion.refusals import Refusal
from companion.words import data_folder, load_yaml

# A code of version 4 with error correction M holds 62 bytes, and still scans from across a table.
URL_LIMIT = 60

# Where an address leads, best first; the key that tells why it is not the best.
_REASONS: Mapping[str, str | None] = {
    "lan": None,
    "public": "lan-public",
    "ipv6": "lan-ipv6",
    "mobile": "lan-mobile",
    "vpn": "lan-vpn",
    "container": "lan-container",
    "machine": "lan-machine",
    "link-local": "lan-link-local",
    "localhost": "lan-localhost",
}
_LEADS = list(_REASONS)
_LOCAL = ("hotspot", "wifi", "wired", "bridge", "other")
_REACHABLE = {_REASONS[lead] for lead in ("lan", "public", "ipv6")}


class UrlTooLong(Refusal):
    """The address does not fit into a code that scans well (`url-too-long`, with `length` and `limit`)."""


class Interface(Struct, frozen=True):
    """One address of one network interface. name: as the system calls it to people. nice: its description,
    if any.

    prefix: how many bits of the address are the network's.
    """

    name: str
    nice: str
    address: str
    prefix: int


class Address(Struct, frozen=True):
    """An address that the code may carry. reason: key of what speaks against it, None for the local
    network.
    """

    address: str
    interface: str
    reason: str | None = None

    @property
    def reachable(self) -> bool:
        """Whether another phone in the room can probably open it."""
        return self.reason in _REACHABLE

    @property
    def host(self) -> str:
        """As it stands in a URL."""
        return f"[{self.address}]" if ":" in self.address else self.address


def interfaces() -> list[Interface]:
    """The addresses of this machine, as the system lists them; empty if it does not tell."""
    with suppress(OSError):
        return [
            Interface(
                ip.nice_name,
                adapter.nice_name,
                ip.ip if isinstance(ip.ip, str) else ip.ip[0],
                ip.network_prefix,
            )
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
        ]
    return []


def route() -> str | None:
    """The address from which this machine would leave its network, which may be a VPN's; None without a way
    out.

    Nothing is sent: connecting a datagram socket only chooses the route.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


def rank(interfaces: Iterable[Interface], route: str | None = None) -> list[Address]:
    """All addresses, the one for the code first. `route` decides between equals, and nothing else.

    A machine that is a hotspot is so for the phones; then comes the network that leads out, Wi-Fi, cable.
    """
    found = {one.address: one for one in interfaces}
    if route is not None and route not in found:
        found[route] = Interface("", "", route, 24)
    placed = sorted((_place(one, route), number, one) for number, one in enumerate(found.values()))
    return [Address(one.address, one.name, _REASONS[_LEADS[place[0]]]) for place, _, one in placed]


def choose(opened: str, addresses: Sequence[Address]) -> Address | None:
    """The address for the code when the host has opened the page under the host name `opened` (no port, no
    brackets).

    An address that works for the host's own screen is taken if phones can reach it too; any other name,
    such as "localhost", says nothing about phones. None if there is no address that they can reach.
    """
    reachable = [one for one in addresses if one.reachable]
    return next((one for one in reachable if one.address == opened), reachable[0] if reachable else None)


def url(address: Address, port: int, path: str) -> str:
    """The URL for the code. Raises UrlTooLong beyond 60 characters."""
    text = f"http://{address.host}{'' if port == 80 else f':{port}'}{path}"
    if len(text) > URL_LIMIT:
        raise UrlTooLong("url-too-long", length=len(text), limit=URL_LIMIT)
    return text


def _place(one: Interface, route: str | None) -> tuple[int, ...]:
    """Where an address stands: smaller is earlier."""
    ip = ip_address(one.address.partition("%")[0])
    kind = _kind(one, ip)
    lead = _lead(ip, kind)
    if _REASONS[lead] not in _REACHABLE:
        return (_LEADS.index(lead), ip.version)
    return (
        _LEADS.index(lead),
        kind != "hotspot",
        one.address != route,
        _LOCAL.index(kind),
        not _is_private(ip),
        # Homes number their networks 192.168; 172.16 is what programs take for themselves.
        not one.address.startswith("192.168."),
        one.address.startswith("172."),
    )


def _lead(ip: IPv4Address | IPv6Address, kind: str) -> str:
    if ip.is_loopback:
        return "localhost"
    if ip.is_link_local:
        return "link-local"
    if kind not in _LOCAL:
        return kind
    if ip.version == 6:
        return "ipv6"
    return "lan" if _is_private(ip) else "public"


def _is_private(ip: IPv4Address | IPv6Address) -> bool:
    return any(ip in network for network in _known().private)


def _kind(one: Interface, ip: IPv4Address | IPv6Address) -> str:
    known = _known()
    hotspots = [spot for spot in known.hotspots if ip in spot.network]
    if any(spot.name is not None and spot.name.search(one.name) for spot in hotspots):
        return "hotspot"
    for kind, network in known.networks:
        if ip in network:
            return kind
    kind = next((kind for kind, name in known.names if name.search(one.name) or name.search(one.nice)), "other")
    if kind in _LOCAL and any(spot.name is None for spot in hotspots):
        return "hotspot"
    if kind == "other" and one.prefix == ip.max_prefixlen and ip.version == 4:
        # A network of one address leads to one other machine: a tunnel whose name nobody knows.
        return "vpn"
    return kind


class _Hotspot(Struct, frozen=True):
    network: Any
    name: re.Pattern[str] | None


class _Known(Struct, frozen=True):
    names: list[tuple[str, re.Pattern[str]]]
    networks: list[tuple[str, Any]]
    hotspots: list[_Hotspot]
    private: list[Any]


@cache
def _known() -> _Known:
    data = load_yaml(data_folder("webapp") / "lan.yaml")

    def pattern(text: str) -> re.Pattern[str]:
        return re.compile(text, re.IGNORECASE)

    return _Known(
        names=[(kind, pattern(text)) for kind, texts in data["names"].items() for text in texts],
        networks=[(kind, ip_network(text)) for kind, texts in data["networks"].items() for text in texts],
        hotspots=[
            _Hotspot(ip_network(spot["network"]), pattern(spot["name"]) if "name" in spot else None)
            for spot in data["hotspots"]
        ],
        private=[ip_network(text) for text in data["private"]],
    )
