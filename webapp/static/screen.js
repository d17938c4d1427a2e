// The big screen: nothing can be touched, everything is live, and all of it fits if it can.

import { Live, patch } from "./link.js";
import { byId, tellEnd } from "./page.js";

const live = byId("live");
const root = document.documentElement;
const seen = () => Number(live.dataset.seq);
const PAUSE = 250;
const MOST = 1.3;
const LEAST = 0.6;

let fetching = false;
let ended = null;
let again = false;
let timer = null;

function refresh(pause = PAUSE) {
  if (fetching) return void (again = true);
  clearTimeout(timer);
  timer = setTimeout(fetchPage, pause);
}

async function fetchPage() {
  fetching = true;
  again = false;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  fetching = false;
  byId("link").hidden = text !== null;
  if (text === null) return void refresh(3000);
  const page = new DOMParser().parseFromString(text, "text/html");
  const shown = page.getElementById("live");
  if (shown && Number(shown.dataset.seq) >= seen()) {
    patch(live, shown);
    document.title = page.title;
    tell();
    fit();
  }
  if (again) refresh();
}

function tell() {
  const end = live.querySelector("[data-end]")?.dataset.end ?? null;
  if (end !== ended) tellEnd();
  ended = end;
}

// type is as large as it may be, and smaller only where a table would not fit
const wide = matchMedia("(min-width: 62rem)");

function fit() {
  const scale = (value) => root.style.setProperty("--fit", value);
  if (!wide.matches) return void scale(1);
  const fits = () => root.scrollHeight <= innerHeight + 1 && root.scrollWidth <= innerWidth;
  for (let size = MOST; size >= LEAST; size -= 0.04) {
    scale(size.toFixed(2));
    if (fits()) return;
  }
}

// who is here changes nothing on this page; a screen that was asleep asks again
function changed({ seq, here }) {
  if (seq ? seq > seen() : here === undefined) refresh();
}

addEventListener("resize", fit);
tell();
fit();

// whoever has only the code looks on
const code = new URLSearchParams(location.search).get("code");
new Live(`/api/tables/${live.dataset.table}/stream?${code ? `code=${encodeURIComponent(code)}` : ""}`, {
  seq: seen(),
  changed,
  linked: (up) => (byId("link").hidden = up),
});

root.dataset.ready = "";
