// The table at a glance: whose turn, which phase, each side's counters, the open window, and one's own hand behind a tap.

import { button, fill, h, seatName } from "./dom.js";
import { miniCard } from "./minicard.js";

export function drawGlance(element, { view, words, names, seat, shown, toggle }) {
  if (!view) return fill(element, h("p", {}, "The table is not known yet."));
  fill(element, headline(view, words, names), sides(view, words, names), hand(view, seat, words, shown, toggle));
}

function headline(view, words, names) {
  if (view.outcome) {
    const winners = view.outcome.winners ?? [];
    const who = winners.length ? h("strong", {}, winners.map((each) => names[each]).join(", "), " won") : h("strong", {}, "Drawn");
    return h("p", { class: "turn over" }, who, ` · ${words.plain(view.outcome.reason ?? "")}`);
  }
  if (view.status === "setup") return h("p", { class: "turn" }, h("strong", {}, "Set-up"), " · deck lists if you have them, then begin");
  const turn = view.turn ?? {};
  const parts = [turn.seat ? seatName(turn.seat, names) : null, ` ${words.phase(turn.phase)}`, ` · turn ${turn.number}`];
  const answer = view.window
    ? h("span", { class: "window" }, `Answer open: ${view.window.may_respond.map((each) => names[each]).join(", ") || "nobody left"}`)
    : null;
  return h("p", { class: "turn" }, parts, answer);
}

// A row a counter, a column a seat; with two seats there is room for two such lists side by side.
function sides(view, words, names) {
  const seats = Object.keys(view.seats);
  const rows = tally(view, words);
  const half = seats.length > 2 ? rows.length : Math.ceil(rows.length / 2);
  const part = (some) => h("div", { class: `tally of-${seats.length}` },
    h("div", { class: "marks", "aria-hidden": "true" }, h("span"), seats.map((seat) => h("span", { class: `seat ${seat}` }))),
    h("dl", {}, some.map(([title, read]) => h("div", {}, h("dt", {}, title), seats.map((seat) =>
      h("dd", {}, h("span", { class: "unseen" }, `${names[seat]} `), String(read(view.seats[seat]) ?? "–")))))));
  return h("div", { class: "sides" },
    h("p", { class: "who" }, seats.map((seat) => h("span", { class: seat === view.turn?.seat ? "active" : "" },
      seatName(seat, names), view.seats[seat].out ? " (out)" : "", seat === view.turn?.seat ? h("span", { class: "unseen" }, " has the turn") : ""))),
    h("div", { class: "halves" }, part(rows.slice(0, half)), half < rows.length ? part(rows.slice(half)) : null));
}

function tally(view, words) {
  const seats = Object.values(view.seats);
  const piles = Object.entries(words.language.zones).filter(([, zone]) => ["hand", "deck"].includes(zone.role));
  const counters = Object.keys(words.language.counters).filter((name) => seats.some((seat) => name in seat.counters));
  return [
    ...piles.map(([zone]) => [words.zone(zone), (seat) => seat.sizes[zone]]),
    ...counters.filter((name) => !isFlag(words, name) || seats.some((seat) => seat.counters[name]))
      .map((name) => [words.counter(name), (seat) => seat.counters[name]]),
  ];
}

// A counter between 0 and 1 is a yes or no; told only where it is yes.
const isFlag = (words, name) => {
  const { min, max } = words.language.counters[name];
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
