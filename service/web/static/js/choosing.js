// Leads through an action that the rules have open: one tap a field, and the last tap logs it.

import { button, fill, h, seatName } from "./dom.js";
import { sheetHead } from "./form.js";
import { miniCard } from "./minicard.js";
import { bySuit } from "./suits.js";

const key = (value) => JSON.stringify(value);
const MANY = 12;

// Actions by type, the likely ones first: an open window is mostly let go by, then what the game's file says that players
// mostly do, and what ends a turn comes after the plays.
export function byType(choices, likely = []) {
  const rank = ({ type, with: fields }) => {
    if (type === "pass") return -1;
    if (likely.includes(type)) return likely.indexOf(type);
    return likely.length + (Object.keys(fields).length ? 0 : 1);
  };
  const types = new Map();
  for (const choice of [...choices].sort((a, b) => rank(a) - rank(b))) {
    if (!types.has(choice.type)) types.set(choice.type, []);
    types.get(choice.type).push(choice.with);
  }
  return types;
}

export class Walk {
  constructor(type, ways) {
    this.type = type;
    this.ways = ways;
    this.picked = {};
    this.more = false; // it does not end with the last pick: there is more to say
  }

  // The next field with something to choose; a field with one candidate in every way left is no question.
  next() {
    for (;;) {
      const open = this.left();
      const field = open.flatMap((way) => Object.keys(way)).find((name) => !(name in this.picked));
      if (field === undefined) return null;
      const candidates = new Map();
      for (const way of open) for (const value of way[field] ?? []) candidates.set(key(value), value);
      const without = open.some((way) => !(field in way));
      if (candidates.size > 1 || without) return { field, candidates: [...candidates.values()], without };
      this.picked[field] = candidates.values().next().value;
    }
  }

  left() {
    return this.ways.filter((way) =>
      Object.entries(this.picked).every(([field, value]) =>
        value === undefined ? !(field in way) : (way[field] ?? []).some((each) => key(each) === key(value))));
  }

  pick(field, value) {
    this.picked[field] = value;
  }

  event() {
    const told = Object.entries(this.picked).filter(([, value]) => value !== undefined);
    return { type: this.type, ...Object.fromEntries(told) };
  }
}

export function drawWalk(sheet, walk, { words, names, log, more, close }) {
  const step = walk.next();
  const fields = words.actions.get(walk.type)?.fields ?? {};
  const text = Object.keys(fields).find((name) => fields[name]["x-kind"] === "ops");
  if (!step && walk.more) return more(text ? { [text]: [], ...walk.event() } : walk.event());
  if (!step) {
    close();
    return log(walk.event());
  }
  const pick = (value) => {
    walk.pick(step.field, value);
    drawWalk(sheet, walk, { words, names, log, more, close });
  };
  const sofar = Object.entries(walk.picked).filter(([, value]) => value !== undefined).map(([field, value]) => words.value(value, field));
  fill(sheet,
    sheetHead(words.action(walk.type), close),
    sofar.length ? h("p", { class: "told" }, sofar.join(" · ")) : null,
    h("p", { class: "ask", "data-field": step.field }, words.field(step.field, fields[step.field])),
    ...candidates(step, words, names, pick),
    h("div", { class: "ways" },
      step.without ? button("Without", () => pick(undefined), { class: "quiet" }) : null,
      whatMore(walk, fields, text)));
  sheet.scrollTop = 0;
  sheet.querySelector(".choices button, .minis button, .stepper button")?.focus({ preventScroll: true });
}

// What nobody can pick from a list is told in the action's form, after the last pick.
function whatMore(walk, fields, text) {
  if (!text && Object.keys(fields).every((name) => walk.ways.some((way) => name in way))) return null;
  const flip = ({ currentTarget }) => {
    walk.more = !walk.more;
    currentTarget.ariaPressed = String(walk.more);
  };
  return button(text ? "Then say what its text does" : "Then say more", flip, { class: "quiet", "aria-pressed": String(walk.more) });
}

// The card that a candidate is, or is about: `fox`, or `{seat: "p2", card: "fox"}`.
const cardOf = (value, words) => {
  const ref = typeof value === "object" ? value?.card : value;
  return words.view?.cards[ref] || words.catalog?.has(ref) ? ref : undefined;
};

// Cards as small cards, those that are known to be there before those that may be; anything else as a button with words.
function candidates(step, words, names, pick) {
  const values = step.candidates;
  if (values.length > 4 && values.every(Number.isInteger)) return [stepper(values, pick)];
  const cards = values.filter((value) => cardOf(value, words) !== undefined).map((value) => [value, cardOf(value, words)]);
  const others = values.filter((value) => cardOf(value, words) === undefined);
  const known = told(words);
  const there = (ref) => (words.view?.cards[ref] || known.has(ref) ? 0 : 1);
  cards.sort(([, a], [, b]) => there(a) - there(b) || (there(a) ? a.localeCompare(b) : 0));
  const minis = h("div", { class: "minis" }, cards.map(([value, ref]) => miniCard(ref, words, { zone: known.get(ref), onclick: () => pick(value), value })));
  const say = (value) => words.value(value, step.field);
  const short = others.every((value) => say(value).length < 5);
  const box = (some) => h("div", { class: short ? "choices short" : "choices" }, some.map((value) =>
    h("button", { type: "button", onclick: () => pick(value), "data-value": key(value) }, names[value] ? seatName(value, names) : say(value))));
  const inHand = others.filter((value) => known.has([value].flat()[0]));
  const buttons = h("div", { class: "suits" }, [inHand, ...bySuit(others.filter((value) => !inHand.includes(value)), say)].map((some) => some.length ? box(some) : null));
  const many = Math.max(cards.length, short ? 0 : others.length) > MANY;
  return [many ? search([minis, ...buttons.children]) : null, others.length ? buttons : null, cards.length ? minis : null];
}

// Cards that a player has told of, by name: where they are.
const told = ({ view }) => new Map(Object.values(view?.seats ?? {}).flatMap(({ known }) =>
  Object.entries(known ?? {}).flatMap(([zone, names]) => names.map((name) => [name, zone]))));

function search(boxes) {
  const narrow = (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const each of boxes.flatMap((box) => [...box.children])) each.hidden = !each.textContent.toLowerCase().includes(wanted);
  };
  return h("input", { type: "search", class: "search", placeholder: "Search", "aria-label": "Search", oninput: narrow });
}

function stepper(values, pick) {
  const sorted = [...values].sort((a, b) => a - b);
  let at = 0;
  const shown = h("output", { "aria-live": "polite" }, String(sorted[0]));
  const move = (by) => {
    at = Math.max(0, Math.min(sorted.length - 1, at + by));
    shown.textContent = String(sorted[at]);
  };
  return h("div", { class: "stepper" },
    button("−", () => move(-1), { "aria-label": "Less" }), shown, button("+", () => move(1), { "aria-label": "More" }),
    button("OK", () => pick(sorted[at])));
}
