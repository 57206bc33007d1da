// The chain of what stands: every event that judges have ruled on, with the rulings on it, and the rulings on those.

import { button, fill, h, keep } from "../dom.js";
import { told } from "../times.js";
import { sign } from "../verdicts.js";
import { titleOf, whoLogged } from "./case.js";

const DECIDES = new Set(["uphold", "allow", "void"]);

export function drawChain(box, desk, { strike }) {
  const rulings = desk.tape.frames.filter((frame) => frame.type === "ruling");
  keep(box, [rulings, desk.seq], () => {
    const roots = new Set(rulings.map((each) => rootOf(each, desk.tape)));
    fill(box, h("h2", {}, "Rulings: what stands"), roots.size
      ? h("ul", { class: "tree" }, [...roots].sort((a, b) => b - a).map((seq) => branch(seq, rulings, desk, strike)))
      : h("p", { class: "empty" }, "No judge has ruled on this match yet. Every ruling will be here, and can be struck again."));
  });
}

// What a ruling is about in the end: through rulings on rulings, down to what was logged at the table.
function rootOf(ruling, tape) {
  const target = tape.frame(ruling.target);
  if (!target) return ruling.seq;
  return target.type === "ruling" ? rootOf(target, tape) : target.seq;
}

function branch(seq, rulings, desk, strike) {
  const frame = desk.tape.frame(seq);
  const on = rulings.filter((each) => each.target === seq && each.seq !== seq);
  const standing = stand(frame, rulings);
  const words = frame.type === "ruling"
    ? [h("strong", {}, frame.narration || frame.decision), h("span", { class: "small" }, " ", whoLogged(frame.by, desk.base.names), `, ${told(frame.recorded_at)}`)]
    : titleOf(frame, desk);
  const way = frame.type === "ruling" && frame.verdict.status !== "void" && frame.verdict.status !== "illegal"
    ? button("Strike this ruling", () => strike(seq), { class: "quiet small", "data-strike": seq }) : null;
  return h("li", { class: `${frame.verdict.status}${seq === desk.seq ? " here" : ""}`, "data-seq": seq, "data-status": frame.verdict.status },
    h("div", {}, h("a", { href: `#${seq}`, class: "seq" }, String(seq)), " ", sign(frame), " ", h("span", { class: "words" }, words), standing ? h("em", { class: "small" }, ` ${standing}`) : null, way),
    on.length ? h("ul", {}, on.map((each) => branch(each.seq, rulings, desk, strike))) : null);
}

// Whether a ruling still counts, in words.
function stand(frame, rulings) {
  if (frame.type !== "ruling") return null;
  const { status } = frame.verdict;
  if (status === "illegal") return "could not be carried out";
  if (status === "void") return "struck";
  const later = rulings.find((each) => each.seq > frame.seq && each.target === frame.target && DECIDES.has(each.decision) && DECIDES.has(frame.decision) && each.verdict.status === "legal");
  return later ? `overruled by ${later.seq}` : "stands";
}
