// The live preview of a deck: hears of every build, and changes only what has changed.

const body = document.body;
const told = document.getElementById("told");
const sheets = document.getElementById("sheets");
const lang = new URLSearchParams(location.search).get("lang");
let version = Number(body.dataset.version);
let asking = false;

function fill(section, texts) {
  section.hidden = texts.length === 0;
  const list = section.querySelector("ul");
  list.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

function figure() {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const number = Object.assign(document.createElement("p"), { className: "number" });
  number.setAttribute("aria-hidden", "true");
  link.append(document.createElement("img"));
  item.append(link, number);
  return item;
}

async function show(item, page) {
  const picture = item.querySelector("img");
  item.querySelector("a").href = page.src;
  item.querySelector(".number").textContent = page.alt;
  picture.alt = page.alt;
  picture.width = page.width;
  picture.height = page.height;
  if (picture.getAttribute("src") === page.src) return;
  if (picture.getAttribute("src")) {
    // the old page stays until the new one is there: nothing flickers
    const next = new Image();
    next.src = page.src;
    await next.decode().catch(() => {});
  }
  picture.src = page.src;
}

function patch(state) {
  version = state.version;
  told.textContent = state.told;
  told.classList.toggle("bad", !state.good);
  fill(document.getElementById("problems"), state.problems);
  fill(document.getElementById("notes"), state.notes);
  const kept = document.getElementById("kept");
  kept.hidden = !state.kept;
  kept.textContent = state.kept;
  body.classList.toggle("kept-pages", Boolean(state.kept));
  while (sheets.children.length > state.pages.length) sheets.lastElementChild.remove();
  state.pages.forEach((page, n) => {
    if (!sheets.children[n]) sheets.append(figure());
    show(sheets.children[n], page);
  });
  body.dataset.version = String(version);
}

async function ask() {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch(lang ? `/state?lang=${encodeURIComponent(lang)}` : "/state");
    if (answer.ok) patch(await answer.json());
  } finally {
    asking = false;
  }
}

function listen() {
  const stream = new EventSource("/stream");
  stream.addEventListener("built", (event) => {
    if (Number(event.data) !== version || told.dataset.lost) {
      delete told.dataset.lost;
      ask();
    }
  });
  stream.addEventListener("error", () => {
    told.dataset.lost = "yes";
    told.classList.add("bad");
    told.textContent = body.dataset.lost;
  });
}

const STEPS = [14, 18, 24, 32, 44, 60];
let step = Number(sessionStorage.getItem("sheet") ?? 2);

function resize(by) {
  step = Math.min(Math.max(step + by, 0), STEPS.length - 1);
  document.documentElement.style.setProperty("--sheet", `${STEPS[step]}rem`);
  sessionStorage.setItem("sheet", String(step));
  document.getElementById("smaller").disabled = step === 0;
  document.getElementById("larger").disabled = step === STEPS.length - 1;
}

document.getElementById("smaller").addEventListener("click", () => resize(-1));
document.getElementById("larger").addEventListener("click", () => resize(1));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+" || event.key === "=") resize(1);
  if (event.key === "-") resize(-1);
});

resize(0);
listen();
document.documentElement.dataset.ready = "yes";
