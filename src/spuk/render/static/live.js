/* Spuk: keeps the page of a table up to date. The server sends the parts that look different after a change, and the whole
   table to those who have had nothing on this line yet; htmx morphs them in. */
"use strict";
(() => {
  const root = document.getElementById("table");
  const stage = document.getElementById("main");
  const trouble = document.getElementById("trouble");
  const SILENCE = Number(root.dataset.beat) * 2000 + 2000; // ms: two heartbeats missed, and the line is dead
  const AWAY = 3000; // ms without a word after which somebody who comes back gets a new line at once
  let number = Number(root.dataset.number);
  let source = null, wait = 500, lost = false, chain = Promise.resolve();
  let heard = Date.now(), again = 0;

  /* ---------- the stream ---------- */
  function connect() {
    clearTimeout(again);
    source?.close();
    heard = Date.now();
    const line = source = new EventSource(`${root.dataset.live}&after=${number}`);
    const on = (name, what) => line.addEventListener(name, (event) => {
      if (line !== source) return;
      heard = Date.now();
      what(event);
    });
    on("open", healed);
    on("beat", () => {});
    on("table", (event) => take(JSON.parse(event.data)));
    on("reload", () => location.reload());
    on("moved", moved);
    line.addEventListener("error", () => { if (line === source) retry(); });
  }

  function retry() {
    lose();
    source.close();
    clearTimeout(again);
    again = setTimeout(connect, wait);
    wait = Math.min(wait * 1.6, 8000);
  }

  function lose() {
    lost = true;
    say(trouble.dataset.lost);
  }

  function healed() {
    wait = 500;
    if (lost) say(trouble.dataset.back, true);
    lost = false;
  }

  /* This is the old device of somebody who has moved to another one. */
  function moved() {
    source?.close();
    location.replace("/moved");
  }

  /* A line can die without a word (a phone asleep, a router that forgets): heartbeats stop, and nothing else tells. */
  setInterval(() => { if (Date.now() - heard > SILENCE) { lose(); connect(); } }, 1000);
  addEventListener("online", connect);
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - heard > AWAY) connect(); });

  /* One picture after another: motion may still be under way when the next one comes. */
  function take(update) {
    if (update.number < number) return;
    number = update.number;
    if (window.motion) motion.waiting += 1;
    chain = chain.then(breathe).then(() => show(update)).catch((error) => console.error(error)).then(() => { if (window.motion) motion.waiting -= 1; });
  }

  /* Between two pictures the browser may do other things: several that come at once would be one long task. A timer
     would do, too, but in a page that nobody looks at it waits for a second. */
  const breathe = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); resolve(); };
    port2.postMessage(0);
  });

  /* Within a part that has changed, what has not is only named: it is what we have. */
  function whole(html) {
    if (!html.includes(" data-keep>")) return html;
    const box = document.createElement("template");
    box.innerHTML = html;
    for (const named of box.content.querySelectorAll("[data-keep]")) {
      const kept = document.getElementById(named.id);
      if (kept) named.replaceWith(kept.cloneNode(true));
    }
    return box.innerHTML;
  }

  async function show(update) {
    const swap = async () => {
      place.before();
      const partial = ([id, html]) => `<hx-partial hx-target="#${id}" hx-swap="outerMorph">${whole(html)}</hx-partial>`;
      if (update.parts) await htmx.swap({ target: "#table", text: Object.entries(update.parts).map(partial).join(""), swap: "none" });
      else await htmx.swap({ target: "#table", text: update.html + partial(["top", update.top]), swap: "innerMorph" });
      place.after(update.said);
      if (document.querySelector("[data-keep]")) connect(); // we lack something the server thinks we have: a new line begins with everything
    };
    await (window.motion ? motion.play(update.events, swap) : swap());
    root.dataset.number = update.number;
    for (const field of document.querySelectorAll("form > input[name=number]")) field.value = update.number;
    if (stage.dataset.status === "open" && update.status !== "open") {
      place.tellLater(stage.dataset.started);
      return location.reload();
    }
    stage.dataset.status = update.status;
    if (update.log.trim()) document.dispatchEvent(new CustomEvent("spuk:log", { detail: update.log }));
    if (update.chat.trim()) document.dispatchEvent(new CustomEvent("spuk:chat", { detail: update.chat }));
    document.dispatchEvent(new CustomEvent("spuk:table", { detail: update }));
  }

  /* ---------- what is sent: each press has an id, kept until it is answered, so that nothing is done twice ---------- */
  const ids = new Map(); // by what was pressed
  const accepted = new Map(); // what was pressed → when the server said yes
  const LATELY = 3000; // ms in which the same press again is a double press
  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  document.addEventListener("htmx:config:request", (event) => {
    const ctx = event.detail.ctx, request = ctx.request;
    request.headers["X-Page-Language"] = document.documentElement.lang;
    if (request.method === "GET") return;
    ctx.press = `${request.action} ${new URLSearchParams(request.body)}`;
    if (!ids.has(ctx.press)) ids.set(ctx.press, newId());
    request.headers["Idempotency-Key"] = ids.get(ctx.press);
    if (!request.action.endsWith("/hint")) request.timeout ??= 15000;
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { press, response } = event.detail.ctx;
    if (response.status < 500) ids.delete(press); // else nobody knows: the same press again has the same id
    if (response.status >= 400) return;
    accepted.set(press, Date.now());
    for (const [other, when] of accepted) if (Date.now() - when > LATELY) accepted.delete(other);
  });

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
    const { press, response, text } = event.detail.ctx;
    let code = "", sentence = "";
    try { ({ code, sentence } = JSON.parse(text)); } catch { /* no JSON: a proxy answered */ }
    if (code === "moved_away") return moved();
    if (response.status === 409) connect(); // what we show is old: the new line begins with the table as it is
    const twice = response.status === 409 && Date.now() - (accepted.get(press) ?? 0) < LATELY;
    if (!twice) say(sentence || trouble.dataset.failed);
  });
  document.addEventListener("htmx:error", () => say(trouble.dataset.failed));

  connect();
})();
