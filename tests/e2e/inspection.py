"""What is looked at on every page: axe-core with its default rules, the width of a small phone, room for a thumb."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

from phone import HEIGHT, Phone

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
SMALL, USUAL = 320, 390
THUMB = 44
"""The least that a thumb needs, in CSS pixels."""

_RUN = """async (options) => {
  const found = await axe.run(document, { resultTypes: ['violations'], ...options });
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) =>
    `${id}: ${node.html.slice(0, 160)} ${node.any.concat(node.all, node.none)[0]?.message ?? ''}`));
}"""

_TARGETS = """(least) => {
  const small = [];
  for (const one of document.querySelectorAll('a[href], button, select, input, summary, textarea')) {
    if (one.matches('.skip') || !one.checkVisibility({ visibilityProperty: true })) continue;
    const area = one.matches('[type=radio], [type=checkbox]') ? one.closest('label') : one;
    const { width, height } = area.getBoundingClientRect();
    if (width === 0 || Math.min(width, height) >= least - 0.5) continue;
    small.push(`${Math.round(width)} × ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`);
  }
  return small;
}"""

_WIDER = """() => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  const out = [...document.querySelectorAll('main *, .top *, .bar *')]
    .filter((one) => one.getBoundingClientRect().right > room + 1);
  const shown = out.slice(0, 3).map((one) => one.outerHTML.slice(0, 120));
  return [`${document.documentElement.scrollWidth} px in ${room} px: ${shown.join(' ')}`];
}"""


_SCHEMES: dict[Literal["light", "dark"], dict[str, Any]] = {
    "light": {},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}


@cache
def _axe() -> str:
    assert AXE.is_file(), "axe-core is missing; tests/prepare.sh fetches it"
    return AXE.read_text(encoding="utf-8")


def faults(phone: Phone, what: str) -> list[str]:
    """Everything that is wrong with the page as it stands: by all rules in the light, by those of colour in the dark,
    because nothing else changes there, and in one language, because colours know none."""
    page = phone.page
    found: list[Any] = []
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    for scheme, options in _SCHEMES.items():
        if scheme == "dark" and phone.lang != "en":
            continue
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}, {violation}" for violation in page.evaluate(_RUN, options)]
    found += [f"too small for a thumb: {target}" for target in page.evaluate(_TARGETS, THUMB)]
    page.set_viewport_size({"width": SMALL, "height": HEIGHT})
    found += [f"wider than {SMALL} px: {wide}" for wide in page.evaluate(_WIDER)]
    page.set_viewport_size({"width": USUAL, "height": HEIGHT})
    return [f"{what}: {fault}" for fault in found]
