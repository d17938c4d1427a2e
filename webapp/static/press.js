// The press: the order is sent without leaving the page, progress is fetched while somebody looks, and pictures of
// pages are asked for when they come into sight. Everything that is shown is the server's page, patched in.

import { patch } from "./link.js";
import { byId, memory, post, say } from "./page.js";

const form = document.querySelector("[data-order]");
const proof = byId("proof");
const loupe = byId("loupe");
const SOON = 350;
const LATER = 900;
const BATCH = 12;
let timer = null;
let since = 0;
let told = null;

// the order

// what is not shown is not asked for
function given() {
  const found = new FormData(form);
  for (const part of form.querySelectorAll("[data-part]")) {
    if (getComputedStyle(part).display !== "none") continue;
    for (const one of part.querySelectorAll("[name]")) found.delete(one.name);
  }
  return found;
}

function order() {
  const asked = given();
  const kit = asked.get("what") === "kit";
  return {
    game: asked.get("game"),
    items: kit ? ["kit"] : asked.getAll("items"),
    for: kit ? asked.get("for") : "",
    paper: asked.has("size") ? asked.get("size") : asked.get("paper"),
    lang: asked.get("lang"),
    ink: asked.get("ink"),
    set: asked.get("set") ?? "",
    backs: asked.get("backs") !== "no",
    codes: asked.has("codes"),
    fillable: asked.has("fillable"),
    printer: asked.get("printer") ?? "",
    options: options(asked),
  };
}

// what is as usual is left out, so that the order stays short
function options(asked) {
  const usual = JSON.parse(form.dataset.usual);
  const found = {};
  for (const name of new Set([...asked.keys()].filter((key) => key.startsWith("options.")))) {
    const all = asked.getAll(name);
    const named = all.filter((one) => one !== "none");
    const text = (named.length ? named.join("+") : all[0]).trim();
    const key = name.slice("options.".length);
    if (text && text !== usual[key]) found[key] = text;
  }
  return found;
}

function complain(field, message) {
  const place = form.querySelector(`[data-wrong="${field}"]`) ?? form.querySelector('[data-wrong="form"]');
  for (const note of form.querySelectorAll("[data-wrong]")) {
    note.hidden = note !== place || !message;
    note.textContent = note.hidden ? "" : message;
  }
  for (const control of form.querySelectorAll("[aria-describedby]")) {
    if (message && control.getAttribute("aria-describedby") === place.id) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }
  if (!message) return;
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  place.scrollIntoView({ block: "center" });
  [...form.querySelectorAll(":is(input, select)[aria-invalid]")].findLast((one) => one.offsetParent)?.focus({ preventScroll: true });
}

// what was read on an alignment page becomes the two shifts
async function read() {
  const asked = given();
  asked.set("read", "1");
  const answer = await fetch("/press", { method: "POST", body: asked }).catch(() => null);
  const text = answer ? await answer.text().catch(() => null) : null;
  if (text === null) return complain("form", say("offline"));
  const shown = new DOMParser().parseFromString(text, "text/html");
  const wrong = shown.querySelector("[data-wrong]:not([hidden])");
  if (wrong) return complain(wrong.dataset.wrong, wrong.textContent);
  complain("form", "");
  for (const name of ["options.shift", "options.back-shift"]) {
    form.elements[name].value = shown.querySelector(`[name="${name}"]`).value;
  }
  form.elements["options.shift"].focus();
  retell();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (event.submitter && "read" in event.submitter.dataset) return void read();
  const button = form.querySelector("[data-print]");
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  complain("form", "");
  for (const input of form.querySelectorAll("[data-remember]")) memory(input.dataset.remember, input.value || null);
  try {
    // what was under way is not wanted any more
    if (under()) await fetch(`/api/press/${proof.dataset.job}`, { method: "DELETE" });
    const { ok, data } = await post("/api/press", order());
    if (ok) await follow(data.id);
    else complain(data.error.field ?? "form", data.error.message);
  } catch {
    complain("form", say("offline"));
  }
  button.removeAttribute("aria-busy");
});

form.querySelector("[data-game]").addEventListener("change", (event) => {
  const kept = new URLSearchParams({ game: event.target.value });
  for (const name of ["paper", "lang", "ink"]) kept.set(name, new FormData(form).get(name));
  location.assign(`/press?${kept}`);
});

// what is chosen and what is remembered is seen
const first = form.querySelector("[name='items']:checked")?.closest(".pick");
if (first) first.parentElement.scrollTop = first.offsetTop - first.parentElement.offsetTop - first.offsetHeight;
for (const input of form.querySelectorAll("[data-remember]")) {
  if (!input.value) continue;
  input.closest("details").open = true;
  retell();
}

// whoever chooses a pad sees what can be said of it, and the command below is the same order at any time
form.addEventListener("change", (event) => {
  if ("pad" in event.target.dataset && event.target.checked) form.querySelector(".of-pads").open = true;
  retell();
});
form.addEventListener("input", retell);

function retell() {
  clearTimeout(told);
  told = setTimeout(async () => {
    const answer = await fetch(`/press?${new URLSearchParams(given())}`).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text !== null) command(new DOMParser().parseFromString(text, "text/html"));
  }, 400);
}

function command(shown) {
  const found = shown.querySelector("[data-command]");
  if (!found) return;
  form.querySelector("[data-command]").replaceChildren(...found.childNodes);
  form.querySelector("[data-alignment]").href = shown.querySelector("[data-alignment]").getAttribute("href");
}

// how far the press is

const under = () => ["waiting", "running"].includes(proof.dataset.state);

async function follow(job) {
  history.replaceState(null, "", `/press?job=${job}`);
  since = Date.now();
  await look();
  proof.scrollIntoView({ block: "start", behavior: "smooth" });
}

async function look() {
  clearTimeout(timer);
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  if (text !== null) {
    const shown = new DOMParser().parseFromString(text, "text/html");
    if (shown.getElementById("proof")) patch(proof, shown.getElementById("proof"));
    command(shown);
    watch();
  }
  again();
}

// nobody looks: nothing is asked
function again() {
  clearTimeout(timer);
  if (document.hidden || !(under() || "busy" in proof.dataset || wanted.size)) return;
  timer = setTimeout(() => (wanted.size && !under() && !("busy" in proof.dataset) ? ask() : look()), Date.now() - since < 8000 ? SOON : LATER);
}
document.addEventListener("visibilitychange", again);

proof.addEventListener("submit", async (event) => {
  if (!event.target.matches("[data-cancel]")) return;
  event.preventDefault();
  await fetch(`/api/press/${proof.dataset.job}`, { method: "DELETE" }).catch(() => null);
  await look();
  form.querySelector("[data-print]").focus({ preventScroll: true });
});

// pictures of what is in sight

const wanted = new Set();
const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const page = Number(target.dataset.wanted);
      if (isIntersecting && page) wanted.add(page);
      else wanted.delete(page);
    }
    again();
  },
  { rootMargin: "300px" },
);

function watch() {
  wanted.clear();
  seen.disconnect();
  for (const leaf of proof.querySelectorAll("[data-wanted]")) seen.observe(leaf);
}

async function ask() {
  const pages = [...wanted].sort((a, b) => a - b).slice(0, BATCH);
  since = Date.now();
  const answer = await post(`/api/press/${proof.dataset.job}/pictures`, { pages }).catch(() => null);
  if (answer?.ok) await look();
  else wanted.clear();
}

// one page, large enough to read

const picture = loupe.querySelector("img");
let at = null;

async function show(link) {
  at = link;
  const page = Number(link.dataset.leaf);
  picture.src = link.href;
  picture.alt = link.querySelector("img").alt;
  loupe.querySelector("[data-where]").textContent = page;
  if (!loupe.open) loupe.showModal();
  await post(`/api/press/${proof.dataset.job}/pictures`, { pages: [page], large: true }).catch(() => null);
  const large = `${link.href}?large=1`;
  for (let tries = 0; tries < 20 && at === link && loupe.open; tries += 1) {
    const answer = await fetch(large).catch(() => null);
    if (answer?.ok && at === link) return void (picture.src = large);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

proof.addEventListener("click", (event) => {
  const link = event.target.closest("[data-leaf]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  show(link);
});

function turn(step) {
  const links = [...proof.querySelectorAll("[data-leaf]")];
  const next = links[links.findIndex((link) => link.dataset.leaf === at.dataset.leaf) + step];
  if (next) show(next);
}
loupe.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button && "close" in button.dataset) loupe.close();
  else if (button) turn(Number(button.dataset.turn));
});
loupe.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") turn(event.key === "ArrowLeft" ? -1 : 1);
});
loupe.addEventListener("close", () => proof.querySelector(`[data-leaf="${at?.dataset.leaf}"]`)?.focus());

watch();
again();
