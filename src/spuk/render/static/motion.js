/* Spuk: moves the pieces. What happened comes as events with the next picture of the table: what leaves and what is
   rolled is shown on the old picture, then the new one is put in, then what came and went is shown on it, one event
   after another. A tap or Esc skips to the end. A game adds its events to `before` and `after`, and its pieces to `movers`. */
"use strict";
window.motion = (() => {
  const EASE = "cubic-bezier(.2,.75,.2,1)", HOP = "cubic-bezier(.3,1.5,.5,1)", FALL = "cubic-bezier(.5,0,.9,.5)";
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

  /* ---------- which event moves what: on the old picture, and on the new one ---------- */
  const before = {}, after = {};

  /* What has the same id in both pictures goes from its old place to its new one. */
  const places = () => new Map([...document.querySelectorAll(self.movers)].map((e) => [e.id || e.dataset.flip, e.getBoundingClientRect()]));
  function walk(was) {
    const steps = [];
    for (const element of document.querySelectorAll(self.movers)) {
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
      await self.settle();
      const was = places();
      await swap();
      for (const animation of document.getAnimations()) if (animation.effect?.getTiming().fill === "forwards") animation.cancel();
      await walk(was);
      await playAll(events, after, until);
    } finally {
      moving = false;
      document.body.classList.remove("moving");
      self.tidy();
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

  const self = {
    play, skip, sound, run, pause, drawing, made, before, after, FALL, waiting: 0,
    skipped: () => skipped,
    movers: "[data-flip]", // what goes from its old place to its new one, by id; a game adds its pieces
    settle: async () => {}, // before the new picture is put in
    tidy: () => {}, // after all motion, however it ended
  };
  return self;
})();
