// What fingers and keys do: places on the panels, and the dialogs.

import { byId, fields as filled, say } from "./page.js";

// Moves that are made on the panels: each names the places that are touched, in any order. When the touched places are
// exactly those of a move, it is offered or sent.

const FEW = 6;

export class Targets {
  constructor(root, offer) {
    this.root = root;
    this.offer = offer;
    this.chosen = new Set();
    this.moves = [];
    root.addEventListener("click", (event) => this.touch(event));
  }

  load(moves) {
    this.moves = moves.filter((move) => move.at?.length);
    this.chosen = new Set([...this.chosen].filter((place) => this.moves.some((move) => move.at.includes(place))));
    this.mark();
  }

  clear() {
    this.chosen.clear();
    this.mark();
  }

  // the moves that what is chosen may still become
  get open() {
    return this.moves.filter((move) => [...this.chosen].every((place) => move.at.includes(place)));
  }

  get places() {
    return new Set(this.open.flatMap((move) => move.at));
  }

  mark() {
    const places = this.places;
    for (const element of this.root.querySelectorAll("[data-at]")) {
      const can = places.has(element.dataset.at);
      const chosen = this.chosen.has(element.dataset.at);
      element.classList.toggle("can", can);
      element.classList.toggle("chosen", chosen);
      if (element.tagName !== "BUTTON") continue;
      element.setAttribute("aria-disabled", String(!can));
      element.tabIndex = can ? 0 : -1;
      element.setAttribute("aria-pressed", String(chosen));
    }
    for (const said of this.root.querySelectorAll("[data-when]")) said.hidden = !this.chosen.has(said.dataset.when);
    const hint = byId("hint");
    const text = hint?.dataset[this.chosen.size ? "next" : "first"];
    if (hint && hint.textContent !== text) hint.textContent = text;
  }

  touch(event) {
    let element = event.target.closest("[data-at]");
    const places = this.places;
    while (element && !places.has(element.dataset.at)) element = element.parentElement?.closest("[data-at]");
    if (!element || !this.root.contains(element)) return;
    const place = element.dataset.at;
    if (this.chosen.has(place)) this.chosen.delete(place);
    else this.chosen.add(place);
    const open = this.open;
    const exact = open.filter((move) => move.at.length === this.chosen.size);
    if (this.chosen.size && exact.length) {
      const chosen = new Set(this.chosen);
      const title = element.querySelector(".title")?.textContent.trim() || element.getAttribute("aria-label");
      const further = () => ((this.chosen = chosen), this.mark());
      this.chosen.clear();
      // a long list of what further places would make of it is better shown on the panels
      if (open.length - exact.length > FEW) this.offer(exact, title, further);
      else this.offer(open, title);
    }
    this.mark();
  }
}

// what dialogs are made of

const dialog = byId("dialog");

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value != null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const row = (...children) => make("div", { class: "row-of" }, ...children);
const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);

// one line for those who type
function lineFor(text, entered) {
  const line = make("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": text, placeholder: text });
  line.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    entered(line.value.trim().toLowerCase());
  });
  return line;
}

// a colour always comes with its letter and shape; the page holds one of each to copy
const marks = byId("marks")?.content;
const copy = (kind, colour) => marks?.querySelector(`[data-${kind}="${colour}"]`)?.firstElementChild.cloneNode(true);

export function die(colour, face) {
  const found = copy("die", colour);
  if (!found) return null;
  found.setAttribute("aria-hidden", "true");
  const use = found.querySelector(".pips use");
  use.setAttribute("href", use.getAttribute("href").replace(/\d$/, face ?? 1));
  found.classList.toggle("blank", !face);
  if (!face) use.parentNode.remove();
  return found;
}

function rich({ label, parts }) {
  const marked = ({ colour, name, face, short }) => {
    const chip = copy("chip", colour);
    chip.querySelector(".letter").dataset.letter += face ?? "";
    if (!face && !short) return make("span", {}, chip, ` ${name}`);
    return make("span", {}, chip, make("span", { class: "hidden-text" }, face ? `${name} ${face}` : name));
  };
  return make("span", {}, ...(parts ?? [label]).map((part) => (part.colour ? marked(part) : part)));
}

// a keyboard at hand: the first thing to fill in; a thumb: the title, so that no keyboard covers the buttons
const keyboard = () => matchMedia("(pointer: fine)").matches;

let left = null;

function show(title, content, first, leave = null) {
  left = leave;
  dialog.replaceChildren(make("div", { class: "stack" }, make("h2", { id: "dialog-title", tabindex: "-1" }, title), ...content));
  if (!dialog.open) dialog.showModal();
  const control = first ?? dialog.querySelector("input, select") ?? dialog.querySelector("button:enabled");
  (keyboard() ? control : byId("dialog-title")).focus();
}

function close() {
  left = null;
  if (dialog.open) dialog.close();
}

// whoever leaves by Escape, or taps beside the dialog, gives up
const leave = () => {
  left?.();
  close();
};
dialog.addEventListener("cancel", leave);
dialog.addEventListener("click", (event) => event.target === dialog && leave());

const cancel = () => button(say("cancel"), leave, { class: "plain-button" });

// Several moves of one place, and forms that are filled in there. `further` goes on choosing on the panels.
export function choose(options, send, title, further = null) {
  const offered = [...options].sort((a, b) => Boolean(b.fields) - Boolean(a.fields));
  show(title || say("choose"), [
    ...offered.map((option) =>
      option.fields ? formOf(option, send) : button(rich(option), () => (close(), send(option))),
    ),
    further && button(say("go_on"), () => (close(), further()), { class: "primary", "data-further": "" }),
    cancel(),
  ].filter(Boolean));
}

export function formOf(form, send) {
  const { fields, label, settled, type } = form;
  const done = (values) => {
    close();
    send({ ...form, move: { ...settled, type, ...values } });
  };
  const [only] = fields;
  if (fields.length === 1 && only.kind === "int" && only.max - only.min < 20) {
    const keys = Array.from({ length: only.max - only.min + 1 }, (_, n) => only.min + n);
    return make("section", { class: "form stack", role: "group", "aria-label": label }, make("h3", {}, rich(form)),
      make("div", { class: "keys" }, ...keys.map((n) => button(String(n).replace("-", "−"), () => done({ [only.name]: n })))));
  }
  const controls = fields.map((field, n) => control(field, `field-${type}-${field.name}-${n}`));
  const submit = (event) => {
    event.preventDefault();
    done(filled(event.target));
  };
  return make("form", { class: "form stack", onsubmit: submit }, make("h3", {}, rich(form)), ...controls,
    make("button", { type: "submit", class: "primary" }, form.submit ?? say("ok")));
}

function control({ name, kind, label, min, max, choices, labels, default: preset, optional }, id) {
  if (choices) {
    const options = choices.map((value) => make("option", { value }, labels?.[value] ?? String(value)));
    const number = typeof choices[0] === "number" ? "" : null;
    return make("label", {}, label, make("select", { name, "data-number": number }, ...options));
  }
  const input = make("input", {
    id,
    name,
    type: "text",
    inputmode: kind === "int" && min >= 0 ? "numeric" : null,
    pattern: kind === "int" ? "[\\-−]?[0-9]+" : null,
    "data-number": kind === "int" ? "" : null,
    "data-min": min,
    "data-max": max,
    value: preset ?? "",
    required: !optional && "required",
    autocomplete: "off",
  });
  if (kind !== "int") return make("label", {}, label, input);
  const step = (by, sign, word) => button(sign, null, { "data-step": by, "data-for": id, "aria-label": `${say(word)}: ${label}` });
  return make("div", { class: "number" }, make("label", { for: id }, label),
    make("div", { class: "steps" }, step(-1, "−", "less"), input, step(1, "+", "more")));
}

// Real dice and cards. Buttons for every outcome, and one line for those who type: "r6 g6", "3 5 5".
export function typed(request, answer, giveUp, message = "", about = "") {
  const [kind, what, more] = request.ask;
  const wanted = kind === "order" ? what : more;
  const choices = request.choices ?? [];
  const got = [];
  const list = make("div", { class: "got", "aria-live": "polite" });
  const note = make("p", { class: "refused", role: "alert" }, message);
  note.hidden = !message;
  const complain = (text) => {
    note.textContent = text;
    note.hidden = !text;
    line.setAttribute("aria-invalid", String(Boolean(text)));
  };
  const draw = () => {
    const gaps = Array.from({ length: wanted - got.length }, () => make("span", { class: "gap" }));
    list.replaceChildren(...got.map((one) => picture(one, kind) ?? make("span", { class: "chip" }, one.label)), ...gaps);
    for (const { key, choice } of keys) {
      const used = got.filter((other) => other === choice).length;
      key.disabled = got.length === wanted || used >= (kind === "order" ? 1 : (choice.left ?? Infinity));
    }
    done.disabled = got.length !== wanted;
    undo.disabled = !got.length;
  };
  const take = (choice) => {
    got.push(choice);
    complain("");
    draw();
    if (got.length === wanted) done.focus();
  };
  const keyOf = (choice) =>
    button(picture(choice, kind) ?? choice.label, () => take(choice), { "aria-label": choice.label });
  const keys = choices.map((choice) => ({ choice, key: keyOf(choice) }));
  const send = (outcome) => (close(), answer(outcome));
  const finish = () => send(got.map((choice) => choice.value));
  const done = button(say("ok"), finish, { class: "primary" });
  const undo = button(say("back"), () => (got.pop(), draw()));
  const line = lineFor(say("type_in"), (text) => {
    if (text === "" && got.length === wanted) return finish();
    const found = parse(text, choices, kind);
    if (!found) return complain(say("cannot_be", { got: text }));
    if (found.length > wanted) return send(found.map((choice) => choice.value));
    line.value = "";
    narrow();
    if (got.length + found.length > wanted) got.length = 0;
    complain("");
    got.push(...found);
    draw();
    if (got.length === wanted) finish();
  });
  // a long list of cards grows shorter with every letter
  const narrow = () => {
    const text = line.value.trim().toLowerCase();
    if (kind === "draw") for (const { key, choice } of keys) key.hidden = !choice.key && !choice.label.toLowerCase().includes(text);
  };
  line.addEventListener("input", narrow);
  const wordy = choices.length > 12 || choices.some((choice) => choice.label.length > 9 && !choice.key);
  show(request.prompt, [
    about && make("p", { class: "small" }, about),
    list,
    note,
    line,
    make("div", { class: wordy ? "keys words" : choices.every((c) => picture(c, kind)) ? "keys dice" : "keys" }, ...keys.map(({ key }) => key)),
    row(undo, done),
    row(button(say("for_me"), () => send(null)), cancel()),
  ].filter(Boolean), line, giveUp);
  draw();
}

const picture = ({ value, key }, kind) => (key ? die(value) : kind === "roll" && value < 7 ? die("none", value) : null);

// "r r g" or "rrg" by key letters, "3 5 5" or "355" by faces, or whole names.
function parse(clean, choices, kind) {
  const find = (part) =>
    choices.find((c) => [String(c.value), c.key, c.letter?.toLowerCase(), c.label.toLowerCase()].includes(part));
  const whole = clean.split(/[\s,;]+/).filter(Boolean).map(find);
  if (whole.length && whole.every(Boolean)) return whole;
  const single = [...clean.replace(/[\s,;]+/g, "")].map(find);
  if (kind !== "order" && single.length && single.every(Boolean)) return single;
  const named = choices.filter((c) => c.label.toLowerCase().startsWith(clean));
  return clean && named.length === 1 ? named : null;
}

// Dice for a calculator, one cell after the other: a colour, then a face; or a line like "r6", or "r6 g6 b4" for
// several cells at once. `done` is told the values by the cells' keys; an empty cell that follows is asked next.
export function pickDice(cells, colours, done) {
  const [cell, ...rest] = cells;
  let colour = null;
  const fill = (values) => {
    done(Object.fromEntries(values.map((value, n) => [cells[n].key, value])), cell.label);
    const next = cells.slice(values.length).findIndex(({ empty }) => empty);
    if (next < 0 || values[0] === null) close();
    else pickDice(cells.slice(values.length + next), colours, done);
  };
  const faces = [1, 2, 3, 4, 5, 6].map((face) => button("", () => fill([`${colour.letter}${face}`]), { disabled: "" }));
  const paint = () =>
    faces.forEach((key, n) => {
      key.disabled = !colour;
      key.replaceChildren(die(colour?.colour ?? "none", n + 1));
      key.setAttribute("aria-label", `${colour?.label ?? ""} ${n + 1}`.trim());
    });
  const choose = (one, at) => {
    colour = one;
    keys.forEach((key, n) => key.setAttribute("aria-pressed", String(n === at)));
    paint();
    if (keyboard()) faces[0].focus();
  };
  const keys = colours.map((one, n) =>
    button(die(one.colour), () => choose(one, n), { "aria-pressed": "false", "aria-label": one.label }),
  );
  const line = lineFor(say("dice_line"), (text) => {
    const codes = text.match(/\S+/g) ?? [];
    const good = codes.every((code) => /^.[1-6]$/.test(code) && colours.some(({ letter }) => letter === code[0]));
    if (good && codes.length && codes.length <= rest.length + 1) fill(codes);
    else line.setAttribute("aria-invalid", "true");
  });
  show(cell.label, [
    make("h3", {}, say("colour")),
    make("div", { class: "keys dice" }, ...keys),
    make("h3", {}, say("face")),
    make("div", { class: "keys dice" }, ...faces),
    line,
    row(cell.empty ? null : button(say("clear"), () => fill([null])), cancel()),
  ], line);
  paint();
}
