/* Spuk: moves the pieces. What happened comes as events with the next picture of the table: what leaves and what is
   rolled is shown on the old picture, then the new one is put in, then what came and went is shown on it, one event
   after another. A tap or Esc skips to the end. A game adds its events to `before` and `after`. */
"use strict";
window.motion = (() => {
  const BOARDS = "NESW";
  const COLORS = ["yellow", "blue", "green", "red", "black", "white"];
  const CURSES = ["blank", "haunt", "ghost", "tao", "qi"];
  const EASE = "cubic-bezier(.2,.75,.2,1)", HOP = "cubic-bezier(.3,1.5,.5,1)", FALL = "cubic-bezier(.5,0,.9,.5)";
  const MOVERS = ".man[id], .ghost[id], .figure[id], [data-flip]";
  const LONGEST = 4800; /* ms of motion for one picture: nothing moves longer than 5 s */
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const fast = () => localStorage.getItem("spuk-fast") === "yes";
  const by = (id) => document.getElementById(id);
  const CROWD = 8; /* pictures waiting: too many to be shown in motion */
  let running = new Set(), skipped = false, moving = false, toTheEnd = false;

  /* Who plays with quick companions does not watch them for minutes: the more waits, the faster it goes. */
  const pace = () => (fast() ? 0.4 : 1) * (self.waiting > 4 ? 0.3 : self.waiting > 1 ? 0.6 : 1);

  /* ---------- the means ---------- */
  function run(element, frames, ms, easing = EASE, extra = {}) {
    if (!element || skipped) return Promise.resolve();
    const animation = element.animate(frames, { duration: ms * pace(), easing, ...extra });
    running.add(animation);
    return animation.finished.catch(() => {}).finally(() => running.delete(animation));
  }
  const pause = (ms) => run(document.body, [{}, {}], ms);
  function skip() {
    if (!moving) return false;
    skipped = toTheEnd = true;
    for (const animation of running) animation.finish();
    return true;
  }
  addEventListener("pointerdown", () => skip(), true);

  const sheet = () => document.querySelector("use").getAttribute("href").split("#")[0];
  function drawing(id, cls) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${sheet()}#${id}`);
    svg.setAttribute("class", cls);
    svg.append(use);
    return svg;
  }
  function made(cls, ...children) {
    const element = document.createElement("span");
    element.className = cls;
    element.append(...children);
    return element;
  }

  /* ---------- dice: they tumble in over the board and settle on what was rolled ---------- */
  let cast = null;
  function stageDice() {
    if (cast?.isConnected) return cast;
    cast = made("cast");
    (by("board") || document.querySelector(".stage")).append(cast);
    return cast;
  }
  async function throwDie(die, k) {
    stageDice().append(die);
    sound("die", k);
    await run(die, [
      { transform: "translate(-70px,-60px) rotate(-540deg) scale(1.3)", opacity: 0 },
      { transform: "translate(4px,3px) rotate(16deg)", opacity: 1, offset: 0.62 },
      { transform: "rotate(-6deg)", offset: 0.82 },
      { transform: "none" },
    ], 760);
  }
  async function clearDice() {
    if (!cast) return;
    await pause(420);
    await run(cast, [{ opacity: 1 }, { opacity: 0 }], 180);
    cast.remove();
    cast = null;
  }

  /* ---------- pieces ---------- */
  const leaves = (event) => run(by(`ghost-${event.card}`), [{}, { opacity: 0, transform: "translateY(-18%) scale(.94)", filter: "blur(8px) brightness(2)" }], 560, FALL, { fill: "forwards" });
  async function arrives(event) {
    const card = by(`ghost-${event.card}`);
    await run(card, [{ opacity: 0, transform: "translateY(-14%) scale(1.14)", filter: "blur(6px) brightness(1.8)" }, { opacity: 1, filter: "none", offset: 0.6 }, {}], 640);
    await run(card?.querySelector(".stone:not(.none)"), [{}, { filter: "brightness(2.4)", transform: "scale(1.25)" }, {}], 300);
  }
  const flips = (event) => run(by(`tile-${event.place + 1}`), [{ transform: "perspective(700px) rotateY(-90deg)" }, { transform: "none" }], 300);
  const turnsAway = (event) => run(by(`tile-${event.place + 1}`), [{ transform: "none" }, { transform: "perspective(700px) rotateY(90deg)" }], 260, FALL);
  const pulse = (element, color) => run(element, [{}, { filter: `drop-shadow(0 0 9px ${color}) brightness(1.5)`, transform: "scale(1.18)" }, {}], 480);

  /* A token flies from one piece to another in an arc. */
  async function flies(from, to, color) {
    if (!from || !to || skipped) return;
    const a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
    if (!a.width || !b.width) return pulse(to, "gold");
    const token = made(`tao ${color} flying`, drawing(color === "qis" ? "qi" : `tao-${color}`, ""));
    document.body.append(token);
    const x = b.left + b.width / 2 - 13, y = b.top + b.height / 2 - 13, x0 = a.left + a.width / 2 - 13, y0 = a.top + a.height / 2 - 13;
    await run(token, [
      { transform: `translate(${x0}px,${y0}px) scale(1.1)` },
      { transform: `translate(${(x + x0) / 2}px,${(y + y0) / 2 - 46}px) scale(1.5)`, offset: 0.5 },
      { transform: `translate(${x}px,${y}px) scale(.9)` },
    ], 500);
    token.remove();
  }
  const seatToken = (event) => by(`tao-${BOARDS[event.board]}-${COLORS[event.color]}`) || by(`seat-${BOARDS[event.board]}`);
  const supply = (event) => by(`supply-${COLORS[event.color]}`);

  /* ---------- which event moves what: on the old picture, and on the new one ---------- */
  const before = {
    die_rolled: (event) => throwDie(made("die", made(`tao ${COLORS[event.face]}`, drawing(`tao-${COLORS[event.face]}`, ""))), 0),
    dice_rerolled: () => clearDice(),
    curse_rolled: async (event) => { await throwDie(made("die curse", drawing(`curse-${CURSES[event.face]}`, "i")), 1); sound(event.face ? "bad" : "good"); },
    ghost_banished: (event) => { sound("good"); return leaves(event); },
    ghost_discarded: leaves,
    ghost_caught_by_buddha: leaves,
    tile_haunted: (event) => { sound("bad"); return turnsAway(event); },
    tile_restored: turnsAway,
    tao_paid: (event) => flies(seatToken(event), supply(event), COLORS[event.color]),
    tao_lost: (event) => flies(seatToken(event), supply(event), COLORS[event.color]),
  };
  const after = {
    ghost_placed: (event) => { sound("arrive"); return arrives(event); },
    tile_haunted: flips,
    tile_restored: (event) => { sound("good"); return flips(event); },
    tao_gained: (event) => { sound("token"); return flies(supply(event), seatToken(event), COLORS[event.color]); },
    qi_gained: (event) => { sound("token"); return flies(by("supply-qi"), by(`qi-${BOARDS[event.board]}`), "qis"); },
    qi_lost: (event) => { sound("bad"); return pulse(by(`qi-${BOARDS[event.board]}`), "crimson"); },
    yin_yang_used: (event) => pulse(by(`yy-${BOARDS[event.board]}`), "white"),
    yin_yang_gained: (event) => pulse(by(`yy-${BOARDS[event.board]}`), "white"),
    taoist_died: () => { sound("bad"); },
    game_won: () => { sound("won"); },
    game_lost: () => { sound("lost"); },
  };

  /* What has the same id in both pictures goes from its old place to its new one. */
  const places = () => new Map([...document.querySelectorAll(MOVERS)].map((e) => [e.id || e.dataset.flip, e.getBoundingClientRect()]));
  function walk(was) {
    const steps = [];
    for (const element of document.querySelectorAll(MOVERS)) {
      const a = was.get(element.id || element.dataset.flip), b = element.getBoundingClientRect();
      if (!a || !a.width || !b.width || Math.hypot(a.left - b.left, a.top - b.top) < 3) continue;
      const x = a.left - b.left, y = a.top - b.top;
      steps.push(run(element, [
        { transform: `translate(${x}px,${y}px)`, zIndex: 9 },
        { transform: `translate(${x / 2}px,${y / 2 - 14}px)`, offset: 0.5, zIndex: 9 },
        { transform: "none", zIndex: 9 },
      ], 420, HOP));
    }
    return Promise.all(steps);
  }

  async function playAll(events, how, until) {
    for (const event of events) {
      if (skipped || performance.now() > until) return;
      await how[event.id]?.(event);
    }
  }

  async function play(events, swap) {
    if (self.waiting <= 1) toTheEnd = false;
    if (calm.matches || document.hidden || toTheEnd || self.waiting > CROWD) return swap();
    skipped = false;
    moving = true;
    document.body.classList.add("moving");
    const until = performance.now() + LONGEST;
    try {
      await playAll(events, before, until);
      await clearDice();
      const was = places();
      await swap();
      for (const animation of document.getAnimations()) if (animation.effect?.getTiming().fill === "forwards") animation.cancel();
      await walk(was);
      await playAll(events, after, until);
    } finally {
      moving = false;
      document.body.classList.remove("moving");
      cast?.remove();
      for (const token of document.querySelectorAll(".flying")) token.remove();
    }
  }

  /* ---------- sound: a few tones, off unless wanted ---------- */
  const TONES = { die: [[620, 0.03], [480, 0.03]], good: [[523, 0.09], [784, 0.16]], bad: [[196, 0.14], [156, 0.26]], arrive: [[130, 0.3]], token: [[880, 0.05], [1320, 0.07]], won: [[523, 0.14], [659, 0.14], [784, 0.4]], lost: [[220, 0.25], [174, 0.25], [130, 0.6]], turn: [[660, 0.1], [880, 0.18]] };
  let audio = null;
  function sound(name) {
    if (localStorage.getItem("spuk-sound") !== "yes" || skipped) return;
    audio ||= new AudioContext();
    let at = audio.currentTime;
    for (const [pitch, length] of TONES[name]) {
      const tone = audio.createOscillator(), volume = audio.createGain();
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.08, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
      at += length * 0.8;
    }
  }

  const self = { play, skip, sound, run, before, after, waiting: 0 };
  return self;
})();
