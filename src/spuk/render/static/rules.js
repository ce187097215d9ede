// The rules pages, faster: finding while typing, filtering cards while choosing. All of it also works without.
"use strict";
(() => {
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/ł/g, "l").replace(/ß/g, "s").replace(/’/g, "'");

  // contents: open where there is room for them
  const toc = document.getElementById("toc");
  if (toc && matchMedia("(min-width: 64rem)").matches) toc.open = true;

  // the chapter that is being read
  const links = new Map([...document.querySelectorAll(".toc a")].map((a) => [a.hash.slice(1), a]));
  if (links.size && "IntersectionObserver" in window) {
    const seen = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        document.querySelector(".toc a[aria-current]")?.removeAttribute("aria-current");
        links.get(entry.target.id)?.setAttribute("aria-current", "true");
      }
    }, { rootMargin: "0px 0px -75% 0px" });
    document.querySelectorAll(".pages .rule[id]").forEach((rule) => seen.observe(rule));
  }

  // search: hide what does not match, mark what does
  const field = document.querySelector(".pages .seek input");
  const whole = document.querySelectorAll(".chapter").length > 0;
  if (field && whole) {
    const rules = [...document.querySelectorAll(".chapter .rule")].map((node) => [node, fold(node.textContent)]);
    const status = document.getElementById("found");
    const fits = (text, spellings) => spellings.every((word) => word.some((one) => text.includes(one)));
    /* Each word as it is; if no rule has them all, the words that were probably meant (spuk/rules/spelling.py). */
    const spelled = (words) => {
      const exact = words.map((word) => [word]);
      if (rules.some(([, text]) => fits(text, exact))) return exact;
      return words.map((word) => (rules.some(([, text]) => text.includes(word)) ? [word] : nearest(word)));
    };
    let known = null;
    const nearest = (word) => {
      known ??= new Set(rules.flatMap(([, text]) => text.match(/[\p{L}\p{N}]{3,}/gu) || []));
      const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
      let fewest = most + 1, found = [];
      for (const other of known) {
        const slips = Math.min(distance(word, other, most), distance(word, other.slice(0, word.length), most));
        if (slips < fewest) [fewest, found] = [slips, []];
        if (slips === fewest && slips <= most) found.push(other);
      }
      return found;
    };
    const distance = (one, other, most) => {
      if (Math.abs(one.length - other.length) > most) return most + 1;
      let earlier = [], before = [], row = Array.from({ length: other.length + 1 }, (_, j) => j);
      for (let i = 1; i <= one.length; i += 1) {
        [earlier, before, row] = [before, row, [i]];
        for (let j = 1; j <= other.length; j += 1) {
          row[j] = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
          if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], earlier[j - 2] + 1);
        }
      }
      return row[other.length];
    };
    const find = () => {
      const words = fold(field.value.trim()).split(/[\s,;]+/).filter(Boolean).slice(0, 8);
      const spellings = spelled(words);
      let number = 0;
      field.closest(".pages").classList.toggle("searching", words.length > 0);
      for (const [node, text] of rules) {
        const yes = fits(text, spellings);
        node.hidden = !yes;
        number += yes;
      }
      for (const chapter of document.querySelectorAll(".chapter"))
        chapter.hidden = words.length > 0 && !chapter.querySelector(".rule:not([hidden])");
      status.textContent = words.length ? (number ? `${number} / ${rules.length}` : status.dataset.none.replace("…", field.value.trim())) : "";
      mark(words.length ? rules.filter(([node]) => !node.hidden).map(([node]) => node) : [], spellings.flat());
    };
    const mark = (nodes, words) => {
      if (!window.Highlight) return;
      const ranges = [];
      for (const node of nodes) {
        const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        for (let text = walk.nextNode(); text; text = walk.nextNode()) {
          const plain = fold(text.data);
          if (plain.length !== text.data.length) continue;
          for (const word of words)
            for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
              const range = new Range();
              range.setStart(text, at);
              range.setEnd(text, at + word.length);
              ranges.push(range);
            }
        }
      }
      CSS.highlights.set("found", new Highlight(...ranges));
    };
    let later;
    const seek = () => {
      find();
      if (field.value.trim() && matchMedia("(max-width: 48rem)").matches) field.form.scrollIntoView({ block: "start" }); // the keyboard takes half the screen
    };
    field.addEventListener("input", () => { clearTimeout(later); later = setTimeout(seek, 60); });
    // A link into a hidden section shows everything again.
    addEventListener("hashchange", () => {
      clearTimeout(later);
      find(); // what was typed a moment ago must not hide the section afterwards
      const target = document.getElementById(location.hash.slice(1));
      if (target?.closest("[hidden]")) { field.value = ""; find(); target.scrollIntoView(); }
    });
  }

  // cards: filter while choosing
  const filter = document.getElementById("filter");
  if (filter) {
    const entries = [...document.querySelectorAll("#gallery .entry")];
    const sift = () => {
      const wanted = Object.fromEntries(new FormData(filter));
      let number = 0;
      for (const entry of entries) {
        const yes = (!wanted.color || entry.dataset.color.split(" ").includes(wanted.color))
          && (!wanted.ability || entry.dataset.ability.split(" ").includes(wanted.ability))
          && fold(entry.dataset.name).includes(fold(wanted.name.trim()));
        entry.hidden = !yes;
        number += yes;
      }
      document.getElementById("count").textContent = number;
      history.replaceState(null, "", `?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value))}`);
    };
    filter.addEventListener("input", sift);
    filter.addEventListener("submit", (event) => { event.preventDefault(); sift(); });
  }
})();
