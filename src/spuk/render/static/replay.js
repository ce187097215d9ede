/* Spuk: the replay: slider, keys, playing by itself, the log, and the curve of the winning chance. */
"use strict";
(() => {
  const main = document.getElementById("main");
  const slider = document.getElementById("slider"), place = document.getElementById("place");
  const play = document.getElementById("play"), forkAt = document.getElementById("fork-at"), forkGo = document.getElementById("fork-go");
  const log = document.getElementById("past-log"), judge = document.getElementById("judge");
  const steps = main.dataset.steps.split(",").map(Number), last = steps.length - 1;
  const PACE = 1300;
  let step = Number(main.dataset.step), shown = step, waiting = null, timer = 0;

  const query = (more) => new URLSearchParams({ lang: main.dataset.lang, ...(main.dataset.key ? { key: main.dataset.key } : {}), ...more });
  function stepOf(at) { const found = steps.findIndex((one) => one >= at); return found < 0 ? last : found; }

  /* ---------- going somewhere: the latest wish counts ---------- */
  function go(to) {
    step = Math.max(0, Math.min(last, to));
    slider.value = step;
    say();
    if (!waiting) waiting = fetchOne().finally(() => { waiting = null; if (shown !== step) go(step); });
  }

  async function fetchOne() {
    const wanted = step;
    const answer = await fetch(`${main.dataset.here}/at?${query({ step: wanted })}`);
    if (answer.status === 429) { await new Promise((later) => setTimeout(later, 500)); return; }
    if (!answer.ok) { shown = wanted; return; }
    const found = await answer.json();
    const swap = () => htmx.swap({ target: "#table", text: found.html, swap: "innerMorph" });
    const forward = wanted === shown + 1 && window.motion;
    shown = wanted;
    await (forward ? motion.play(found.events, swap) : swap());
    document.dispatchEvent(new CustomEvent("spuk:table"));
  }

  function say() {
    const text = slider.dataset.says.replace("{n}", step);
    place.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    const at = steps[step];
    if (forkAt) { forkAt.value = at; forkGo.disabled = step === last && document.body.classList.contains("finished"); }
    history.replaceState(null, "", `${main.dataset.here}?${new URLSearchParams({ at, ...(main.dataset.key ? { key: main.dataset.key } : {}) })}`);
    mark(at);
  }

  function mark(at) {
    let current = null;
    for (const link of log.querySelectorAll("a[data-at]")) {
      const here = Number(link.dataset.at) === at;
      link.toggleAttribute("aria-current", here);
      if (here) current = link;
    }
    if (current) log.scrollTo({ top: current.offsetTop - log.offsetTop - log.clientHeight / 2 });
    const line = document.getElementById("chart-now"), chart = line && line.ownerSVGElement.viewBox.baseVal;
    if (line) line.setAttribute("d", `M${40 + (chart.width - 48) * at / (steps[last] || 1)} 6V${chart.height - 6}`);
  }

  /* ---------- by hand ---------- */
  const buttons = { first: () => 0, back: () => step - 1, on: () => step + 1, last: () => last };
  for (const [id, to] of Object.entries(buttons)) {
    document.getElementById(id).addEventListener("click", (event) => { event.preventDefault(); stop(); go(to()); });
  }
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-at]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(stepOf(Number(link.dataset.at)));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, textarea, summary, input:not([type=range])")) return;
    const to = { ArrowLeft: () => step - 1, ArrowRight: () => step + 1, Home: () => 0, End: () => last, PageUp: () => step - 10, PageDown: () => step + 10 }[event.key];
    if (to) { event.preventDefault(); stop(); go(to()); }
    if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); toggle(); }
  });

  /* ---------- by itself ---------- */
  function stop() { clearInterval(timer); timer = 0; play.setAttribute("aria-pressed", "false"); }
  function toggle() {
    if (timer) { stop(); return; }
    if (step === last) go(0);
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { if (step === last) stop(); else if (!waiting) go(step + 1); }, PACE);
  }
  play.hidden = false;
  play.addEventListener("click", toggle);

  /* ---------- the winning chance: asked for, then looked after until it is there ---------- */
  async function look() {
    const box = document.getElementById("chances");
    const answer = await fetch(`${box.dataset.from}&at=${steps[step]}`);
    if (!answer.ok) return refused(answer);
    document.getElementById("chances-in").innerHTML = await answer.text();
    mark(steps[step]);
    if (box.querySelector("[data-again]")) setTimeout(look, 1000);
  }
  /* Why not, above the button, which can be pressed again. */
  async function refused(answer) {
    const { sentence } = await answer.json().catch(() => ({}));
    if (!sentence) return;
    const note = document.querySelector("#chances-in p") || document.getElementById("chances-in").appendChild(document.createElement("p"));
    note.className = "label";
    note.setAttribute("role", "status");
    note.textContent = sentence;
    if (judge) judge.disabled = false;
  }
  if (judge) judge.addEventListener("click", () => { judge.disabled = true; look(); });

  mark(steps[step]);
  if (forkGo) forkGo.disabled = step === last && document.body.classList.contains("finished");
})();
