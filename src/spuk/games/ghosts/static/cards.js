/* Spuk: what the table of Ghosts does by itself: the end of a round, and what its events move (motion.js has the means). */
"use strict";
(() => {
  const { run, before, after, sound } = window.motion;
  const FLIGHT = 520, STEP = 320;
  const PLAYED = ["trick_opened", "ghost_added", "mirror", "mist_played"];
  const by = (id) => document.getElementById(id);

  /* ---------- what a round came to stays until it has been read, and can be read again ---------- */
  const stage = by("main");
  const result = () => (by("round-news") || by("round-over"))?.dataset.round;
  let told = result();
  function tell() {
    const now = result();
    if (now && now !== told) stage.dataset.reading = "yes";
    told = now;
  }
  if (document.querySelector(".over.round:not(.old)")) stage.dataset.reading = "yes";
  document.addEventListener("spuk:table", tell);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-read]")) stage.dataset.reading = "no";
    if (event.target.closest("[data-reread]")) stage.dataset.reading = stage.dataset.reading === "yes" ? "no" : "yes";
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || stage.dataset.reading !== "yes" || !document.querySelector("#round-news [data-read]")) return;
    event.stopImmediatePropagation(); // else it would also refuse what is asked
    stage.dataset.reading = "no";
  });

  /* What a master would do is put away by the next tap elsewhere. */
  document.addEventListener("click", (event) => {
    const hint = by("hint");
    if (hint?.firstElementChild && !event.target.closest("#hint, #ask-hint")) hint.replaceChildren();
  });

  /* ---------- where things are ---------- */
  const nameOf = (kind) => kind === 18 || kind === undefined ? "x" : "mfsvwp"[Math.floor(kind / 3)] + (kind % 3 + 1);
  const mine = (seat) => Boolean(by(`seat-${seat}`)?.closest(".me"));
  const seatOf = (seat) => by(`seat-${seat}`)?.querySelector(".fan, .open") || by(`seat-${seat}`);
  const box = (element) => element?.getBoundingClientRect();
  const backOf = () => document.querySelector("#deck .back");
  let held = new Set(), from = null;
  function remember() { held = new Set([...document.querySelectorAll("#hand > .card")].map((card) => card.id)); }

  function comeFrom(element, source, first = {}, ms = FLIGHT) {
    const to = box(element);
    if (!source?.width || !to?.width) return Promise.resolve();
    const x = source.x + source.width / 2 - to.x - to.width / 2, y = source.y + source.height / 2 - to.y - to.height / 2;
    return run(element, [{ translate: `${x}px ${y}px`, scale: `${source.width / to.width}`, zIndex: 30, ...first }, { translate: "0 0", scale: "1", zIndex: 30 }], ms);
  }

  /* A copy flies from one place to another and is gone. */
  async function fly(element, to, small) {
    const source = box(element), target = box(to);
    if (!source?.width || !target?.width) return;
    const copy = element.cloneNode(true);
    copy.removeAttribute("id");
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("flying");
    Object.assign(copy.style, { left: `${source.x}px`, top: `${source.y}px`, width: `${source.width}px`, height: `${source.height}px` });
    document.body.append(copy);
    const x = target.x + target.width / 2 - source.x - source.width / 2, y = target.y + target.height / 2 - source.y - source.height / 2;
    await run(copy, [{ translate: "0 0", scale: "1" }, { translate: `${x}px ${y}px`, scale: `${small}`, opacity: 0.5 }], FLIGHT);
    copy.remove();
  }
  const swell = (element) => run(element, [{ scale: "1" }, { scale: "1.5" }, { scale: "1" }], STEP);

  /* ---------- which event moves what ---------- */
  for (const id of PLAYED) {
    before[id] = (event) => {
      const card = mine(event.seat) && document.querySelector(`[id^="hand-${nameOf(event.card)}-"]`);
      from = box(card || seatOf(event.seat));
    };
    after[id] = async (event) => {
      const cards = document.querySelectorAll(id === "mist_played" ? ".stack .ghostcard" : ".pile .ghostcard");
      sound("token");
      await comeFrom(cards[cards.length - 1], from, { rotate: "-18deg" });
      const turns = id === "mirror" && document.querySelectorAll(".opp").length > 1;
      if (turns) sound("turn");
      await Promise.all([turns && run(by("way"), [{ scale: "-1 1" }, { scale: "1 1" }], FLIGHT), id !== "mist_played" && swell(by("level"))]);
    };
  }
  before.pile_taken = async (event) => {
    sound("bad");
    const cards = [...document.querySelectorAll(".pile .ghostcard, .stack .ghostcard")];
    const flights = cards.map((card) => fly(card, seatOf(event.seat), 0.3));
    for (const card of cards) card.classList.add("lifted");
    await Promise.all(flights);
  };
  after.pile_taken = (event) => swell(by(`fear-${event.seat}`));
  after.fear_given_back = (event) => { if (event.number) sound("good"); return swell(by(`fear-${event.seat}`)); };
  after.card_drawn = (event) => {
    if (!mine(event.seat)) fly(backOf() || document.body, seatOf(event.seat), 0.28);
    else {
      const fresh = [...document.querySelectorAll(`[id^="hand-${nameOf(event.card)}-"]`)].find((card) => !held.has(card.id));
      if (fresh) { held.add(fresh.id); comeFrom(fresh, box(backOf()), { opacity: 0.2 }); }
    }
    return run(document.body, [{}, {}], 70);
  };
  after.game_ended = () => sound("won");

  document.addEventListener("spuk:table", remember);
  remember();
})();
