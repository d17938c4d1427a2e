// Another move, or other dice, in the place of an entry: first what would be lost by it, then exactly that is confirmed.

import { byId, fresh, post, say } from "./page.js";
import { formOf, typed as askTyped } from "./touch.js";

const main = byId("main");
const { table, entry } = main.dataset;
const losing = byId("losing");
const refused = byId("refused");
const choices = byId("choices");

// what is wished for: another move or none (then other dice), and the dice that were typed in so far
let wish = null;
let lost = [];

function send(more) {
  const { move, typed } = wish;
  return post(`/api/tables/${table}/correct`, { move_id: fresh(), seq: Number(entry), move, typed, ...more }).catch(() => null);
}

function complain(text) {
  refused.textContent = text ?? "";
  refused.hidden = !text;
  if (text) refused.focus();
}

// `then` goes on with the answer; real dice are asked for on the way, and asked again where they cannot be
async function ask(more, then) {
  complain();
  const answer = await send(more);
  if (!answer) return complain(say("offline"));
  const { status, ok, data } = answer;
  const again = (request, message) => {
    wish.request = request;
    askTyped(request, (outcome) => ((wish.typed = [...(wish.typed ?? []), outcome]), ask(more, then)), back, message);
  };
  if (status === 202) return again(data.request);
  if (!ok && wish.typed?.length && data.error.key.startsWith("typed.") && wish.request) {
    wish.typed.pop();
    return again(wish.request, data.error.message);
  }
  return then(answer);
}

const consider = () =>
  ask({ dry_run: true }, async ({ ok, data }) => {
    if (!ok) return back(data.error.message);
    lost = data.lost;
    show(await told(lost));
  });

// what the lost entries say
async function told(seqs) {
  if (!seqs.length) return [];
  const answer = await fetch(`${location.pathname}?lost=${seqs.join()}`).catch(() => null);
  const page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
  const found = [...page.querySelectorAll("#later li")].map((line) => document.importNode(line, true));
  return found.length ? found : seqs.map((seq) => document.createTextNode(`${seq} `));
}

const correct = () =>
  ask({ drop: lost, reason: byId("reason").value }, ({ ok, data }) => {
    if (ok) return void location.assign(`/t/${table}/log#entry-${data.seq}`);
    // somebody has moved meanwhile: look again
    if (data.error.key === "correct.drop") consider().then(() => complain(data.error.message));
    else complain(data.error.message);
  });

function show(lines) {
  for (const one of losing.querySelectorAll("[data-some]")) one.hidden = !lost.length;
  for (const one of losing.querySelectorAll("[data-none]")) one.hidden = lost.length > 0;
  losing.querySelector("[data-wish]").replaceChildren(...wish.shown.map((node) => node.cloneNode(true)));
  losing.querySelector("[data-lost]").replaceChildren(...lines);
  choices.hidden = true;
  losing.hidden = false;
  losing.scrollIntoView({ block: "nearest" });
  losing.focus({ preventScroll: true });
}

function back(message) {
  choices.hidden = false;
  losing.hidden = true;
  complain(message);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-wish]");
  if (button?.matches("button")) {
    const { move } = JSON.parse(button.dataset.wish);
    // the same move with other dice: asking for the first of them says so
    wish = { move, typed: move ? undefined : [], shown: [...button.firstElementChild.childNodes] };
    void consider();
  }
  const step = target.closest("[data-step]");
  if (step) {
    const input = byId(step.dataset.for);
    const next = Number(input.value.replace("−", "-") || 0) + Number(step.dataset.step);
    input.value = Math.max(Number(input.dataset.min), Math.min(Number(input.dataset.max), next));
  }
  const act = target.closest("[data-do]")?.dataset.do;
  if (act === "correct") void correct();
  if (act === "keep") back();
});

const forms = JSON.parse(byId("options").textContent);
const formed = (form) => ({ move, label }) => {
  wish = { move, shown: [document.createTextNode(label ?? form.label)] };
  void consider();
};
byId("forms")?.replaceChildren(...forms.map((form) => formOf(form, formed(form))));

byId("narrow")?.addEventListener("input", ({ target }) => {
  const text = target.value.trim().toLowerCase();
  for (const one of choices.querySelectorAll(".moves button")) one.hidden = !one.textContent.toLowerCase().includes(text);
});

document.documentElement.dataset.ready = "";
