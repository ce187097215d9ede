/* Ghost Stories: which event moves which piece. The means are in motion.js. */
"use strict";
(() => {
  const { motion } = window;
  const { run, pause, sound, drawing, made, skipped, FALL } = motion;
  const BOARDS = "NESW";
  const COLORS = ["yellow", "blue", "green", "red", "black", "white"];
  const CURSES = ["blank", "haunt", "ghost", "tao", "qi"];
  const by = (id) => document.getElementById(id);

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
    if (!from || !to || skipped()) return;
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
  Object.assign(motion.before, {
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
  });
  Object.assign(motion.after, {
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
  });

  motion.movers = `.man[id], .ghost[id], .figure[id], ${motion.movers}`;
  motion.settle = clearDice;
  motion.tidy = () => cast?.remove();
})();
