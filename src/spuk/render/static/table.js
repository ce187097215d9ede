/* Spuk: hands at the table: tabs, keys, layers of what glows, two taps, tooltips, notifications. */
"use strict";
(() => {
  const stage = document.getElementById("main");
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

  /* ---------- tabs ---------- */
  function tab(name) {
    stage.dataset.tab = name;
    for (const button of $$(".tabs button")) button.classList.toggle("on", button.dataset.tab === name);
    if (name === "log" && $("#lines")) $("#lines").scrollTop = 1e6;
    if (name === "chat") $("#said").scrollTop = 1e6;
    unread();
    number();
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-tab]");
    if (button?.id === "to-turn") toTurn();
    else if (button) tab(stage.dataset.tab === button.dataset.tab ? "turn" : button.dataset.tab);
    const opener = event.target.closest("[data-open]");
    if (opener) $(`#${opener.dataset.open}`).showModal();
    for (const menu of $$("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });

  /* ---------- layers: the Yin-Yang first, then the tile ---------- */
  function mode(name) {
    if (name) stage.dataset.mode = name; else delete stage.dataset.mode;
    for (const opener of $$("[data-opens]")) opener.setAttribute("aria-pressed", String(opener.dataset.opens === name));
    for (const fold of $$("details.fold")) fold.open = fold.dataset.layer === name;
    number();
  }
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) mode(stage.dataset.mode === opener.dataset.opens ? "" : opener.dataset.opens);
    const summary = event.target.closest("details.fold > summary");
    if (summary) { event.preventDefault(); mode(summary.parentElement.open ? "" : summary.parentElement.dataset.layer); }
  });

  /* ---------- dice to roll again: a tap picks them, and the button that does it shines ---------- */
  document.addEventListener("click", (event) => {
    const die = event.target.closest(".pick");
    if (die) pick(die);
  });
  function pick(die) {
    die.setAttribute("aria-pressed", String(die.getAttribute("aria-pressed") !== "true"));
    const picked = $$(".pick[aria-pressed=true]").map((other) => other.dataset.die).join("") || "none";
    for (const b of $$("[data-dice]")) b.classList.toggle("first", b.dataset.dice === picked);
    $(".first[data-dice]")?.scrollIntoView({ block: "nearest" });
  }

  /* ---------- two taps for what ends something ---------- */
  let armed = null; // the button that asks whether one is sure, and what it said before; it asks until one does something else
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sure]");
    const sure = armed?.button === button;
    calm();
    if (!button || sure) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    armed = { button, words: wordsOf(button).textContent };
    ask();
    window.place?.tell(button.dataset.sure);
  }, true);
  const wordsOf = (button) => $("b", button) || button;
  function ask() {
    wordsOf(armed.button).textContent = armed.button.dataset.sure;
    armed.button.classList.add("sure");
  }
  function calm() {
    if (!armed) return;
    armed.button.classList.remove("sure");
    wordsOf(armed.button).textContent = armed.words;
    armed = null;
  }
  document.addEventListener("focusin", (event) => { if (armed && !armed.button.contains(event.target)) calm(); });
  /* The table was drawn anew meanwhile: the same button goes on asking, any other does not. Where nothing about the
     button has changed it still asks: its words are put back first. */
  function askOn(same) {
    if (!armed) return;
    const { button, words } = armed;
    if (button.classList.contains("sure")) calm();
    if (same && button.isConnected && wordsOf(button).textContent === words) { armed = { button, words }; ask(); } else armed = null;
  }

  /* ---------- keys ---------- */
  /* A key is the same for the same thing in every turn (the server says which). Only what can be seen has one; what lies
     in an open section comes before what lies outside. Where letters would be in somebody's way they are switched off. */
  const keysOn = () => localStorage.getItem("spuk-keys") !== "no";
  const visible = window.place?.visible ?? ((element) => element.getClientRects().length > 0);
  let keyed = new Map();
  function number() {
    for (const b of $$("#table [aria-keyshortcuts]")) { b.removeAttribute("data-n"); b.removeAttribute("aria-keyshortcuts"); }
    document.body.classList.toggle("no-keys", !keysOn());
    keyed = new Map();
    if (!keysOn()) return;
    const offered = $$("#table [data-key]").filter((b) => !b.disabled && visible(b));
    const inside = (b) => Number(Boolean(b.closest("details.fold > .chips")));
    for (const b of offered.sort((one, other) => inside(other) - inside(one))) {
      if (keyed.has(b.dataset.key)) continue;
      keyed.set(b.dataset.key, b);
      b.setAttribute("aria-keyshortcuts", b.dataset.key.toUpperCase());
      if (!$("kbd", b)) b.dataset.n = b.dataset.key.toUpperCase();
    }
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    if (document.body.classList.contains("lesson")) return; // no tabs there
    const key = event.key.toLowerCase();
    if (event.target.closest("#say") && key === "escape") return toTurn();
    if (event.target.closest("input:not([type=checkbox]), textarea, select")) return;
    if (key === "escape") escape();
    else if (!keysOn() || event.repeat) return;
    else if (visibleKeyed(key)) keyed.get(key).click();
    else if (!TOOLS[key]) return;
    else TOOLS[key]();
    event.preventDefault();
  });
  function visibleKeyed(key) {
    number(); // a section may have been opened, a panel closed
    return keyed.has(key);
  }
  const TOOLS = {
    "?": () => $("#keys").showModal(),
    u: () => $("#undo:not(:disabled)")?.click(),
    h: () => $("#ask-hint")?.click(),
    t: () => toTurn(),
    l: () => tab(stage.dataset.tab === "log" ? "turn" : "log"),
    c: () => { tab(stage.dataset.tab === "chat" ? "turn" : "chat"); if (stage.dataset.tab === "chat") $("#say [name=text]")?.focus(); },
    s: () => tab(stage.dataset.tab === "seats" ? "turn" : "seats"),
  };
  function toTurn() {
    tab("turn");
    focusTurn(20);
  }
  /* The panel may need some frames to show itself; what is hidden takes no focus. */
  function focusTurn(frames) {
    const title = window.place?.heading();
    if (title) title.focus({ preventScroll: true });
    else if (frames) requestAnimationFrame(() => focusTurn(frames - 1));
  }
  /* Esc closes what is open; if nothing is, it is "no, thanks" where that is offered. */
  function escape() {
    const no = $$("#turn [data-act][data-no]")[0];
    if (window.motion?.skip()) return;
    if (armed) return calm();
    if (hideTip() | closeMenus()) return;
    if (stage.dataset.mode) mode("");
    else if (stage.dataset.tab !== "turn") tab("turn");
    else no?.click();
  }
  function closeMenus() {
    const open = $$("details.menu[open]");
    for (const menu of open) menu.open = false;
    return open.length;
  }

  /* ---------- a button in words shows its piece, and the other way round ---------- */
  function point(event, on) {
    const button = event.target.closest?.("[data-pieces]");
    if (button) for (const id of button.dataset.pieces.split(" ")) document.getElementById(id)?.classList.toggle("meant", on);
  }
  for (const [name, on] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]])
    document.addEventListener(name, (event) => point(event, on));

  /* ---------- tooltips: hover, focus, long press ---------- */
  const LEGIBLE = 96; // pixels: a card that is drawn smaller is shown larger beside its words
  let tip = null, waiting = 0;
  function showTip(piece, held) {
    hideTip();
    tip = document.createElement("div");
    tip.className = held ? "tooltip held" : "tooltip";
    tip.setAttribute("role", "tooltip");
    const card = $(".ghost", piece);
    if (card && card.offsetWidth < LEGIBLE) { const large = card.cloneNode(true); large.removeAttribute("id"); tip.append(large); }
    const title = document.createElement("b");
    title.textContent = piece.dataset.tip;
    tip.append(title);
    for (const line of (piece.dataset.tips || "").split("\n").filter(Boolean)) {
      const p = document.createElement("p");
      rules(line, p);
      tip.append(p);
    }
    if (piece.dataset.rule) { const p = document.createElement("p"); rules(`(${piece.dataset.rule})`, p); tip.append(p); }
    document.body.append(tip);
    place(piece.getBoundingClientRect());
  }
  /* Rule numbers become links. */
  function rules(line, into) {
    const prefix = `${stage.dataset.rulePrefix || "§"}-`;
    for (const part of line.split(new RegExp(`(${prefix}[\\d.]*\\d)`))) {
      if (!part.startsWith(prefix)) { into.append(part); continue; }
      const a = document.createElement("a");
      a.href = `${stage.dataset.rules}#${part}`;
      a.textContent = part;
      a.target = "_blank";
      into.append(a);
    }
  }
  /* Beside the piece, above or below it: where it covers the fewest of the things that can be chosen. */
  function place(box) {
    const w = tip.offsetWidth, h = tip.offsetHeight, gap = 8;
    const within = (value, most) => Math.max(gap, Math.min(value, most - gap));
    const middle = box.left + box.width / 2 - w / 2;
    const spots = [[box.right + gap, box.top], [box.left - w - gap, box.top], [middle, box.top - h - gap], [middle, box.bottom + gap]]
      .map(([x, y]) => [within(x, innerWidth - w), within(y, innerHeight - h)]);
    const glowing = $$(".hit").filter((hit) => hit.offsetParent).map((hit) => hit.getBoundingClientRect());
    const covered = ([x, y], other) => Math.max(0, Math.min(x + w, other.right) - Math.max(x, other.left)) * Math.max(0, Math.min(y + h, other.bottom) - Math.max(y, other.top));
    const cost = (spot) => 9 * covered(spot, box) + glowing.reduce((sum, other) => sum + covered(spot, other), 0);
    const [x, y] = spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
    tip.style.setProperty("left", `${x}px`);
    tip.style.setProperty("top", `${y}px`);
  }
  function hideTip() { clearTimeout(waiting); const was = tip; tip?.remove(); tip = null; return was ? 1 : 0; }
  document.addEventListener("pointerover", (event) => {
    const piece = event.target.closest?.("[data-tip]");
    if (event.pointerType !== "mouse" || tip?.contains(event.target)) return;
    hideTip();
    if (piece) waiting = setTimeout(() => showTip(piece, false), 450);
  });
  document.addEventListener("pointerdown", (event) => {
    if (tip && !tip.contains(event.target)) hideTip();
    const piece = event.target.closest?.("[data-tip]");
    if (event.pointerType === "mouse" || !piece) return;
    const stop = () => clearTimeout(waiting);
    waiting = setTimeout(() => { showTip(piece, true); addEventListener("click", swallow, { capture: true, once: true }); }, 480);
    addEventListener("pointerup", stop, { once: true });
    addEventListener("pointermove", (move) => { if (Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) > 12) stop(); });
  });
  const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };
  document.addEventListener("contextmenu", (event) => { if (tip) event.preventDefault(); });
  document.addEventListener("scroll", () => hideTip(), true);

  /* ---------- settings ---------- */
  for (const name of ["fast", "sound", "notify", "keys"]) {
    const box = $(`#set-${name}`);
    if (!box) continue; // the lesson has no settings
    box.checked = name === "keys" ? keysOn() : localStorage.getItem(`spuk-${name}`) === "yes";
    box.addEventListener("change", async () => {
      if (name === "notify" && box.checked && (await Notification.requestPermission()) !== "granted") box.checked = false;
      localStorage.setItem(`spuk-${name}`, box.checked ? "yes" : "no");
      number();
    });
  }

  /* ---------- your turn ---------- */
  const title = document.title;
  let mine = false;
  function turn(first) {
    const panel = $("#turn");
    const now = panel?.dataset.mine === "yes";
    $(".tabs [data-tab=turn]")?.classList.toggle("news", now && stage.dataset.tab !== "turn");
    document.title = now ? `● ${panel.dataset.title}` : title;
    if (now && !mine && !first && document.hidden && localStorage.getItem("spuk-notify") === "yes") {
      const note = new Notification(panel.dataset.title, { body: title, tag: location.pathname });
      note.onclick = () => { window.focus(); note.close(); };
    }
    if (now && !mine && !first) window.motion?.sound("turn");
    if (now && !mine && stage.dataset.tab !== "turn" && stage.dataset.tab !== "chat") tab("turn");
    mine = now;
  }

  /* ---------- after each change ---------- */
  let status = stage.dataset.status;
  document.addEventListener("spuk:drawn", (event) => {
    const { same, picked } = event.detail;
    hideTip();
    unread();
    askOn(same);
    mode(same ? stage.dataset.mode : "");
    for (const meant of $$("#table .meant")) meant.classList.remove("meant"); // the button it was for may be gone
    for (const die of $$(".pick[aria-pressed=true]")) die.setAttribute("aria-pressed", "false");
    for (const die of picked) pick($(`.pick[data-die="${die}"]`));
    filter();
    if (!same) $("#turn")?.scrollTo(0, 0); // a new question is read from its top
  });
  document.addEventListener("spuk:table", () => {
    turn();
    if (status !== "finished" && stage.dataset.status === "finished") tab("turn"); // there the end is told
    status = stage.dataset.status;
  });
  /* New lines are shown to those who read the latest; others go on reading where they are. */
  function append(list, html) {
    const latest = list.scrollTop + list.clientHeight > list.scrollHeight - 40;
    list.insertAdjacentHTML("beforeend", html);
    if (latest) list.scrollTop = 1e6;
  }
  document.addEventListener("spuk:log", (event) => {
    append($("#lines"), event.detail);
  });
  document.addEventListener("spuk:chat", (event) => {
    append($("#said"), event.detail);
    for (const line of new DOMParser().parseFromString(event.detail, "text/html").querySelectorAll("li")) {
      const name = $("b", line)?.textContent; // a notice of the table has none
      window.place?.tell(name ? `${name}: ${line.lastChild.textContent.trim()}` : line.textContent);
    }
    unread();
  });
  /* How many messages nobody has read here yet, also after the page was loaded anew. */
  function unread() {
    if (!$("#said")) return;
    const key = `spuk-read-${location.pathname}`, latest = $("#said").lastElementChild?.dataset.n || "0";
    if (stage.dataset.tab === "chat" || localStorage.getItem(key) === null) localStorage.setItem(key, latest);
    const read = Number(localStorage.getItem(key));
    const number = $$("#said li").filter((line) => Number(line.dataset.n) > read).length;
    for (const b of $$("[data-tab=chat]")) {
      if (number) b.dataset.unread = number; else delete b.dataset.unread;
      b.setAttribute("aria-label", number ? `${b.dataset.label}, ${b.dataset.new.replace("{n}", number)}` : b.dataset.label);
    }
  }
  /* The advice is what was asked for: its best option has to be seen, even if not all of it fits. */
  document.addEventListener("htmx:after:swap", (event) => {
    const advice = event.detail.ctx?.target?.id === "hint" && $("#hint .advice");
    if (!advice) return;
    advice.scrollIntoView({ block: "start", behavior: "smooth" });
    $("#advice-title").focus({ preventScroll: true });
    window.place?.tell(advice.textContent.replace(/\s+/g, " "));
  });
  document.addEventListener("visibilitychange", () => document.body.classList.toggle("unseen", document.hidden));
  $("#say")?.addEventListener("htmx:after:request", (event) => { if (event.detail.ctx.response.status < 400) $("#say").reset(); });
  function filter() {
    const wanted = $(".filter")?.value.toLowerCase();
    if (wanted !== undefined) for (const b of $$(".choices [data-act]")) b.hidden = !b.textContent.toLowerCase().includes(wanted);
  }
  document.addEventListener("input", (event) => { if (event.target.matches(".filter")) filter(); });
  $("#lines")?.scrollTo(0, 1e6);
  unread();
  number();
  turn(true);
  if (new URLSearchParams(location.search).has("as")) window.place?.heading()?.focus(); // somebody has just said that it is them
})();
