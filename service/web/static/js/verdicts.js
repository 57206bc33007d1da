// What was logged, and what the rules say of it. A verdict has a shape before it has a colour.

import { button, fill, h, seatName } from "./dom.js";

const SIGNS = {
  legal: ["✓", "legal"],
  trusted: ["○", "on trust"],
  illegal: ["✗", "not allowed"],
  allowed: ["⚖", "allowed by a judge"],
  void: ["⊘", "struck"],
  waiting: ["…", "waits to be sent"],
  judging: ["…", "is being judged"],
  refused: ["!", "not taken"],
};

// A phone lies on a table: what only its owner may know is not read out here.
const PRIVATE = new Map([["saw", "tells which hidden cards are there"], ["register_deck", "registers a deck list"]]);
// What changed nothing is told as it was logged: the sentence of the rules says why, not what.
const NOT_PLAYED = new Set(["illegal", "void"]);
const NO_PLAYS = new Set(["ruling", "call", "note", "retract"]);
export const isPlay = ({ type }) => !NO_PLAYS.has(type);
// Older entries have been seen by everybody; a judge can still be called to them.
const DISPUTED = 6;

export function statusOf(entry) {
  if (entry.refused) return "refused";
  if (!entry.seq) return "waiting";
  return entry.verdict?.status ?? "judging";
}

// What happened, in one line.
function line(entry, words, names) {
  const aloud = entry.aloud ?? entry.narration;
  const told = aloud && !NOT_PLAYED.has(entry.verdict?.status) && !PRIVATE.has(entry.type);
  const mark = entry.seat ? h("span", { class: `seat ${entry.seat}`, "aria-hidden": "true" }) : null;
  if (told) return [mark, " ", aloud];
  const text = PRIVATE.get(entry.type) ?? words.event(entry);
  return entry.seat ? [seatName(entry.seat, names), " ", text] : text;
}

export function sign(entry, spoken = false) {
  const status = statusOf(entry);
  const [mark, meaning] = SIGNS[status];
  return h("span", { class: `sign ${status}`, title: meaning },
    h("span", { "aria-hidden": "true" }, mark), h("span", { class: spoken ? "meaning" : "unseen" }, meaning));
}

const unsure = (entry) => (entry.unsure ? h("span", { class: "unsure" }, " unsure") : null);

// The newest thing that this phone logged, with the ways on.
export function drawFeedback(element, entry, { words, names, ruleText, ways }) {
  if (!entry) return fill(element);
  const status = statusOf(entry);
  const wrong = status === "illegal";
  const why = entry.refused ?? (wrong ? entry.verdict.why : null);
  fill(element, h("div", { class: `said ${status}`, "data-status": status, "data-seq": entry.seq ?? "" },
    h("p", { class: "what" }, sign(entry, true), " ", line(entry, words, names), unsure(entry)),
    why ? h("p", { class: "why" }, why) : null,
    wrong && entry.verdict.rule ? ruleBox(entry.verdict.rule, ruleText) : null,
    h("div", { class: "ways" }, waysOn(entry, status, wrong, ways))));
}

function waysOn(entry, status, wrong, ways) {
  if (entry.refused) return [button("Discard", ways.discard, { class: "quiet" })];
  // A remark that was sent stands; one that still waits is just not sent.
  const back = (NO_PLAYS.has(entry.type) && !entry.unsent) || status === "void" ? null
    : button(wrong ? "Take it back" : "Undo", ways.undo, { class: "quiet undo" });
  return wrong
    ? [button("Keep it", ways.keep, { class: "quiet" }), back, button("Call a judge", ways.call, { class: "quiet" })]
    : [back];
}

function ruleBox(rule, ruleText) {
  const text = h("p", {});
  return h("details", { class: "rule", ontoggle: async (event) => {
    if (event.target.open && !text.textContent) text.textContent = await ruleText(rule);
  } }, h("summary", {}, `The rule, ${rule}`), text);
}

export function drawLog(element, entries, { words, names, mine, ways }) {
  const shown = [...entries].reverse();
  fill(element, h("h2", {}, "Log"), shown.length
    ? h("ol", { reversed: true, class: "entries" }, shown.map((entry, at) =>
      row(entry, words, names, wayOn(entry, at < DISPUTED, mine(entry), ways))))
    : h("p", { class: "empty" }, "Nothing is logged yet. What both phones log appears here, newest first."));
}

// What the other phone logged can be disputed; what of one's own is still open can be answered.
function wayOn(entry, newest, own, ways) {
  const number = entry.seq ? `entry ${entry.seq}` : "what was not taken";
  const way = (text, onclick) => button(text, () => onclick(entry), { class: "dispute", "aria-label": `${text}: ${number}` });
  if (entry.refused || (own && entry.question && statusOf(entry) === "illegal")) return way("What now?", ways.answer);
  return newest && entry.seq && !own && isPlay(entry) && statusOf(entry) !== "void" && !PRIVATE.has(entry.type) ? way("Dispute", ways.dispute) : null;
}

function row(entry, words, names, way) {
  const status = statusOf(entry);
  return h("li", { class: `entry ${status}`, "data-seq": entry.seq ?? "", "data-status": status, "data-id": entry.id },
    h("span", { class: "seq" }, entry.seq ? String(entry.seq) : ""), sign(entry),
    h("span", { class: "text" }, line(entry, words, names),
      status === "illegal" ? h("span", { class: "why" }, ` ${entry.verdict.why}`) : null, unsure(entry),
      entry.question ? h("span", { class: "asked" }, " waits for a judge") : null),
    way);
}
