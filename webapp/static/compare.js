// Compare with the table: stop by stop, corrected where the phone is wrong, and all differences sent as one adjustment.

import { byId, fresh, post, say } from "./page.js";
import { die, pickDice } from "./touch.js";

const main = byId("main");
const { table, seq } = main.dataset;
const begins = "begins" in main.dataset;
const stops = [...main.querySelectorAll("[data-stop]")];
const believed = [...main.querySelectorAll("[data-believed]")];
const dice = JSON.parse(byId("dice").textContent);
const said = JSON.parse(byId("said").textContent);

// long lists of choices come once
for (const select of main.querySelectorAll("[data-like]")) {
  const own = select.value;
  const options = [...byId(select.dataset.like).options].filter((one) => one.value && one.value !== own);
  select.append(...options.map((one) => new Option(one.text, one.value)));
}

const control = (one) => one.querySelector("input:not([type=hidden]), select");

function value(one) {
  if (one.dataset.kind === "die") return JSON.parse(one.dataset.value);
  const field = control(one);
  if (one.dataset.kind === "flag") return field.checked;
  const text = field.value.trim().replace("−", "-");
  if (text === "") return null;
  return (one.dataset.kind === "int" || "number" in field.dataset) && /^-?\d+$/.test(text) ? Number(text) : text;
}

// of several fields for the same kind of thing one more is shown than are filled in
const rows = new Map();
for (const select of main.querySelectorAll("select")) {
  const one = select.closest("[data-believed]");
  const list = `${one.closest("[data-stop]").dataset.stop} ${select.dataset.like ?? select.id}`;
  rows.set(list, [...(rows.get(list) ?? []), one]);
}
function offerOneMore() {
  for (const list of rows.values()) {
    list.forEach((one, n) => (one.hidden = n > 0 && value(one) === null && value(list[n - 1]) === null));
  }
}

const old = (one) => JSON.parse(one.dataset.now);
const changed = () => believed.filter((one) => value(one) !== old(one));

function shown(one, what) {
  if (what === null) return "–";
  if (one.dataset.kind === "flag") return what ? said.yes : said.no;
  if (one.dataset.kind === "choice") return [...control(one).options].find((each) => each.value === String(what))?.text ?? String(what);
  if (one.dataset.kind === "die") return `${dice.find(({ letter }) => letter === what[0])?.label ?? ""} ${what.slice(1)}`;
  return String(what);
}

// what was corrected says what it was before
function mark(one) {
  const differs = value(one) !== old(one);
  one.classList.toggle("changed", differs);
  one.querySelector(".was")?.remove();
  if (differs && one.dataset.kind !== "die" && !begins) {
    const note = byId("was").content.cloneNode(true);
    const text = note.querySelector("span span");
    text.textContent = text.textContent.replace("…", shown(one, old(one)));
    one.append(note);
  }
  offerOneMore();
  count();
}

function count() {
  const all = changed();
  const badge = main.querySelector("[data-count]");
  badge.textContent = all.length;
  badge.hidden = !all.length || begins;
  for (const stop of stops) {
    const button = stop.querySelector("[data-right]");
    if (button) button.textContent = all.some((one) => stop.contains(one)) ? button.dataset.corrected : button.dataset.right;
  }
}

function list() {
  const all = changed();
  const rows = all.map((one) => {
    const row = document.createElement("li");
    const stop = stops.find((each) => each.contains(one));
    const who = document.createElement("span");
    who.textContent = `${stop.querySelector("h2").lastChild.textContent.trim()} · ${one.dataset.label}`;
    const what = document.createElement("b");
    what.textContent = begins ? shown(one, value(one)) : `${shown(one, old(one))} → ${shown(one, value(one))}`;
    row.append(who, what);
    return row;
  });
  main.querySelector("[data-list]").replaceChildren(...rows);
  for (const one of main.querySelectorAll("[data-none]")) one.hidden = Boolean(all.length);
  for (const one of main.querySelectorAll("[data-some]")) one.hidden = !all.length;
}

function go(number) {
  stops.forEach((stop, n) => (stop.hidden = n !== number));
  main.querySelectorAll(".walk [data-go]").forEach((button, n) => {
    if (n === number) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  list();
  const heading = stops[number].querySelector("h2");
  heading.focus({ preventScroll: true });
  main.querySelector(".walk").scrollIntoView({ block: "start" });
}

const seen = (number) => {
  const button = main.querySelectorAll(".walk [data-go]")[number];
  button.classList.add("seen");
  const text = button.querySelector("[data-seen]");
  if (text) text.hidden = false;
};

// of one adjustable all values that stand together make one change
function changes() {
  const found = new Map();
  for (const one of changed()) {
    const { what, settled, name, key } = JSON.parse(one.dataset.post);
    const id = JSON.stringify([what, settled]);
    const change = found.get(id) ?? { what, ...settled };
    if (name) change[name] = value(one);
    else (change.values ??= {})[key] = value(one);
    found.set(id, change);
  }
  return [...found.values()];
}

async function send(button) {
  const note = button.closest(".stop").querySelector("[data-error]");
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  const body = { move_id: fresh(), changes: changes(), reason: byId("reason").value, expected: Number(seq) };
  const answer = await post(`/api/tables/${table}/adjust`, body).catch(() => null);
  button.removeAttribute("aria-busy");
  if (answer?.ok) return void location.assign(`/t/${table}`);
  note.textContent = answer ? answer.data.error.message : say("offline");
  note.hidden = false;
  main.querySelector("[data-again]").hidden = answer?.status !== 409;
  note.focus();
}

function setDie(one, code) {
  one.dataset.value = JSON.stringify(code);
  const colour = dice.find(({ letter }) => letter === code?.[0]);
  const label = one.firstElementChild;
  label.textContent = code ? `${one.dataset.label}: ${shown(one, code)}` : one.dataset.label;
  const plus = Object.assign(document.createElement("span"), { className: "plus", textContent: "+" });
  plus.setAttribute("aria-hidden", "true");
  one.replaceChildren(label, code ? die(colour.colour, Number(code[1])) : plus);
  mark(one);
}

main.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.go !== undefined) {
    const stop = button.closest("[data-stop]");
    if (stop) seen(Number(stop.dataset.stop));
    go(Number(button.dataset.go));
  } else if ("send" in button.dataset) {
    send(button);
  } else if (button.dataset.step) {
    const input = byId(button.dataset.for);
    const next = Number(input.value.replace("−", "-") || 0) + Number(button.dataset.step);
    input.value = Math.max(Number(input.dataset.min), Math.min(Number(input.dataset.max), next));
    mark(input.closest("[data-believed]"));
  } else if (button.dataset.kind === "die") {
    const all = [...button.closest(".stop").querySelectorAll("[data-kind=die]")];
    const cells = all.slice(all.indexOf(button)).map((one) => ({
      key: one.dataset.key,
      label: one.dataset.label,
      empty: value(one) === null,
    }));
    pickDice(cells, dice, (values) => {
      for (const [key, code] of Object.entries(values)) setDie(all.find((one) => one.dataset.key === key), code);
    });
  }
});

main.addEventListener("input", ({ target }) => {
  const one = target.closest("[data-believed]");
  if (one) mark(one);
});

// a page that comes back from the browser's memory has kept what was typed
believed.forEach(mark);
list();
