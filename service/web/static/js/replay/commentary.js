// The commentary: a sentence for each event, under headings for the turns, in step with the table.

import { button, fill, h, seatName } from "../dom.js";
import { MEANINGS, shape, signOf } from "../shapes.js";

// Illegal and struck plays did not happen: what was tried is told in the words of the form.
const UNDONE = new Set(["illegal", "void"]);

export function sentence(frame, tape, base) {
  const { seat, type, verdict, narration } = frame;
  if (!UNDONE.has(verdict.status)) return [narration];
  const { patch, ...event } = frame;
  base.words.view = tape.view(frame.seq);
  const tried = base.words.event(event);
  const text = seat && base.names[seat] ? `${base.names[seat]}: ${tried}` : tried;
  return verdict.status === "void" ? [h("s", {}, text)] : [text];
}

export function why(frame, showRule) {
  const { status, rule, why: reason } = frame.verdict;
  if (status !== "illegal" && status !== "allowed" && status !== "void") return null;
  return h("span", { class: "why" }, reason, " ", rule ? button(rule, (event) => { event.stopPropagation(); showRule(rule); }, { class: "cite" }) : null);
}

export const sign = (frame) => {
  const name = signOf(frame);
  return h("span", { class: `sign is-${name}`, title: MEANINGS[name] }, shape(name), h("span", { class: "unseen" }, `${MEANINGS[name]}: `));
};

// Lines that the browser lays out and paints together, and only when they come near to being seen.
const PAGE = 20;
const SETTLING = 6;

export class Commentary {
  constructor(element, { go, showRule }) {
    Object.assign(this, { element, go, showRule });
    this.lines = new Map();
  }

  draw(tape, base, turns) {
    this.lines.clear();
    const starts = new Map(turns.map((turn) => [turn.seq, turn]));
    const told = (frame) => {
      const turn = starts.get(frame.seq);
      const heading = turn ? h("li", { class: "turn-head" }, `${base.layout.turn} ${turn.number} `, seatName(turn.seat, base.names)) : null;
      return [this.#line(frame, tape, base), heading];
    };
    const pages = [];
    for (let from = 0; from < tape.frames.length; from += PAGE) pages.push(h("ol", { class: "lines" }, tape.frames.slice(from, from + PAGE).map(told)));
    fill(this.element, h("h2", { class: "unseen" }, "Commentary"), pages.length ? pages : h("p", { class: "empty" }, "Nothing is logged yet. Each event is told here in a sentence as it is logged."));
  }

  #line(frame, tape, base) {
    const { seq, seat, unsure, question } = frame;
    const line = h("li", { class: `line is-${frame.verdict.status}${seat ? ` by-${seat}` : ""}`, "data-seq": seq },
      h("a", { class: "seq", href: `#${seq}`, "aria-label": `Event ${seq}` }, String(seq)), sign(frame),
      h("span", { class: "text" }, sentence(frame, tape, base), unsure ? h("span", { class: "unsure" }, " (unsure)") : null, why(frame, this.showRule),
        question ? h("span", { class: "asked" }, "Waits for a judge") : null));
    line.addEventListener("click", () => this.go(seq));
    this.lines.set(seq, line);
    return line;
  }

  mark(seq) {
    this.now?.classList.remove("now");
    this.now?.removeAttribute("aria-current");
    this.now = this.lines.get(seq);
    this.now?.classList.add("now");
    this.now?.setAttribute("aria-current", "step");
    this.follow();
  }

  // Keeps the line of the moment in sight, without moving anything else on the page.
  follow() {
    this.#centre();
    cancelAnimationFrame(this.settling);
    this.#settle(SETTLING);
  }

  // Pages that come into sight are laid out frame by frame, and may push the line away again.
  #settle(frames) {
    this.settling = requestAnimationFrame(() => {
      this.#centre();
      if (frames > 1) this.#settle(frames - 1);
    });
  }

  #centre() {
    const { element, now } = this;
    if (!now) {
      element.scrollTop = 0;
      return;
    }
    const [line, pane] = [now.getBoundingClientRect(), element.getBoundingClientRect()];
    element.scrollTop += line.top + line.height / 2 - (pane.top + pane.height / 2);
  }
}
