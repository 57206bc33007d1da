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

const PRIVATE = new Set(["saw", "register_deck"]);

export function statusOf(entry) {
  if (entry.refused) return "refused";
  if (!entry.seq) return "waiting";
  return entry.verdict?.status ?? "judging";
}

function line(entry, words) {
  // A phone lies on a table: what only its owner may know is not read out in the log.
  if (entry.narration && !PRIVATE.has(entry.type)) return entry.narration;
  return PRIVATE.has(entry.type) ? words.action(entry.type) : words.event(entry);
}

function sign(entry) {
  const status = statusOf(entry);
  const [mark, meaning] = SIGNS[status];
  return h("span", { class: `sign ${status}`, title: meaning }, h("span", { "aria-hidden": "true" }, mark), h("span", { class: "unseen" }, meaning));
}

const plain = (status) => SIGNS[status][1];

// The newest thing that this phone logged, large, with the ways on.
export function drawFeedback(element, entry, { words, names, ruleText, ways }) {
  if (!entry) return fill(element);
  const status = statusOf(entry);
  const verdict = entry.verdict;
  const wrong = status === "illegal";
  fill(element, h("div", { class: `said ${status}`, "data-status": status, "data-seq": entry.seq ?? "" },
    h("p", { class: "what" }, sign(entry), entry.seat ? seatName(entry.seat, names) : null, " ", line(entry, words),
      entry.unsure ? h("span", { class: "unsure" }, " unsure") : null),
    h("p", { class: "why" }, entry.refused ?? (wrong ? verdict.why : plain(status))),
    wrong && verdict.rule ? ruleBox(verdict.rule, ruleText) : null,
    h("div", { class: "ways" },
      wrong ? button("Keep it", ways.keep, { class: "quiet" }) : null,
      entry.refused ? button("Discard", ways.discard, { class: "quiet" })
        : status === "void" ? null : button(wrong ? "Take it back" : "Undo", ways.undo, { class: "quiet undo" }),
      wrong ? button("Call a judge", ways.call, { class: "quiet" }) : null)));
}

function ruleBox(rule, ruleText) {
  const text = h("p", {});
  return h("details", { class: "rule", ontoggle: async (event) => {
    if (event.target.open && !text.textContent) text.textContent = await ruleText(rule);
  } }, h("summary", {}, rule), text);
}

export function drawLog(element, entries, { words, names, mine, ways }) {
  const shown = [...entries].reverse();
  fill(element, h("h2", {}, "Log"), shown.length
    ? h("ol", { reversed: true, class: "entries" }, shown.map((entry) => row(entry, words, names, mine, ways)))
    : h("p", { class: "empty" }, "Nothing is logged yet. What both phones log appears here, newest first."));
}

function row(entry, words, names, mine, ways) {
  const status = statusOf(entry);
  const other = entry.seq && !mine(entry) && !["ruling", "call", "note", "retract"].includes(entry.type);
  return h("li", { class: `entry ${status}`, "data-seq": entry.seq ?? "", "data-status": status },
    h("span", { class: "seq" }, entry.seq ? String(entry.seq) : ""), sign(entry),
    h("span", { class: "text" }, entry.seat ? [seatName(entry.seat, names), " "] : null, line(entry, words),
      status === "illegal" ? h("span", { class: "why" }, ` ${entry.verdict.why}`) : null,
      entry.unsure ? h("span", { class: "unsure" }, " unsure") : null,
      entry.question ? h("span", { class: "asked" }, " waits for a judge") : null),
    other ? button("Dispute", () => ways.dispute(entry), { class: "quiet small" }) : null);
}
