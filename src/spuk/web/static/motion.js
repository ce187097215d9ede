/* Spuk: moves the pieces. */
"use strict";
window.motion = {
  async play(events, swap) { await swap(); },
};
