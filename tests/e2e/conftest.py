"""Real phones in a real Chromium, at a real server.

Each worker has one server and one browser; a test gets as many phones as it wants, each with its own cookies. Phones
come by a name of the local network, as at home: what browsers keep for secure pages is missing there.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import launched
from house import House
from phone import Phone, Phones
from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("data")) as house:
        yield house


@pytest.fixture
def house(shared_house: House) -> House:
    """The server of this worker; tables of other tests are on it, too."""
    return shared_house


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that a test may stop."""
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def phones(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Phones]:
    """Makes phones: `phones(house)`, in English unless a language is named. At the end none of them may have
    complained, or have asked anybody but the server for anything."""
    made: list[Phone] = []

    def make(house: House, lang: str = "en", *, dark: bool = False, width: int = 390, port: int | None = None) -> Phone:
        phone = Phone(browser, house, lang, dark=dark, width=width, port=port)
        made.append(phone)
        return phone

    yield make
    complaints = [complaint for phone in made for complaint in phone.complaints]
    strangers = {stranger for phone in made for stranger in phone.strangers}
    for phone in made:
        phone.context.close()
    assert complaints == []
    assert strangers == set()


@pytest.fixture(autouse=True)
def no_word_is_missing() -> Iterator[None]:
    """A key without words is shown as the key, and reported: no test may cause such a report, or a fault."""
    reports: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            reports.append(record.getMessage())

    listener, logger = Listener(logging.ERROR), logging.getLogger("tableside")
    logger.addHandler(listener)
    yield
    logger.removeHandler(listener)
    assert reports == []
