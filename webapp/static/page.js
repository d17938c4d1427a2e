// What every page needs: the theme, forms that post JSON, and the words that scripts say.

export const byId = (id) => document.getElementById(id);

const words = JSON.parse(byId("words").textContent);

export const say = (key, args = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => args[name]);

// plain http on a LAN has no crypto.randomUUID; getRandomValues is everywhere
export function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function post(path, body, method = "POST") {
  const answer = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({ error: { key: "unreadable", message: say("server") } }));
  return { status: answer.status, ok: answer.ok, data };
}

const root = document.documentElement;

document.querySelector("[data-theme-switch]").addEventListener("click", () => {
  const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
});

// A form with data-post sends its fields as JSON and goes to where the answer points.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-post]");
  if (!form) return;
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  if (button.getAttribute("aria-busy")) return;
  // what cannot be undone is asked twice
  if (form.dataset.confirm && button.textContent !== form.dataset.sure) {
    complain(form, form.dataset.confirm);
    button.textContent = form.dataset.sure;
    return;
  }
  button.setAttribute("aria-busy", "true");
  try {
    remember(form);
    const body = fields(form);
    const answer = await claimed(form, body, await post(form.dataset.post, body));
    if (answer.ok) return void location.assign(target(form, answer.data));
    complain(form, answer.data.error.message);
  } catch {
    complain(form, say("offline"));
  }
  button.removeAttribute("aria-busy");
});

function target(form, data) {
  const found = { ...data, seat_tokens: data.seats?.map(({ token }) => token).filter(Boolean).join(".") };
  return form.dataset.then.replace(/\{(\w+)\}/g, (_, name) => found[name] ?? "");
}

// A seat that another phone has: the host is asked, and the page waits for the answer.
async function claimed(form, body, answer) {
  while (answer.status === 202) {
    complain(form, say("asked"));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    answer = await post(form.dataset.post, { ...body, claim: answer.data.request.claim });
  }
  return answer;
}

// what a phone remembers; a private window may have no storage, and goes on without
export function memory(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(key);
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return null;
  }
}

// The end is told place by place, once on each phone; a tap or a key shows all of it.
export function tellEnd() {
  const end = document.querySelector("[data-end]")?.dataset.end;
  if (!end) return void delete root.dataset.told;
  if (memory("told") === end) root.dataset.told = "";
  else memory("told", end);
}
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => document.querySelector("[data-end]") && (root.dataset.told = ""));
}

// names that were typed once stand there the next time
function remember(form) {
  for (const input of form.querySelectorAll("[data-remember]")) memory(input.dataset.remember, input.value);
}
for (const input of document.querySelectorAll("[data-remember]")) input.value ||= memory(input.dataset.remember) ?? "";
document.querySelector("[data-switch]")?.addEventListener("change", (event) => {
  location.assign(`?game=${encodeURIComponent(event.target.value)}`);
});

// options that mean nothing in a mode are not shown there, and not sent
function fit(form) {
  const mode = form.querySelector("[data-start]:checked")?.value;
  for (const option of form.querySelectorAll("[data-modes]")) {
    option.hidden = !option.dataset.modes.split(" ").includes(mode);
    for (const control of option.querySelectorAll("input, select")) control.disabled = option.hidden;
  }
}
for (const form of document.querySelectorAll("form:has([data-modes])")) {
  form.addEventListener("change", () => fit(form));
  fit(form);
}

function complain(form, message) {
  const note = form.querySelector("[data-error]");
  note.textContent = message;
  note.hidden = false;
  note.focus();
}

// Names with a dot make nested objects (lists, if a number follows), names that end in [] make lists.
export function fields(form) {
  const found = {};
  for (const { name, type, value, checked, disabled, dataset } of form.elements) {
    if (!name || disabled || (type === "radio" && !checked)) continue;
    const path = name.replace("[]", "").split(".");
    const last = path.pop();
    let place = found;
    path.forEach((part, n) => (place = place[part] ??= /^\d+$/.test(path[n + 1] ?? last) ? [] : {}));
    if (name.endsWith("[]")) place[last] = [...(place[last] ?? []), ...(checked ? [value] : [])];
    else if ("flag" in dataset) place[last] = type === "checkbox" ? checked : value === "true";
    else if (type !== "number" && !("number" in dataset)) place[last] = value;
    else if (value) place[last] = Number(value.replace("−", "-"));
  }
  const mode = form.querySelector("[data-start]:checked");
  if (mode) found.start = mode.dataset.start === "true";
  for (const name of ["words", "move_id"]) if (name in form.dataset) found[name] = fresh();
  return found;
}

// the page listens now; at a table that is so a little later
if (!byId("live")) root.dataset.ready = "";
