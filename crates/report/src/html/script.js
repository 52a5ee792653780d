"use strict";
const form = document.getElementById("filter");
const search = form.querySelector("input[type=search]");
const boxes = [...form.querySelectorAll("input[type=checkbox]")];
const clients = [...document.querySelectorAll(".client")];
function apply() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = boxes.filter((box) => box.checked).map((box) => box.value);
  let shown = 0;
  for (const client of clients) {
    const text = client.querySelector("summary").textContent.toLowerCase();
    const fits = kinds.some((kind) => client.classList.contains(kind)) && words.every((word) => text.includes(word));
    client.hidden = !fits;
    shown += fits;
  }
  document.getElementById("none").hidden = shown > 0;
}
form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "Escape" && document.activeElement === search) {
    search.value = "";
    apply();
    search.blur();
  }
});
