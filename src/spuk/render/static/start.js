// Copying links, taking a token out of the part of an address that browsers do not send, new ids for old forms.
document.addEventListener("click", event => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  const copied = navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.reject();
  copied.catch(() => document.execCommand("copy")).then(() => {
    const said = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = said; }, 1600);
  });
});
const field = document.querySelector("[data-from-hash]");
if (field && location.hash.length > 1) field.value = location.hash.slice(1);
// A form that comes back out of the browser's memory is a new one: it must not pass for a repeat of what it sent.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  const id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (const field of document.querySelectorAll("input[name=request]")) field.value = id;
});
