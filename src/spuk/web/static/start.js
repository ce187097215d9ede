// Copying links, and taking a token out of the part of an address that browsers do not send.
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
