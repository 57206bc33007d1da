// The timeline: whose turns, and above them what a judge or a spectator looks for. The slider that lies over it does the
// work; only a sign is pressed for itself, and leads to just its event.

import { fill } from "../dom.js";
import { MEANINGS, outline, svg } from "../shapes.js";

const SEATS = { p1: "●", p2: "■", p3: "▲", p4: "◆" };
// What a turn has room for, in pixels: its seat's mark, and its number's digits too.
const MARK = 12;
const DIGIT = 7;

// Answers lie below what they answer.
const LOWER = new Set(["ruling", "allowed"]);
const LANE = 15;
// A sign that would lie on the one before it steps aside, but never further than this from its event.
const BROAD = 13;

export function drawTimeline(element, { start, end, turns, flags }, go) {
  const wide = element.clientWidth / 100;
  const span = Math.max(1, end - start);
  const at = (seq) => (100 * (seq - start)) / span;
  const bands = turns.map(({ seq, seat, number }, index) => {
    const [from, to] = [at(seq), at(turns[index + 1]?.seq ?? end)];
    const room = (to - from) * wide;
    const told = room > MARK + 8 + DIGIT * String(number).length ? ` ${number}` : "";
    return svg("svg", { x: `${from}%`, width: `${Math.max(0.1, to - from)}%`, y: 2 * LANE, height: 12, class: `turn-of ${seat}` },
      svg("rect", { width: "100%", height: 12 }), svg("line", { x1: 0, x2: 0, y1: 0, y2: 12 }),
      room > MARK ? svg("text", { x: 3, y: 10 }, `${SEATS[seat] ?? ""}${told}`) : null);
  });
  const free = { 0: -Infinity, [LANE]: -Infinity };
  const aside = (seq, lane) => {
    const place = at(seq) * wide;
    const x = free[lane] > place && free[lane] - place < BROAD ? free[lane] : place;
    free[lane] = x + BROAD;
    return Math.min(100, x / wide);
  };
  const marks = flags.map(({ seq, kind, lane = LOWER.has(kind) ? LANE : 0 }) =>
    svg("svg", { x: `${aside(seq, lane)}%`, y: lane, width: 1, height: LANE, overflow: "visible", class: `mark is-${kind}`, "data-seq": seq, "data-kind": kind },
      svg("rect", { x: -7, width: BROAD, height: LANE }), svg("g", { transform: "translate(-7 0) scale(.78)" }, outline(kind)), svg("title", {}, `${seq}: ${MEANINGS[kind]}`)));
  flags.forEach(({ seq }, index) => marks[index].addEventListener("click", () => go(seq)));
  fill(element, svg("svg", { class: "lines", "aria-hidden": "true" }, bands, marks));
}
