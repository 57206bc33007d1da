// A place in the match: dragged, or moved with the arrow keys, below the same timeline that the replay has.

import { h } from "../dom.js";
import { flagsOf, turnsOf } from "../replay/moments.js";
import { drawTimeline } from "../replay/timeline.js";
import { titleOf } from "./case.js";

// `to` is where it stands at first.
export function timeline(desk, to) {
  const { tape } = desk;
  const range = h("input", { type: "range", id: "rewind-to", min: tape.start, max: tape.end, step: 1, value: Math.max(tape.start, to), class: "time" });
  const shown = h("output", { htmlFor: "rewind-to" });
  const marks = h("div", { class: "timeline" });
  const tell = () => {
    const seq = Number(range.value);
    const words = seq === tape.start ? "Before the first event" : `After event ${seq}: ${titleOf(tape.frame(seq), desk)}`;
    shown.textContent = words;
    range.setAttribute("aria-valuetext", words);
  };
  range.addEventListener("input", tell);
  tell();
  const go = (seq) => {
    range.value = seq;
    range.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // Drawn when it is there: how much a turn says depends on how wide it is.
  requestAnimationFrame(() => drawTimeline(marks, { start: tape.start, end: tape.end, turns: turnsOf(tape), flags: flagsOf(tape) }, go));
  return {
    element: h("div", { class: "rewind" }, h("label", { htmlFor: "rewind-to" }, "Back to"), marks, range, shown),
    value: () => ({ to: Number(range.value) }),
  };
}
