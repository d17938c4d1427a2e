// My copy: a chosen file is read into the text, where it can be looked at before it is imported.

const file = document.querySelector("[data-file]");
const form = document.querySelector("[data-import]");

file?.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  form.elements.text.value = await chosen.text();
  form.elements.name.value = chosen.name.slice(0, 100);
});
