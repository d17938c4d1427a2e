// What every page needs: the theme, forms that post JSON, and the words that scripts say.

export const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

export const say = (key, args = {}) =>
  (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => args[name] ?? "");

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
  const text = await answer.text();
  let data = {};
  try {
    data = JSON.parse(text);
  } catch {
    data = { error: { key: "unreadable", message: say("server") } };
  }
  return { status: answer.status, ok: answer.ok, data };
}

const root = document.documentElement;

document.querySelector("[data-theme-switch]")?.addEventListener("click", () => {
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
});

// A form with data-post sends its fields as JSON and goes to where the answer points.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-post]");
  if (!form) return;
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  if (button.getAttribute("aria-busy")) return;
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
  const found = { ...data, seat_tokens: data.seats?.map?.(({ token }) => token).filter(Boolean).join(".") };
  return form.dataset.then?.replace(/\{(\w+)\}/g, (_, name) => found[name] ?? "") ?? location.href;
}

// A seat that another phone has: the host is asked, and the page waits for the answer.
async function claimed(form, body, answer) {
  while (form.dataset.claim !== undefined && answer.status === 202) {
    complain(form, say("asked"));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    answer = await post(form.dataset.post, { ...body, claim: answer.data.request.claim });
  }
  return answer;
}

// names that were typed once stand there the next time
function remember(form) {
  for (const input of form.querySelectorAll("[data-remember]")) {
    try {
      localStorage.setItem(input.dataset.remember, input.value);
    } catch {
      // a private window
    }
  }
}
for (const input of document.querySelectorAll("[data-remember]")) {
  try {
    input.value ||= localStorage.getItem(input.dataset.remember) ?? "";
  } catch {
    // a private window
  }
}
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

// Names with a dot make nested objects, names that end in [] make lists; numbers stay numbers.
export function fields(form) {
  const found = {};
  for (const element of form.elements) {
    const { name, type, value } = element;
    if (!name || element.disabled) continue;
    if ((type === "radio" || type === "checkbox") && !element.checked) continue;
    if (value === "" && element.dataset.optional !== undefined) continue;
    const path = name.replace("[]", "").split(".");
    let place = found;
    for (const part of path.slice(0, -1)) place = place[part] ??= {};
    const last = path.at(-1);
    const plain = type === "number" || element.dataset.number !== undefined ? Number(value) : value;
    if (name.endsWith("[]")) (place[last] ??= []).push(plain);
    else place[last] = plain;
  }
  const mode = form.querySelector("[data-start]:checked");
  if (mode) found.start = mode.dataset.start === "true";
  if (form.dataset.lists?.includes("players")) found.players = Object.values(found.players ?? {});
  for (const name of (form.dataset.lists ?? "").split(" ").filter(Boolean)) {
    let place = found;
    const path = name.split(".");
    for (const part of path.slice(0, -1)) place = place[part] ??= {};
    place[path.at(-1)] ??= [];
  }
  if (form.dataset.words !== undefined) found.words = fresh();
  return found;
}

// the page listens now; at a table that is so a little later
if (!document.getElementById("live")) root.dataset.ready = "";
