"""One coin, two coins: our short cut against the library that knows every language."""

from __future__ import annotations

import pytest
from babel import Locale

from companion.words import LANGUAGES, plural_class


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_classes_of_whole_numbers_are_those_of_the_library(lang: str) -> None:
    rule = Locale.parse(lang).plural_form
    assert [plural_class(lang, n) for n in range(1300)] == [rule(n) for n in range(1300)]
    assert plural_class(lang, 1.5) == rule(1.5)
