/* Spuk: what the table of Ghosts does by itself: keys, and the way cards move. */
"use strict";
(() => {
  const FLIGHT = 520, STEP = 320, PAUSE = 90;
  const EASE = "cubic-bezier(.2, .75, .2, 1)";
  const PLAYED = ["trick_opened", "ghost_added", "mirror", "mist_played"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const by = (id) => document.getElementById(id);
  let running = [];

  /* ---------- keys: a digit plays the card that shows it ---------- */
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const button = /^[0-9]$/.test(event.key) && document.querySelector(`#table [data-key="${event.key}"]`);
    if (button) { event.preventDefault(); button.click(); }
  });

  /* ---------- motion: one event after another; a tap or a key ends it ---------- */
  function skip() { for (const one of running) one.finish(); running = []; }
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", skip, true);

  function animate(element, frames, options) {
    const one = element.animate(frames, { easing: EASE, ...options });
    running.push(one);
    return one.finished.catch(() => {}).then(() => { running = running.filter((other) => other !== one); });
  }

  function box(element) { return element ? element.getBoundingClientRect() : null; }

  /* From where a thing was to where it is. */
  function comeFrom(element, from, options = {}) {
    const to = box(element);
    if (!from || !to || !to.width) return Promise.resolve();
    const x = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
    if (Math.abs(x) + Math.abs(y) < 2) return Promise.resolve();
    const scale = from.width / to.width;
    return animate(element, [{ translate: `${x}px ${y}px`, scale: `${scale}`, zIndex: 30, ...options.first }, { translate: "0 0", scale: "1", zIndex: 30 }], { duration: options.duration || FLIGHT, delay: options.delay || 0, fill: "backwards" });
  }

  /* A copy flies from one place to another and is gone. */
  async function fly(element, from, to, options = {}) {
    if (!from || !to) return;
    const copy = element.cloneNode(true);
    copy.removeAttribute("id");
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("flying");
    Object.assign(copy.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, height: `${from.height}px` });
    document.body.append(copy);
    const x = to.x + to.width / 2 - from.x - from.width / 2, y = to.y + to.height / 2 - from.y - from.height / 2;
    await animate(copy, [{ translate: "0 0", scale: "1" }, { translate: `${x}px ${y}px`, scale: `${options.scale || 0.3}`, opacity: 0.6 }], { duration: FLIGHT, delay: options.delay || 0 });
    copy.remove();
  }

  function pulse(element) {
    return element ? animate(element, [{ scale: "1" }, { scale: "1.5" }, { scale: "1" }], { duration: STEP }) : Promise.resolve();
  }

  function seatOf(seat) {
    const place = by(`seat-${seat}`);
    return place && (place.querySelector(".fan, .open") || place);
  }

  function mine(seat) { const place = by(`seat-${seat}`); return Boolean(place && place.closest(".me")); }

  /* Where a card comes from: the hand card that has gone, or the fan of whoever played it. */
  function sourceOf(event, hand) {
    if (mine(event.seat)) {
      const gone = [...hand].find(([id]) => !by(id));
      if (gone) return gone[1];
    }
    return box(seatOf(event.seat));
  }

  async function before(event) {
    if (event.id !== "pile_taken") return;
    const to = box(seatOf(event.seat) || by(`seat-${event.seat}`));
    const cards = [...document.querySelectorAll(".pile .ghostcard, .stack .ghostcard")];
    await Promise.all(cards.map((card, k) => { const from = box(card); card.classList.add("lifted"); return fly(card, from, to, { delay: k * PAUSE / 2 }); }));
  }

  async function after(event, hand, drawn) {
    if (PLAYED.includes(event.id)) {
      const from = sourceOf(event, hand);
      const cards = document.querySelectorAll(event.id === "mist_played" ? ".stack .ghostcard" : ".pile .ghostcard");
      const card = cards[cards.length - 1];
      const ring = by("way");
      const turns = event.id === "mirror" && ring && document.querySelectorAll(".opp").length > 1 ? animate(ring, [{ scale: "-1 1" }, { scale: "1 1" }], { duration: FLIGHT }) : null;
      if (card) await comeFrom(card, from, { first: { rotate: "-18deg" } });
      await Promise.all([turns, pulse(by("level"))]);
    } else if (event.id === "card_drawn" && !mine(event.seat)) {
      const deck = document.querySelector("#deck .back");
      if (deck) await fly(deck, box(deck), box(seatOf(event.seat)), { delay: drawn * PAUSE / 2, scale: 0.28 });
    } else if (event.id === "pile_taken" || event.id === "fear_given_back") {
      await pulse(by(`fear-${event.seat}`));
    }
  }

  /* Own cards: those that stay slide along, new ones come from the deck. */
  function arrange(hand) {
    const deck = box(document.querySelector("#deck .back"));
    let k = 0;
    return [...document.querySelectorAll("#hand > .card")].map((card) => {
      if (hand.has(card.id)) return comeFrom(card, hand.get(card.id), { duration: STEP });
      return comeFrom(card, deck, { delay: PAUSE * k++, first: { opacity: 0.2 } });
    });
  }

  async function play(events, swap, hurry) {
    if (still.matches || hurry || document.hidden || !events || !events.length) return swap();
    const hand = new Map([...document.querySelectorAll("#hand > .card")].map((card) => [card.id, box(card)]));
    for (const event of events) await before(event);
    await swap();
    const draws = events.filter((event) => event.id === "card_drawn"), rest = events.filter((event) => event.id !== "card_drawn");
    const own = arrange(hand);
    for (const event of rest) await after(event, hand, 0);
    await Promise.all([...own, ...draws.slice(0, 30).map((event, k) => after(event, hand, k))]);
  }

  window.motion = { ...window.motion, play };
})();
