// A question: what was logged, by whom, when, how sure; what the rules say; what judges said before; the table around it.

import { call } from "../api.js";
import { fill, h, seatName } from "../dom.js";
import { drawTable } from "../table/table.js";
import { ago, told } from "../times.js";
import { sign } from "../verdicts.js";

const MOST_PRECEDENTS = 5;
const rules = new Map();

const ruleOf = (game, id) => {
  if (!rules.has(id)) rules.set(id, call(`/api/v1/games/${game}/rules/${id}`).catch(() => null));
  return rules.get(id);
};

// What was logged, in one line. A play that was refused did not happen: it is told as it was declared.
export function titleOf(frame, { base, tape }) {
  base.words.view = tape.view(Math.max(tape.start, frame.seq - 1));
  const declared = frame.verdict.status === "illegal" || frame.verdict.status === "void" || !frame.narration;
  if (!declared) return frame.narration;
  const { patch, ...event } = frame;
  return `${frame.seat ? `${base.names[frame.seat] ?? frame.seat}: ` : ""}${base.words.event(event)}`;
}

export const whoLogged = (by, names) => (names[by] ? [seatName(by, names), "’s phone"] : by.replace(/^judge:/, "Judge ").replace(/^organiser:/, "Organiser "));

// The event that a ruling would be about: a call is about what it disputes.
export function aboutOf(frame, tape) {
  return frame.type === "call" && tape.frame(frame.target) ? tape.frame(frame.target) : frame;
}

export function drawCase(box, desk) {
  const { tape, base, seq } = desk;
  const frame = tape.frame(seq);
  const about = aboutOf(frame, tape);
  const { rule } = about.verdict;
  const ruleBox = h("div", { class: "rule-text" });
  const before = h("div", { class: "precedents" });
  fill(box,
    h("h2", {}, `Event ${seq}`, frame.question ? h("span", { class: "badge" }, "open") : null),
    frame === about ? null : [h("p", { class: "asks" }, h("q", {}, frame.text ?? "")), h("p", {}, "It disputes ", h("a", { href: `#${about.seq}` }, `event ${about.seq}`), ":")],
    h("p", { class: `logged ${about.verdict.status}` }, titleOf(about, desk)),
    h("dl", { class: "facts" },
      h("dt", {}, "Logged by"), h("dd", {}, whoLogged(frame.by, base.names)),
      h("dt", {}, "When"), h("dd", {}, h("time", { dateTime: frame.recorded_at }, told(frame.recorded_at)), `, ${ago(frame.recorded_at)}${ago(frame.recorded_at) === "just now" ? "" : " ago"}`),
      h("dt", {}, "How sure"), h("dd", {}, about.unsure ? h("strong", {}, "The recorder was unsure") : "Nothing was marked unsure")),
    h("div", { class: `verdict ${about.verdict.status}` }, h("p", {}, sign(about, true)), h("p", {}, about.verdict.why), ruleBox),
    before);
  if (rule) {
    tellRule(ruleBox, desk.game, rule);
    tellPrecedents(before, desk, rule, about.seq);
  }
}

async function tellRule(box, game, id) {
  const rule = await ruleOf(game, id);
  fill(box, h("h3", {}, `${id}${rule ? `, ${rule.section}` : ""}`), rule ? h("p", {}, rule.says) : null);
}

async function tellPrecedents(box, { game, match }, rule, seq) {
  const { rulings } = await call(`/api/v1/rulings?game=${game}&rule=${rule}&limit=${MOST_PRECEDENTS + 1}`);
  const others = rulings.filter((each) => each.match !== match || each.ruling.target !== seq).slice(0, MOST_PRECEDENTS);
  fill(box, h("h3", {}, `Earlier rulings on ${rule}`), others.length
    ? h("ul", {}, others.map(({ match: id, ruling }) => h("li", {}, h("strong", {}, DECIDED[ruling.decision]), ruling.note ? [" ", h("q", {}, ruling.note)] : null,
      h("span", { class: "small" }, ` ${ruling.by.replace("judge:", "")}, `, h("a", { href: `/desk/${id}#${ruling.seq}` }, told(ruling.recorded_at))))))
    : h("p", { class: "empty" }, "No judge has ruled on it before."));
}

export const DECIDED = { uphold: "Upheld", allow: "Allowed", void: "Struck", rewind: "Rewound", amend: "Amended", penalty: "Penalty" };

// Before and after what was logged; one table where it changed nothing.
export function drawMoments(box, { tape, base, seq }) {
  const about = aboutOf(tape.frame(seq), tape);
  const changed = Object.keys(about.patch).some((key) => key !== "seq");
  const before = h("div", { class: "table" });
  const after = h("div", { class: "table" });
  fill(box, h("h2", {}, `The table around event ${about.seq}`), changed
    ? h("div", { class: "pair" }, figure("Before", before), figure("After", after))
    : figure("Before and after: it changed nothing", before));
  drawTable(before, tape.view(about.seq - 1), { base, event: { ...about, patch: {} } });
  if (changed) drawTable(after, tape.view(about.seq), { base, event: about });
}

export const figure = (caption, table) => h("figure", {}, h("figcaption", {}, caption), table);
