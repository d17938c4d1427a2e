// A seat at a table: the live view, moves on the panels and as buttons, the outbox, and what was refused.

import { Live, Outbox, patch } from "./link.js";
import { byId, fields, fresh, memory, post, tellEnd } from "./page.js";
import { choose, formOf, pickDice, Targets, typed } from "./touch.js";

const live = byId("live");
const { table, seat } = live.dataset;
const api = `/api/tables/${table}`;
const query = seat ? `?seat=${seat}` : "";
const seen = () => Number(live.dataset.seq);
const refused = byId("refused");

const outbox = new Outbox(`${table}-${seat ?? "host"}`, show);
outbox.wanted = ask;
outbox.refused = refuse;
outbox.done = (item, { seq }) => {
  for (const key of Object.keys(item.body.move?.values ?? {})) shownFrom.set(key, seq);
  moved(seq, OWN);
};
outbox.failed = () => link(false);

const targets = new Targets(live, (options, title, further) => {
  const [first] = options;
  if (options.length === 1 && !first.fields && !further) send(first);
  else choose(options, send, title, further);
});

function send({ move, label }) {
  targets.clear();
  refused.hidden = true;
  return outbox.add(`${api}/moves${query}`, { seen_seq: look(label), move }, label);
}

// what the person was looking at: the second of two quick taps is for what was there before the first
let tap = {};

function look(label) {
  const at = Date.now();
  tap = { label, at, seq: label === tap.label && at - tap.at < 250 ? tap.seq : seen() };
  return tap.seq;
}

// what a button is called, without what an aid says of it
function nameOf(button) {
  const said = button.cloneNode(true);
  said.querySelector(".aid")?.remove();
  return said.textContent.trim();
}

// every button carries the move itself, never a number in a list
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move], [data-act]");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const label = nameOf(button);
  if (button.dataset.move) return void send({ move: JSON.parse(button.dataset.move), label });
  const { act, seq, path, body, method } = button.dataset;
  if (act === "undo" || act === "redo") {
    outbox.add(`${api}/${act}${query}`, { seen_seq: seen(), seq: Number(seq) }, label);
  } else if (act === "again") {
    refused.hidden = true;
    if (draft) outbox.add(draft.path, { ...draft.body, move_id: fresh(), seen_seq: seen(), typed: undefined }, draft.label);
  } else if (act === "dismiss") {
    refused.hidden = true;
  } else if (act === "empty") {
    for (const input of button.form.querySelectorAll("[data-number]")) edited(input, 0);
  } else if (act === "seat" || act === "set") {
    const answered = ({ ok, data }) => (ok ? refresh() : refuse(null, data.error));
    const wanted = { ...(act === "set" && { move_id: fresh() }), ...JSON.parse(body) };
    post(path, wanted, method).then(answered, () => link(false));
  }
});

// what is being edited is not overwritten by what comes in
function edited(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
document.addEventListener("input", ({ target }) => {
  if (!target.dataset.enter) target.dataset.dirty = "";
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  for (const input of form.querySelectorAll("[data-dirty]")) delete input.dataset.dirty;
  const type = form.dataset.moveForm;
  if (!type) return;
  event.preventDefault();
  send({ move: { type, ...fields(form) }, label: form.querySelector("[type=submit]").textContent });
});

// the calculator: every change is a move of its own. What was entered stands until the page that comes in shows it too:
// the answer to the first of several quick taps must not take back the second.

const shownFrom = new Map();

function enter(values, label) {
  for (const key of Object.keys(values)) shownFrom.set(key, Infinity);
  send({ move: { type: "enter", values }, label });
}

function hold(seq) {
  const entering = new Set(outbox.items.flatMap(({ body }) => Object.keys(body.move?.values ?? {})));
  for (const input of document.querySelectorAll("[data-enter]")) {
    const key = input.dataset.enter;
    if (entering.has(key) || (shownFrom.get(key) ?? 0) > seq) input.dataset.dirty = "";
    else delete input.dataset.dirty;
  }
}

document.addEventListener("change", ({ target }) => {
  const { enter: key, kind } = target.dataset;
  if (!key || kind === "die") return;
  const label = target.closest("[data-key]").textContent.trim().split("\n")[0];
  if (kind === "flag") return void enter({ [key]: target.checked }, label);
  const text = target.value.trim().replace("−", "-");
  const number = kind === "int" || "number" in target.dataset;
  enter({ [key]: text === "" ? null : number && /^-?\d+$/.test(text) ? Number(text) : text }, label);
});

document.addEventListener("click", ({ target }) => {
  const step = target.closest("[data-step]");
  if (step) {
    const input = byId(step.dataset.for);
    const next = Number(input.value.replace("−", "-") || 0) + Number(step.dataset.step);
    edited(input, Math.max(Number(input.dataset.min), Math.min(Number(input.dataset.max), next)));
  }
  const cell = target.closest("[data-kind=die]");
  if (!cell) return;
  const all = [...document.querySelectorAll("[data-kind=die]")];
  const cells = all.slice(all.indexOf(cell)).map((one) => ({
    key: one.dataset.enter,
    label: one.getAttribute("aria-label"),
    empty: !one.querySelector(".die"),
  }));
  pickDice(cells, JSON.parse(byId("dice").textContent), enter);
});

function ask(item, request, message) {
  if (!Array.isArray(request.ask)) {
    // others have to agree; the page shows how that stands
    outbox.drop(item);
    return void refresh();
  }
  typed(request, (outcome) => outbox.answer(item, outcome), () => outbox.drop(item), message, item.label);
}

let draft = null;

// a refused move says why, and stays at hand
function refuse(item, error) {
  draft = item;
  for (const key of Object.keys(item?.body.move?.values ?? {})) shownFrom.delete(key);
  refused.querySelector("[data-text]").textContent = error.message;
  refused.querySelector("[data-act=again]").hidden = !item?.body.move;
  const rule = refused.querySelector("[data-rule]");
  rule.hidden = !error.rule;
  rule.textContent = rule.hash = error.rule ?? "";
  refused.hidden = false;
  refused.scrollIntoView({ block: "nearest" });
  refresh();
}

function show() {
  const note = byId("waiting");
  const waiting = outbox.items.filter((item) => !item.asking).map((item) => item.label);
  note.hidden = !waiting.length || linked;
  note.querySelector("[data-text]").textContent = waiting.join(", ");
}

// the view: one request in flight, none for what is shown already, and four a second of what others do. Whoever has
// tapped sees what came of it at once.

const OTHERS = 250;
const OWN = 50;
let fetching = false;
let again = false;
let last = 0;
let newest = 0;
let timer = null;
let due = Infinity;

function moved(seq, pause = OTHERS) {
  newest = Math.max(newest, seq);
  if (newest > seen() && !fetching) refresh(pause);
}

function refresh(pause = OTHERS) {
  if (fetching) return void (again = true);
  const at = last + pause;
  if (at >= due) return;
  due = at;
  clearTimeout(timer);
  timer = setTimeout(fetchPage, at - Date.now());
}

async function fetchPage() {
  due = Infinity;
  fetching = true;
  again = false;
  last = Date.now();
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  fetching = false;
  if (typeof text !== "string" || answer.status >= 500) return void setTimeout(refresh, 1000);
  // the game has begun, or this seat is another phone's now
  if (!answer.ok) return void location.assign(`/t/${table}`);
  if (new URL(answer.url).pathname !== location.pathname) return void location.assign(answer.url);
  replace(new DOMParser().parseFromString(text, "text/html"));
  if (again || newest > seen()) refresh();
}

function replace(page) {
  const shown = page.getElementById("live");
  // an answer that was overtaken
  if (!shown || Number(shown.dataset.seq) < seen()) return;
  hold(Number(shown.dataset.seq));
  const dice = new Set([...live.querySelectorAll(".die")].map((die) => die.dataset.key));
  patch(live, shown);
  const bar = page.getElementById("bar");
  if (bar) patch(byId("bar"), bar);
  for (const die of live.querySelectorAll(".die")) die.classList.toggle("landed", !dice.has(die.dataset.key));
  document.title = page.title;
  load();
}

// a wide screen has room for what is folded away on a phone
if (matchMedia("(min-width: 75rem)").matches) for (const fold of document.querySelectorAll("details[data-wide]")) fold.open = true;

// what has been laid out is ticked on this phone, and nobody else's business
const ticked = `ticks-${table}`;
const ticks = new Set(JSON.parse(memory(ticked) ?? "[]"));

document.addEventListener("change", ({ target: { checked, dataset } }) => {
  if (!dataset.tick) return;
  if (checked) ticks.add(dataset.tick);
  else ticks.delete(dataset.tick);
  memory(ticked, JSON.stringify([...ticks]));
});

let ended = null;

function load() {
  const end = live.querySelector("[data-end]")?.dataset.end ?? null;
  if (end !== ended) tellEnd();
  ended = end;
  for (const tick of document.querySelectorAll("[data-tick]")) {
    tick.checked = ticks.has(tick.dataset.tick);
    tick.dataset.dirty = "";
  }
  const options = JSON.parse(byId("options").textContent);
  targets.load(options);
  for (const place of document.querySelectorAll("[data-forms]")) {
    const forms = options.filter((option) => option.fields && !option.at.length && option.type === place.dataset.forms);
    const key = JSON.stringify(forms);
    // what somebody is filling in stays as it is; the server judges it anyway
    if (place.shown === key || place.contains(document.activeElement) || place.querySelector("[data-dirty]")) continue;
    place.shown = key;
    place.replaceChildren(...forms.map((form) => formOf(form, send)));
  }
}

// the link

let linked = true;

function link(up) {
  const back = up && !linked;
  linked = up;
  byId("link").hidden = up;
  show();
  if (back) {
    outbox.flush();
    refresh();
  }
}

load();
show();
function changed({ seq, here }) {
  if (seq) moved(seq);
  else if (!here || here !== live.dataset.here) refresh();
}

// whoever has only the code looks on
const code = new URLSearchParams(location.search).get("code");
new Live(`${api}/stream?${code ? `code=${code}` : ""}`, { seq: seen(), changed, linked: link });
outbox.flush();
const [stuck] = outbox.items;
if (stuck?.asking) ask(stuck, stuck.asking);

document.documentElement.dataset.ready = "";

// whoever looks says so now and then: a silent phone is shown as away
setInterval(() => seat && !document.hidden && post(`${api}/here${query}`, {}).catch(() => {}), 12000);
