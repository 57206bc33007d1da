// The table at a glance: whose turn, which phase, each side's counters, the open window, and one's own hand behind a tap.

import { button, fill, h, seatName } from "./dom.js";
import { miniCard } from "./minicard.js";

export function drawGlance(element, { view, words, names, seat, shown, toggle }) {
  if (!view) return fill(element, h("p", {}, "The table is not known yet."));
  fill(element, headline(view, words, names), h("div", { class: "sides" }, Object.keys(view.seats).map((each) =>
    side(each, view, words, names, each === view.turn?.seat))), hand(view, seat, words, shown, toggle));
}

function headline(view, words, names) {
  if (view.outcome) {
    const winners = view.outcome.winners ?? [];
    const who = winners.length ? h("strong", {}, winners.map((each) => names[each]).join(", "), " won") : h("strong", {}, "Drawn");
    return h("p", { class: "turn over" }, who, ` · ${words.plain(view.outcome.reason ?? "")}`);
  }
  if (view.status === "setup") return h("p", { class: "turn" }, h("strong", {}, "Set-up"), " · decks, then Begin");
  const turn = view.turn ?? {};
  const parts = [turn.seat ? seatName(turn.seat, names) : null, ` ${words.phase(turn.phase)}`, ` · turn ${turn.number}`];
  const window_ = view.window
    ? h("span", { class: "window" }, `Answer open: ${view.window.may_respond.map((each) => names[each]).join(", ") || "nobody left"}`)
    : null;
  return h("p", { class: "turn" }, parts, window_);
}

function side(seat, view, words, names, active) {
  const data = view.seats[seat];
  const counters = Object.entries(data.counters).filter(([name, value]) => value !== 0 || !isFlag(words, name));
  const sizes = ["hand", "deck"].filter((zone) => zone in data.sizes).map((zone) => [words.zone(zone), data.sizes[zone]]);
  const told = [...sizes, ...counters.map(([name, value]) => [words.counter(name), value])];
  return h("section", { class: `side ${seat}${active ? " active" : ""}`, "aria-label": names[seat] },
    h("h2", {}, seatName(seat, names), data.out ? " (out)" : "", active ? h("span", { class: "unseen" }, " has the turn") : ""),
    h("dl", {}, told.map(([title, value]) => h("div", {}, h("dt", {}, title), h("dd", {}, String(value))))));
}

// A counter between 0 and 1 is a yes or no; told only where it is yes.
const isFlag = (words, name) => {
  const { min, max } = words.language.counters[name] ?? {};
  return min === 0 && max === 1;
};

function hand(view, seat, words, shown, toggle) {
  const mine = view.seats[seat];
  if (!mine) return null;
  const hidden = Object.entries(words.language.zones).filter(([, zone]) => zone.hidden).map(([name]) => name);
  const labels = hidden.flatMap((zone) => (mine.zones[zone] ?? []).map((label) => ({ zone, ...view.cards[label] })));
  const known = Object.entries(mine.known ?? {}).flatMap(([zone, cards]) => cards.map((name) => ({ zone, name })));
  const cards = [...labels, ...known].filter((card) => card.name);
  if (!cards.length) return null;
  return h("div", { class: "hand" },
    button(shown ? "Cover my cards" : `Look at my cards (${cards.length})`, toggle, { class: "quiet", "aria-expanded": String(shown) }),
    shown ? h("div", { class: "minis" }, cards.map((card) => miniCard(card.name, words, { zone: card.zone }))) : null);
}
