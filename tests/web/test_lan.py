"""Which address the code carries (P21, P22, P23), and the code itself, read back by another library."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from webapp import lan, qr

MACHINES = sorted((Path(__file__).parent / "fixtures" / "interfaces").glob("*.json"))
REACHABLE = {None, "lan-public", "lan-ipv6"}
JOIN = "/j/ABC"


@pytest.fixture(params=MACHINES, ids=lambda path: path.stem)
def machine(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    return found


def ranked(machine: dict[str, Any]) -> list[lan.Address]:
    return lan.rank([lan.Interface(**one) for one in machine["interfaces"]], machine["route"])


def first_reachable(addresses: list[lan.Address]) -> str | None:
    return next((one.address for one in addresses if one.reachable), None)


def test_P21_every_address_is_listed_the_local_network_first(machine: dict[str, Any]) -> None:
    addresses = ranked(machine)

    assert [{"address": one.address, "reason": one.reason} for one in addresses] == machine["order"]
    assert first_reachable(addresses) == machine["first"]
    assert all(one.reachable == (one.reason in REACHABLE) for one in addresses)


def test_P21_the_order_does_not_depend_on_how_the_system_lists_them(machine: dict[str, Any]) -> None:
    machine["interfaces"].reverse()

    assert first_reachable(ranked(machine)) == machine["first"]


def test_P21_without_a_known_way_out_a_doubtful_address_still_never_comes_first(machine: dict[str, Any]) -> None:
    machine["route"] = None

    reasons = [one.reason in REACHABLE for one in ranked(machine)]

    assert reasons == sorted(reasons, reverse=True)


@pytest.mark.parametrize("opened", ["localhost", "127.0.0.1", "::1", "laptop", "laptop.local", "LAPTOP-7F3K", ""])
def test_P22_the_code_is_reachable_whatever_name_the_host_opened(machine: dict[str, Any], opened: str) -> None:
    chosen = lan.choose(opened, ranked(machine))

    assert (chosen.address if chosen else None) == machine["first"]


def test_P22_an_address_that_works_for_the_host_is_kept_if_phones_can_reach_it() -> None:
    addresses = [
        lan.Address("192.168.1.5", "wlan0"),
        lan.Address("192.168.7.5", "eth0"),
        lan.Address("10.8.0.2", "tun0", "lan-vpn"),
    ]

    chosen = {opened: lan.choose(opened, addresses) for opened in ("192.168.7.5", "10.8.0.2")}

    assert chosen == {"192.168.7.5": addresses[1], "10.8.0.2": addresses[0]}


def test_P23_the_url_is_short_and_the_code_small(machine: dict[str, Any]) -> None:
    for one in ranked(machine):
        text = lan.url(one, 65535, JOIN)
        assert len(text) <= 60
        assert version(qr.matrix(text)) <= 4


def test_P23_the_longest_address_there_is_still_fits() -> None:
    longest = lan.Address("2001:0db8:85a3:1234:5678:8a2e:1370:7334", "wlan0", "lan-ipv6")

    text = lan.url(longest, 65535, JOIN)

    assert text == "http://[2001:0db8:85a3:1234:5678:8a2e:1370:7334]:65535/j/ABC"
    assert len(text) == 60
    assert version(qr.matrix(text)) == 4


def test_P23_a_url_that_is_too_long_is_refused_with_its_length() -> None:
    with pytest.raises(lan.UrlTooLong) as caught:
        lan.url(lan.Address("192.168.1.5", "wlan0"), 8000, "/" + "x" * 60)

    assert (caught.value.key, caught.value.args_) == ("url-too-long", {"length": 84, "limit": 60})


def test_the_usual_port_is_left_out() -> None:
    assert lan.url(lan.Address("192.168.1.5", "wlan0"), 80, "/") == "http://192.168.1.5/"


def test_where_the_system_does_not_list_its_interfaces_the_way_out_is_offered() -> None:
    assert lan.rank([], "192.168.1.5") == [lan.Address("192.168.1.5", "")]


def test_this_machine_lists_its_own_loopback_last() -> None:
    addresses = lan.rank(lan.interfaces(), lan.route())

    assert lan.Address("127.0.0.1", addresses[-1].interface, "lan-localhost") in addresses[-2:]


# The code, read back from its modules, from the terminal's characters and from the picture.

TEXTS = ["http://10.0.0.5/", "http://192.168.178.34:8000" + JOIN, "HTTP://192.168.1.5:8000/J/ABCD23", "ж" * 31]


def version(matrix: qr.Matrix) -> int:
    return (len(matrix) - 17) // 4


def decoded(dark: list[list[bool]]) -> str:
    """What zxing reads; nothing is added to what we drew, so our quiet zone has to be enough."""
    picture = Image.new("L", (len(dark[0]), len(dark)))
    picture.putdata([0 if on else 255 for row in dark for on in row])
    (found,) = zxingcpp.read_barcodes(picture.resize((4 * picture.width, 4 * picture.height)))
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    assert found.ec_level == "M"
    return found.text


@pytest.mark.parametrize("text", TEXTS)
def test_modules_are_read_back(text: str) -> None:
    matrix = [[False, *row, False] for row in qr.matrix(text)]
    edge = [[False] * len(matrix[0])]

    assert decoded(edge + matrix + edge) == text


@pytest.mark.parametrize("text", TEXTS)
def test_the_terminal_shows_black_on_white_and_is_read_back(text: str) -> None:
    halves = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}
    rows: list[list[bool]] = []
    for line in qr.terminal(text).split("\n"):
        found = re.fullmatch("\x1b\\[30;47;107m([ ▀▄█]+)\x1b\\[0m", line)
        assert found is not None
        rows += [[halves[char][0] for char in found[1]], [halves[char][1] for char in found[1]]]

    assert decoded(rows) == text
    assert len(qr.terminal(text).split("\n")) <= 24


@pytest.mark.parametrize("text", TEXTS)
def test_the_picture_is_one_path_with_a_quiet_zone_and_is_read_back(text: str) -> None:
    picture = ElementTree.fromstring(qr.svg(text, "Join"))
    ns = "{http://www.w3.org/2000/svg}"
    (path,) = picture.findall(f"{ns}path")
    side = int(picture.attrib["viewBox"].split()[2])
    dark = [[False] * side for _ in range(side)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path.attrib["d"]):
        for step in range(int(width)):
            dark[int(y)][int(x) + step] = True

    assert decoded(dark) == text
    assert re.sub(r"M\d+ \d+h(\d+)v1h-\1z", "", path.attrib["d"]) == ""
    assert {(x, y) for y, row in enumerate(dark) for x, on in enumerate(row) if on and min(x, y) < 4} == set()
    assert side == len(qr.matrix(text)) + 8
    assert (picture.attrib["role"], path.attrib["fill"]) == ("img", "#000")


def test_the_title_of_the_picture_cannot_break_out() -> None:
    title = '<svg/onload=alert()> & "Anna\'s"'

    picture = ElementTree.fromstring(qr.svg(TEXTS[0], title))

    assert picture.findtext("{http://www.w3.org/2000/svg}title") == title


@pytest.mark.parametrize(("text", "smallest"), [("http://10.0.0.1/", 1), (TEXTS[1], 3), ("x" * 62, 4)])
def test_the_smallest_version_is_taken(text: str, smallest: int) -> None:
    assert version(qr.matrix(text)) == smallest


@pytest.mark.parametrize("text", ["x" * 63, "ж" * 32, "x" * 5000])
def test_a_code_that_would_be_too_dense_is_refused(text: str) -> None:
    with pytest.raises(qr.CodeTooLarge) as caught:
        qr.svg(text, "")

    assert (caught.value.key, caught.value.args_) == ("qr-too-large", {"length": len(text.encode())})
