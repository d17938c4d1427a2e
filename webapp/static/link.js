// The link to the table: moves on their way out, the live stream in, and the page brought up to what the server shows.

import { fresh, memory, post } from "./page.js";

// Moves that are on their way, kept on the phone until the server has judged them. `wanted`, `done`, `refused` and
// `failed` are set by whoever uses it.
export class Outbox {
  constructor(table, changed) {
    this.key = `outbox-${table}`;
    this.changed = changed;
    this.sending = false;
    this.items = this.load();
  }

  load() {
    return JSON.parse(memory(this.key) ?? "[]");
  }

  save() {
    memory(this.key, this.items.length ? JSON.stringify(this.items) : null);
    this.changed();
  }

  add(path, body, label) {
    this.items.push({ path, body: { move_id: fresh(), ...body }, label });
    this.save();
    return this.flush();
  }

  drop(item) {
    this.items = this.items.filter((other) => other !== item);
    this.save();
    return this.flush();
  }

  // Oldest first, one at a time. Where the network or the server fails, everything stays and is tried again.
  async flush() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.later);
    let failed = false;
    while (!failed && this.items.length && !this.items[0].asking) {
      const [item] = this.items;
      const answer = await post(item.path, item.body).catch(() => null);
      if (!answer || answer.status > 500) failed = true;
      else if (this.items.includes(item)) this.judged(item, answer);
    }
    this.sending = false;
    if (!failed) return;
    this.failed?.();
    this.later = setTimeout(() => this.flush(), 1000);
  }

  judged(item, { status, ok, data }) {
    const typed = item.body.typed;
    if (status === 202) {
      this.ask(item, data.request);
    } else if (!ok && typed?.length && data.error.key.startsWith("typed.")) {
      // what was typed in cannot be: only that is asked again
      typed.pop();
      this.ask(item, item.asked, data.error.message);
    } else {
      this.items = this.items.filter((other) => other !== item);
      this.save();
      if (ok) this.done?.(item, data);
      else this.refused?.(item, data.error);
    }
  }

  ask(item, request, message) {
    item.asking = item.asked = request;
    this.save();
    this.wanted?.(item, request, message);
  }

  // Real dice were typed in: the same body again, one outcome longer.
  answer(item, outcome) {
    item.body.typed = [...(item.body.typed ?? []), outcome];
    delete item.asking;
    this.save();
    return this.flush();
  }
}

// The live stream: "the table is at seq n". A silent link is noticed by a watchdog, and a woken phone is back at once.

const BEAT = 15000;

export class Live {
  constructor(url, { seq, changed, linked }) {
    this.url = url;
    this.seq = seq;
    this.changed = changed;
    this.linked = linked;
    this.heard = Date.now();
    this.open();
    setInterval(() => this.watch(), 3000);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.wake()));
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("online", () => this.wake());
  }

  open() {
    clearTimeout(this.resting);
    this.source?.close();
    const source = (this.source = new EventSource(`${this.url}&after=${this.seq}`));
    const hear = () => {
      this.heard = Date.now();
      this.linked(true);
    };
    source.addEventListener("open", hear);
    source.addEventListener("hello", (event) => {
      hear();
      const { seq, beat } = JSON.parse(event.data);
      this.greeted = true;
      this.beat = (beat ?? BEAT / 1000) * 1000;
      if (seq > this.seq) this.news({ seq });
    });
    source.addEventListener("beat", hear);
    source.addEventListener("seq", (event) => {
      hear();
      this.news(JSON.parse(event.data));
    });
    source.addEventListener("presence", (event) => {
      hear();
      // the first one after the greeting says who is here; later ones say that something has changed
      this.changed({ here: this.greeted ? JSON.parse(event.data).here.join(" ") : null });
      this.greeted = false;
    });
    source.addEventListener("error", () => {
      this.linked(false);
      if (source.readyState === EventSource.CLOSED) this.later();
    });
  }

  later() {
    clearTimeout(this.again);
    this.again = setTimeout(() => this.open(), 1000);
  }

  news(told) {
    if (told.seq <= this.seq) return;
    this.seq = told.seq;
    this.changed(told);
  }

  // EventSource takes a silent link for a living one, for ever
  watch() {
    if (document.hidden || !this.source) return;
    if (Date.now() - this.heard > 2.5 * (this.beat ?? BEAT)) {
      this.linked(false);
      this.heard = Date.now();
      this.open();
    }
  }

  // a browser has six connections to a host: a hidden tab gives its own back
  rest() {
    this.resting = setTimeout(() => {
      this.source?.close();
      this.source = null;
    }, 20000);
  }

  wake() {
    clearTimeout(this.resting);
    if (!this.source || Date.now() - this.heard > (this.beat ?? BEAT)) this.open();
    this.changed({});
  }
}

// Bring one element to the state of another, touching only what differs: focus, open folds and half-typed input
// survive. What a script has filled in (data-forms) is left to it. Focus that has lost its element goes to the prompt.

export function patch(from, to) {
  const focus = document.activeElement;
  morph(from, to);
  if (focus === document.activeElement || focus === document.body) return;
  (focus?.isConnected ? focus : document.querySelector(".prompt"))?.focus({ preventScroll: true });
}

function morph(from, to) {
  if (from.nodeType === 3) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  attributes(from, to);
  if (from.dataset.forms) return;
  if (from.matches("input, select, textarea")) {
    if (from === document.activeElement || "dirty" in from.dataset) return;
    if (from.type === "checkbox" || from.type === "radio") from.checked = to.checked;
    else if (from.value !== to.value) from.value = to.value;
  }
  children(from, to);
}

function attributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (name !== "open" && name !== "data-dirty" && !to.hasAttribute(name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

const name = (node) => (node.nodeType === 1 ? node.id || node.dataset.key : null);
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && name(a) === name(b);

function children(from, to) {
  const keyed = new Map();
  for (const child of from.childNodes) if (name(child)) keyed.set(name(child), child);
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const known = name(wanted) ? keyed.get(name(wanted)) : null;
    if (known && known.nodeName === wanted.nodeName) {
      if (known !== at) from.insertBefore(known, at);
      else at = at.nextSibling;
      morph(known, wanted);
    } else if (at && !name(at) && alike(at, wanted)) {
      const here = at;
      at = at.nextSibling;
      morph(here, wanted);
    } else {
      from.insertBefore(document.importNode(wanted, true), at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
