// A scanned card: its picture as soon as the press has drawn it, and what it can do, done by one touch.

import { fresh, post, say } from "./page.js";

const face = document.querySelector("[data-face]");

async function draw() {
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await fetch(face.dataset.face).catch(() => null);
    if (answer?.status === 200) {
      const image = face.querySelector("img");
      image.src = face.dataset.face;
      image.hidden = false;
      return;
    }
    if (answer && answer.status !== 202) return;
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? 3000 : 400));
  }
}
if (face) draw();

for (const button of document.querySelectorAll("[data-offer]")) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    const body = { move_id: fresh(), seen_seq: Number(button.dataset.seen), ...JSON.parse(button.dataset.body) };
    const answer = await post(button.dataset.offer, body).catch(() => null);
    if (answer?.ok && answer.status === 200) return void location.assign(button.dataset.then);
    button.removeAttribute("aria-busy");
    const note = button.closest("section").querySelector("[data-error]");
    note.textContent = answer ? answer.data.error?.message ?? answer.data.request?.prompt : say("offline");
    note.hidden = false;
    note.focus();
  });
}
