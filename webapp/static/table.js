// A seat at a table: the live view, moves on the panels and as buttons, the outbox, and what was refused.

import { Live, Outbox, patch } from "./link.js";
import { fields, fresh, post } from "./page.js";
import { choose, formOf, pickDice, Targets, typed } from "./touch.js";

const live = () => document.getElementById("live");
const { table, seat } = live().dataset;
const api = `/api/tables/${table}`;
const query = seat ? `?seat=${seat}` : "";
const seen = () => Number(live().dataset.seq);
const refused = document.getElementById("refused");

const outbox = new Outbox(`${table}-${seat ?? "host"}`, show);
outbox.wanted = ask;
outbox.refused = refuse;
outbox.done = (_, { seq }) => moved(seq);
outbox.failed = () => link(false);

const targets = new Targets(live(), (options, title) => {
  const [first] = options;
  if (options.length === 1 && !first.fields) send(first);
  else choose(options, send, title);
});

function send({ move, label }) {
  targets.clear();
  refused.hidden = true;
  for (const input of document.querySelectorAll("[data-dirty]")) delete input.dataset.dirty;
  return outbox.add(`${api}/moves${query}`, { seen_seq: seen(), move }, label);
}

// every button carries the move itself, never a number in a list
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move], [data-act]");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const label = button.textContent.trim();
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
  } else if (act === "seat") {
    post(path, JSON.parse(body), method)
      .then(({ ok, data }) => (ok ? refresh() : refuse(null, data.error)))
      .catch(() => link(false));
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
  const form = event.target.closest("[data-move-form]");
  if (!form) return;
  event.preventDefault();
  send({ move: { type: form.dataset.moveForm, ...fields(form) }, label: form.querySelector("[type=submit]").textContent });
});

// the calculator: every change is a move of its own

const enter = (values, label) => send({ move: { type: "enter", values }, label });

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
    const input = document.getElementById(step.dataset.for);
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
  pickDice(cells, JSON.parse(document.getElementById("dice").textContent), enter);
});

function ask(item, request, message) {
  if (!Array.isArray(request.ask)) {
    // others have to agree; the page shows how that stands
    outbox.drop(item);
    return void refresh();
  }
  typed(request, (outcome) => outbox.answer(item, outcome), () => outbox.drop(item), message);
}

let draft = null;

// a refused move says why, and stays at hand
function refuse(item, error) {
  draft = item;
  refused.querySelector("[data-text]").textContent = error.message;
  refused.querySelector("[data-act=again]").hidden = !item?.body.move;
  refused.hidden = false;
  refused.scrollIntoView({ block: "nearest" });
  refresh();
}

function show() {
  const note = document.getElementById("waiting");
  const waiting = outbox.items.filter((item) => !item.asking);
  note.hidden = !waiting.length || linked;
  note.querySelector("[data-text]").textContent = waiting.map((item) => item.label).join(", ");
}

// the view: one request in flight, four a second, and none for what is shown already

let fetching = false;
let again = false;
let last = 0;
let newest = 0;

function moved(seq) {
  newest = Math.max(newest, seq);
  if (newest > seen() && !fetching) refresh();
}

async function refresh() {
  again = true;
  if (fetching) return;
  fetching = true;
  const rest = 250 - (Date.now() - last);
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  last = Date.now();
  again = false;
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
  const dice = new Set([...live().querySelectorAll(".die")].map((die) => die.dataset.key));
  patch(live(), shown);
  const bar = page.getElementById("bar");
  if (bar) patch(document.getElementById("bar"), bar);
  for (const die of live().querySelectorAll(".die")) die.classList.toggle("landed", !dice.has(die.dataset.key));
  document.title = page.title;
  load();
}

function load() {
  const options = JSON.parse(document.getElementById("options").textContent);
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
  document.getElementById("link").hidden = up;
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
  else if (!here || here !== live().dataset.here) refresh();
}

new Live(`${api}/stream`, { seq: seen(), changed, linked: link });
outbox.flush();
const [stuck] = outbox.items;
if (stuck?.asking) ask(stuck, stuck.asking);

document.documentElement.dataset.ready = "";

// whoever looks says so now and then: a silent phone is shown as away
setInterval(() => !document.hidden && post(`${api}/here${query}`, {}).catch(() => {}), 12000);
