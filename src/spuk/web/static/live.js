/* Spuk: keeps the page of a table up to date. The server sends the table anew after each change; htmx morphs it in. */
"use strict";
(() => {
  const root = document.getElementById("table");
  const stage = document.getElementById("main");
  const trouble = document.getElementById("trouble");
  let number = Number(root.dataset.number);
  let source = null, wait = 500, lost = false, chain = Promise.resolve();

  /* ---------- the stream ---------- */
  function connect() {
    source = new EventSource(`${root.dataset.live}&after=${number}`);
    source.addEventListener("open", healed);
    source.addEventListener("table", (event) => take(JSON.parse(event.data)));
    source.addEventListener("reload", () => location.reload());
    source.addEventListener("moved", () => location.replace("/moved"));
    source.addEventListener("error", () => {
      lost = true;
      if (!navigator.onLine || source.readyState !== EventSource.OPEN) say(trouble.dataset.lost);
      source.close();
      setTimeout(connect, wait);
      wait = Math.min(wait * 1.6, 8000);
    });
  }

  function healed() {
    wait = 500;
    if (lost) say(trouble.dataset.back, true);
    lost = false;
  }

  /* One picture after another: motion may still be under way when the next one comes. */
  function take(update) {
    if (update.number < number) return;
    number = update.number;
    if (window.motion) motion.waiting += 1;
    chain = chain.then(() => show(update)).catch((error) => console.error(error)).then(() => { if (window.motion) motion.waiting -= 1; });
  }

  async function show(update) {
    const swap = async () => {
      place.before();
      await htmx.swap({ target: "#table", text: update.html, swap: "innerMorph" });
      place.after(update.said);
    };
    await (window.motion ? motion.play(update.events, swap) : swap());
    root.dataset.number = update.number;
    for (const field of document.querySelectorAll("form > input[name=number]")) field.value = update.number;
    if (stage.dataset.status === "open" && update.status !== "open") return location.reload();
    stage.dataset.status = update.status;
    if (update.log.trim()) document.dispatchEvent(new CustomEvent("spuk:log", { detail: update.log }));
    if (update.chat.trim()) document.dispatchEvent(new CustomEvent("spuk:chat", { detail: update.chat }));
    document.dispatchEvent(new CustomEvent("spuk:table", { detail: update }));
  }

  /* ---------- telling what went wrong ---------- */
  let timer = 0;
  function say(text, good = false) {
    trouble.textContent = text;
    trouble.classList.toggle("good", good);
    trouble.hidden = false;
    clearTimeout(timer);
    if (good || !lost) timer = setTimeout(() => { trouble.hidden = true; }, good ? 1500 : 5000);
  }

  document.addEventListener("htmx:response:error", (event) => {
    let sentence = "";
    try { sentence = JSON.parse(event.detail.ctx.text).sentence; } catch { /* no JSON: a proxy answered */ }
    say(sentence || trouble.dataset.failed);
  });
  document.addEventListener("htmx:error", () => say(trouble.dataset.failed));

  connect();
})();
