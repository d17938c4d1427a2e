"""Whatever happened to somebody at another table companion (P01 to P30) is a test here, found by the id in its name."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def test_every_reported_case_has_a_test_of_its_name() -> None:
    named = {
        case
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        for case in re.findall(r"P\d\d", name)
    }
    wanted = {f"P{number:02}" for number in range(1, 31)} - BY_OTHER_NAMES.keys()

    assert wanted - named == set()


BY_OTHER_NAMES = {
    "P09": "test_every_way_in_is_exactly_one_step_of_undo",
    "P13": "test_an_honest_log_is_good_and_every_outcome_is_known",
}
"""Cases that are proven inside a test with another name."""


def test_the_tests_with_other_names_are_there() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))

    assert [name for name in BY_OTHER_NAMES.values() if f"def {name}(" not in text] == []
