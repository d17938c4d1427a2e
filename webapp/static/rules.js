// Search as you type: the server finds, and the page takes over what it shows. Without scripts the button does the same.

import { patch } from "./link.js";
import { byId } from "./page.js";

const form = document.querySelector("form[role=search]");
const input = form.elements.q;
const PAUSE = 200;
let timer = null;
let wanted = input.value.trim();

async function look() {
  const question = input.value.trim();
  if (question === wanted) return;
  wanted = question;
  const url = new URL(location.pathname, location.href);
  if (question) url.searchParams.set("q", question);
  const answer = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  // an answer that was overtaken, or none: the button still asks
  if (typeof text !== "string" || question !== wanted) return;
  const shown = new DOMParser().parseFromString(text, "text/html").getElementById("found");
  if (!shown) return;
  patch(byId("found"), shown);
  history.replaceState(null, "", url);
}

input.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
});
