/* Spuk: the table is drawn anew after each change. Those who listen are told what happened and what is asked; focus, open
   sections and what was picked stay where they are, and no key ever falls on a button that means something else by now. */
"use strict";
window.place = (() => {
  const GATHER = 400; // ms in which sentences are gathered: one announcement for what happened at once
  const KEPT = 40; // announcements that can be read again
  const by = (id) => document.getElementById(id);
  const news = by("news"), table = by("table"), stage = by("main");

  /* ---------- telling ---------- */
  let gathered = [], asking = "", timer = 0;
  function tell(...sentences) {
    gathered.push(...sentences.map((sentence) => sentence?.trim()).filter(Boolean));
    if ((gathered.length || asking) && !timer) timer = setTimeout(flush, GATHER);
  }
  function flush() {
    timer = 0;
    const line = document.createElement("p");
    line.textContent = [...gathered, asking].filter(Boolean).map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(" ");
    gathered = [];
    asking = "";
    news.append(line);
    while (news.children.length > KEPT) news.firstElementChild.remove();
  }
  /* What is asked, and requests that wait for an answer: each is told once. */
  const asks = () => by("turn")?.dataset.asks || document.querySelector("#begin > p")?.textContent.trim() || "";
  const requests = () => [...document.querySelectorAll(".request > p")].map((request) => request.textContent.trim()).join(" ");

  /* The page is loaded anew when the game begins: that it does is told by the new page. */
  const LATER = "spuk-tell-later";
  const tellLater = (sentence) => sessionStorage.setItem(LATER, sentence);
  function tellNow() {
    const sentence = sessionStorage.getItem(LATER);
    if (!sentence) return;
    sessionStorage.removeItem(LATER);
    asking = asks();
    tell(sentence);
  }

  /* ---------- one's place ---------- */
  const CONTROLS = "button[name=action], [form=act], .pick, [data-opens], details.fold > summary";
  /* Which decision is asked for: after any action another one, even if it offers the same. */
  const question = () => [by("turn")?.dataset.step, by("turn")?.dataset.title, by("cover")?.id, stage.dataset.status].join(" ");
  const meaning = (element) => [element.tagName, element.id, element.name, element.value, element.getAttribute("href"), element.id ? "" : element.textContent.trim()].join("|");
  /* Where to go on from: the heading of what is asked, or the hand, if it is to play a card. */
  const PLACES = ["#end-title", "#cover-title", "#round-title", "#hand:has(> button)", "#turn-title"];
  /* Safari before 17.4 does not know checkVisibility. */
  const visible = (element) => (element.checkVisibility ? element.checkVisibility({ visibilityProperty: true }) : element.getClientRects().length > 0);
  const heading = () => PLACES.map((place) => document.querySelector(place)).find((title) => title && visible(title));
  const typing = () => document.activeElement?.matches("input, textarea, select");
  let acted = false, was = null;

  document.addEventListener("submit", (event) => { if (event.target.matches("#act, #do")) acted = true; }, true);
  document.addEventListener("htmx:response:error", () => { acted = false; });

  function before() {
    const active = document.activeElement;
    const inside = active && active !== document.body && active.closest("#table, #top");
    was = {
      question: question(), asks: asks(), requests: requests(),
      focus: inside ? active : null, meaning: inside ? meaning(active) : "", control: inside && active.matches(CONTROLS),
      open: [...table.querySelectorAll("details[open][id]")].map((section) => section.id),
      scrolled: [table, ...table.querySelectorAll("[id]:not([data-latest-first])")].filter((part) => part.scrollTop).map((part) => [part.id, part.scrollTop]),
      lists: [...table.querySelectorAll("[data-latest-first]")].filter((list) => list.firstElementChild).map(placeIn),
      picked: [...table.querySelectorAll(".pick[aria-pressed=true]")].map((die) => die.dataset.die),
    };
  }

  function after(said = []) {
    const same = question() === was.question;
    if (!same) by("hint")?.replaceChildren(); // the advice was about something else
    for (const id of was.open) if (by(id) && (same || !by(id).matches(".fold"))) by(id).open = true;
    document.dispatchEvent(new CustomEvent("spuk:drawn", { detail: { same, picked: same ? was.picked : [] } }));
    for (const [id, top] of was.scrolled) if (by(id) && (same || id !== "turn")) by(id).scrollTop = top;
    was.lists.forEach(keepPlaceIn);
    refocus(same);
    if (asks() !== was.asks || (!same && by("turn")?.dataset.mine)) asking = asks(); // the latest is enough
    tell(...said, requests() !== was.requests ? requests() : "");
    if (!same) acted = false;
  }

  /* A list that grows at its top: what is read there stays where it is. Those who read the latest see the new lines come
     in by scrolling, two frames later; in the first one all lines are where they were, so nothing is pushed down. */
  const following = new WeakMap(); // lists that are about to be scrolled to the latest, and where they were left
  const within = (list, line) => line.getBoundingClientRect().top + list.scrollTop; // to parts of a pixel, as offsetTop is not
  const placeIn = (list) => ({ list, line: list.firstElementChild, from: within(list, list.firstElementChild), top: list.scrollTop });
  function keepPlaceIn({ list, line, from, top }) {
    const grown = line.isConnected ? within(list, line) - from : 0;
    if (grown < 1) return;
    list.scrollTop = top + grown;
    if (top && following.get(list) !== top) return; // somebody reads older lines
    const left = list.scrollTop;
    following.set(list, left);
    requestAnimationFrame(() => requestAnimationFrame(() => { if (list.scrollTop === left) list.scrollTop = 0; }));
  }

  function refocus(same) {
    if (acted && !same && !typing()) return heading()?.focus({ preventScroll: true });
    if (!was.focus || typing()) return;
    const still = document.activeElement === was.focus && was.focus.isConnected && meaning(was.focus) === was.meaning;
    if (still && (same || !was.control)) return;
    const again = still ? null : [...document.querySelectorAll("#table :is(a, button, summary, input), #top button")].find((other) => meaning(other) === was.meaning && !other.disabled);
    if (again && (same || !was.control)) again.focus({ preventScroll: true });
    else heading()?.focus({ preventScroll: true });
  }

  tellNow();
  return { before, after, tell, tellLater, heading, visible };
})();
