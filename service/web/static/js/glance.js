// The table at a glance: whose turn, which phase, each side's counters, the open window, and one's own hand behind a tap.
// Every line has its place from the start, so that nothing moves under a finger.

import { button, fill, h } from "./dom.js";
import { miniCard } from "./minicard.js";

export function drawGlance(element, { view, words, names }) {
  if (!view) return fill(element, h("p", {}, "The table is not known yet."));
  fill(element, headline(view, words, names), sides(view, words, names));
}

function headline(view, words, names) {
  if (view.outcome) {
    const winners = view.outcome.winners ?? [];
    const who = winners.length ? h("strong", {}, winners.map((each) => names[each]).join(", "), " won") : h("strong", {}, "Drawn");
    return h("p", { class: "turn over" }, who, h("span", { class: "window" }, words.plain(view.outcome.reason ?? "")));
  }
  if (view.status === "setup") {
    return h("p", { class: "turn" }, h("strong", {}, "Set-up"), h("span", { class: "window" }, "Deck lists if you have them, then begin"));
  }
  const turn = view.turn ?? {};
  const number = h("span", { class: "number" }, `· ${words.language.layout.turn.toLowerCase()} ${turn.number}`);
  const now = h("span", { class: "now" }, turn.seat ? [shortName(turn.seat, names), " "] : null, h("span", {}, words.phase(turn.phase), " ", number));
  return h("p", { class: "turn" }, now, view.window ? answering(view.window, names) : h("span", { class: "window none" }, "No answer is open"));
}

const answering = ({ may_respond: seats }, names) =>
  h("span", { class: "window" }, seats.length ? ["May answer: ", seats.flatMap((seat, at) => [at ? ", " : "", shortName(seat, names)])].flat() : "Nobody is left to answer");

// Two sides face each other over the name of what is counted; more than two stand in columns. What decides the game stands
// first, and large.
function sides(view, words, names) {
  const seats = Object.keys(view.seats);
  const pair = seats.length === 2;
  const [deciding, others] = tallies(view, words);
  const number = (seat, read) => h("dd", { class: seat }, h("span", { class: "unseen" }, `${names[seat]} `), read(view.seats[seat]));
  const tally = (kind, rows) => h("dl", { class: `tally of-${seats.length} ${kind}` }, rows.map(([title, read, max]) =>
    h("div", { "data-max": max }, h("dt", {}, title, max ? h("span", { class: "unseen" }, ` of ${max}`) : null), seats.map((seat) => number(seat, read)))));
  return h("div", { class: "sides" },
    h("div", { class: `who of-${seats.length}` }, pair ? null : h("span"), seats.map((seat) => side(seat, view, words, names))),
    tally(pair && deciding.length > 1 ? "deciding abreast" : "deciding", deciding), tally(pair ? "twofold" : "", others));
}

// However long a name is, the numbers stay where they are.
export const shortName = (seat, names) => h("span", { class: `seat short ${seat}`, title: names[seat] }, h("span", { class: "name" }, names[seat]));

function side(seat, view, words, names) {
  const active = seat === view.turn?.seat && !view.outcome;
  const yes = Object.keys(words.language.counters).filter((name) => isFlag(words, name) && view.seats[seat].counters[name]);
  return h("span", { class: `side${active ? " active" : ""}` },
    shortName(seat, names), active ? h("span", { class: "unseen" }, " has the turn") : null,
    h("span", { class: "marks" }, [...(view.seats[seat].out ? ["Out"] : []), ...yes.map((name) => words.counter(name))].join(", ")));
}

// What is counted: its title, how it reads, and the number at which it is over. First what decides, then the rest.
function tallies(view, words) {
  const { deciding = [], rows } = words.language.layout;
  const limits = new Map([...deciding, ...rows.flat().map(({ meter }) => meter)].filter(Boolean).map(({ counter, max }) => [counter, max]));
  const seats = Object.values(view.seats);
  const told = Object.keys(words.language.counters).filter((name) => !isFlag(words, name) && seats.some((seat) => name in seat.counters));
  const counted = (names) => names.map((name) => [words.counter(name), (seat) => amount(words, name, seat.counters[name]), limits.get(name)]);
  const piles = Object.entries(words.language.zones).filter(([, zone]) => ["hand", "deck"].includes(zone.role));
  return [
    counted([...limits.keys()].filter((name) => told.includes(name))),
    [...counted(told.filter((name) => !limits.has(name))), ...piles.map(([zone]) => [words.zone(zone), (seat) => String(seat.sizes[zone] ?? "–")])],
  ];
}

// What a side still has is a mark that is filled or not.
function amount(words, name, value) {
  const { min, max } = words.language.counters[name];
  if (min !== 0 || max !== 1 || value === undefined) return String(value ?? "–");
  return [h("span", { "aria-hidden": "true" }, value ? "●" : "○"), h("span", { class: "unseen" }, String(value))];
}

// A counter between 0 and 1 that starts at 0 is something that happened: told by its name where it did. One that starts
// at 1 is something that a side still has.
const isFlag = (words, name) => {
  const { start, min, max } = words.language.counters[name];
  return start === 0 && min === 0 && max === 1;
};

// One's own hidden cards lie behind a tap: a phone lies on a table.
export function drawHand(element, { view, words, seat, shown, toggle, tell }) {
  const mine = view?.seats[seat];
  if (!mine || view.status !== "playing") return fill(element);
  const labels = words.hiddenZones.flatMap((zone) => (mine.zones[zone] ?? []).map((label) => ({ zone, ...view.cards[label] })));
  const known = Object.entries(mine.known ?? {}).flatMap(([zone, cards]) => cards.map((name) => ({ zone, name })));
  const cards = [...labels, ...known].filter((card) => card.name);
  const look = shown ? "Cover my cards" : `Look at my cards (${cards.length})`;
  fill(element,
    cards.length ? button(look, toggle, { class: "quiet", "aria-expanded": String(shown) }) : null,
    words.actions.has("saw") ? button("Tell my hand", tell, { class: "quiet" }) : null,
    shown && cards.length ? h("div", { class: "minis" }, cards.map((card) => miniCard(card.name, words, { zone: card.zone }))) : null);
}
