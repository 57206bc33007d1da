// Editors for the kinds of value that a field may have. Each answers { element, value() }; undefined: nothing is said. Where
// something can be begun and not yet told, finish() tells it, or throws what is lacking.

import { readDeck, writeDeck } from "./decks.js";
import { button, fill, h } from "./dom.js";
import { miniCard } from "./minicard.js";
import { opsField } from "./ops.js";
import { bySuit, isSuitCard } from "./suits.js";

const MOST_FOUND = 24;

// Something that has been begun and cannot be told yet.
export class Unfinished extends Error {
  constructor(label) {
    super(`${label}: this is needed.`);
  }
}

export function fieldFor(schema, context, initial) {
  const kind = schema["x-kind"];
  const make = EDITORS[kind] ?? textField;
  return make(schema, context, initial);
}

function pickOne(values, say, initial, label) {
  let chosen = initial;
  const element = h("div", { class: "choices", role: "group", "aria-label": label });
  const draw = () => fill(element, values.map((value) =>
    button(say(value), () => {
      chosen = JSON.stringify(chosen) === JSON.stringify(value) ? undefined : value;
      draw();
    }, { "aria-pressed": String(JSON.stringify(chosen) === JSON.stringify(value)), "data-value": JSON.stringify(value) })));
  draw();
  return { element, value: () => chosen };
}

const wordField = (schema, { words, name, label }, initial) => pickOne(schema.enum, (value) => words.value(value, name), initial, label);
const booleanField = (schema, { label }, initial) => pickOne([true, false], (value) => (value ? "Yes" : "No"), initial, label);
const seatField = (schema, { names, label }, initial) => pickOne(Object.keys(names), (seat) => names[seat], initial, label);
const zoneField = (schema, { words, label, zones = Object.keys(words.language.zones) }, initial) => pickOne(zones, (zone) => words.zone(zone), initial, label);

function integerField(schema, { label }, initial) {
  // Some phones' keyboards for numbers have no minus.
  const input = h("input", { type: "number", inputmode: schema.minimum >= 0 ? "numeric" : null, "aria-label": label, value: initial ?? "" });
  const move = (by) => {
    const now = input.value === "" ? Math.max(schema.minimum ?? 0, 0) - (by > 0 ? 1 : 0) : Number(input.value);
    input.value = Math.min(schema.maximum ?? Infinity, Math.max(schema.minimum ?? -Infinity, now + by));
  };
  const element = h("div", { class: "stepper" },
    button("−", () => move(-1), { "aria-label": `${label}: less` }), input, button("+", () => move(1), { "aria-label": `${label}: more` }));
  return { element, value: () => (input.value === "" ? undefined : Number(input.value)) };
}

function textField(schema, { label }, initial) {
  const input = h("textarea", { rows: 2, "aria-label": label, maxLength: 2000, value: initial ?? "" });
  return { element: input, value: () => input.value.trim() || undefined };
}

function seqField(schema, context, initial) {
  return integerField({ minimum: 1 }, context, initial);
}

// Any card: those that lie on the table, and by name those that were hidden until now.
function cardField(schema, context, initial) {
  return finder({ ...context, table: true }, initial ? [initial] : [], 1, (chosen) => chosen[0]);
}

function nameField(schema, context, initial) {
  if (context.printed) return textField(schema, context, initial);
  return finder({ ...context, table: false }, initial ? [initial] : [], 1, (chosen) => chosen[0]);
}

// Cards that lie somewhere, and those that a player has told of their own hand: the actor's first, and what is spent last.
function atHand({ view, language }, seat) {
  const spent = ({ zone }) => language.zones[zone.split(".").pop()]?.role === "discard";
  const rank = (card) => 2 * Number(spent(card)) + Number(card.controller !== seat);
  const lying = Object.entries(view?.cards ?? {}).sort(([, a], [, b]) => rank(a) - rank(b)).map(([ref]) => ref);
  const told = Object.values(view?.seats ?? {}).flatMap(({ known }) => Object.values(known ?? {}).flat());
  return [...new Set([...lying, ...told])];
}

// The names of a seat's registered list: what it holds is most likely one of these.
const listed = ({ view, catalog }, seat) =>
  Object.values(view?.seats[seat]?.deck ?? {}).flatMap(Object.keys).filter((name) => catalog.has(name)).sort();

function finder({ words, seat, label, table }, initial, most, read) {
  let chosen = [...initial];
  const picked = h("div", { class: "minis picked" });
  const suits = h("div", { class: "suits" });
  const found = h("div", { class: "minis found" });
  const input = h("input", { type: "search", class: "search", placeholder: "Search all cards", "aria-label": `${label}: search all cards` });
  const take = (ref) => {
    chosen = most === 1 ? [ref] : [...chosen, ref];
    input.value = "";
    const before = input.getBoundingClientRect().top;
    draw();
    // What was picked takes room above: what is tapped next stays under the finger.
    input.closest("dialog")?.scrollBy(0, input.getBoundingClientRect().top - before);
  };
  const text = (ref) => words.catalog.get(words.view?.cards[ref]?.name ?? ref)?.text;
  const draw = () => {
    fill(picked, chosen.map((ref, at) => miniCard(ref, words, { pressed: true, onclick: () => {
      chosen.splice(at, 1);
      draw();
    } })), most === 1 && chosen.some(text) ? h("q", { class: "printed" }, text(chosen[0])) : null);
    const wanted = input.value.trim().toLowerCase();
    const fits = (ref) => `${words.card(ref)} ${ref}`.toLowerCase().includes(wanted);
    const onTable = table ? atHand(words, seat).filter(fits) : [];
    const names = wanted || !table ? [...new Set([...listed(words, seat), ...words.cardNames])].filter(fits) : [];
    const named = names.filter((name) => !isSuitCard(name));
    fill(suits, bySuit(names.filter(isSuitCard), (name) => words.card(name)).map((some) => h("div", { class: "choices short" },
      some.map((name) => button(words.card(name), () => take(name), { "data-value": name })))));
    const refs = [...onTable, ...named].filter((ref) => !chosen.includes(ref) || named.includes(ref)).slice(0, MOST_FOUND);
    fill(found, refs.map((ref) => miniCard(ref, words, { onclick: () => take(ref) })),
      wanted && !refs.some((ref) => words.card(ref).toLowerCase() === wanted) ? button(`Use the name “${input.value.trim()}”`, () => take(input.value.trim()), { class: "quiet" }) : null);
  };
  input.addEventListener("input", draw);
  draw();
  return { element: h("div", { class: "finder" }, picked, input, suits, found), value: () => read(chosen) };
}

function listField(schema, context, initial) {
  const kind = schema.items["x-kind"];
  if (kind === "name" && context.printed) return wordsField(schema, context, initial);
  if (kind === "card" || kind === "name") {
    return finder({ ...context, table: kind === "card" }, initial ?? [], Infinity, (chosen) => (chosen.length ? chosen : undefined));
  }
  let editors = (initial ?? []).map((each) => fieldFor(schema.items, context, each));
  const box = h("div", { class: "rows" });
  const draw = () => fill(box, editors.map((each) => h("div", { class: "row" }, each.element,
    button("Remove", () => { editors = editors.filter((other) => other !== each); draw(); }, { class: "quiet" }))));
  const more = button("Add one", () => { editors.push(fieldFor(schema.items, context)); draw(); }, { class: "quiet" });
  draw();
  return { element: h("div", {}, box, more), finish: () => editors.forEach((each) => each.finish?.()), value: () => {
    const values = editors.map((each) => each.value()).filter((each) => each !== undefined);
    return values.length ? values : undefined;
  } };
}

function objectField(schema, context, initial) {
  const parts = Object.entries(schema.properties).map(([name, inner]) => {
    const label = context.printed && !inner.description ? context.words.plain(name) : context.words.field(name, inner);
    return [name, label, fieldFor(inner, { ...context, name, label }, initial?.[name])];
  });
  return {
    element: h("div", { class: "rows" }, parts.map(([name, label, editor]) => h("div", { class: "row", "data-field": name }, h("span", { class: "ask" }, label), editor.element))),
    finish: () => parts.forEach(([, , editor]) => editor.finish?.()),
    value: () => {
      const told = parts.map(([name, , editor]) => [name, editor.value()]).filter(([, value]) => value !== undefined);
      return told.length ? Object.fromEntries(told) : undefined;
    },
  };
}

// A number for each of some: what cards of the game have numbers of.
function numbersField(schema, context, initial) {
  const properties = Object.fromEntries(Object.keys(context.words.language.stats).map((stat) => [stat, { "x-kind": "integer" }]));
  return objectField({ properties }, context, initial);
}

// One of something, or several: one is told as such.
function eitherField(schema, context, initial) {
  const several = schema.anyOf.find((each) => each["x-kind"] === "list");
  if (!several) return fieldFor(schema.anyOf[0], context, initial);
  const told = initial === undefined ? [undefined] : [].concat(initial);
  const { element, value, finish } = listField(several, context, told);
  return { element, finish, value: () => (value()?.length === 1 ? value()[0] : value()) };
}

function deckField(schema, { words: { language }, label }, initial) {
  const area = h("textarea", { rows: 8, "aria-label": label, placeholder: "3 Ember Fox", value: initial ? writeDeck(initial, language) : "" });
  const take = (event) => {
    const deck = language.decks[event.target.value];
    if (deck) area.value = writeDeck(deck.deck, language);
  };
  const samples = h("select", { "aria-label": "A deck of the game's own", onchange: take }, h("option", { value: "" }, "A deck of the game's own …"),
    language.decks.map((deck, at) => h("option", { value: at }, deck.title ?? deck.name ?? `Deck ${at + 1}`)));
  return { element: h("div", { class: "rows" }, samples, area), value: () => readDeck(area.value, language) ?? undefined };
}

// A card that the catalog lacks: its name, its type, and what is printed on cards of that type. There, names are just words.
function entryField(schema, context) {
  const { words } = context;
  const types = words.language.card_types;
  const name = h("input", { "aria-label": "Name", autocomplete: "off", maxLength: 120 });
  const type = h("select", { "aria-label": "Type", onchange: () => draw() }, Object.keys(types).map((each) => h("option", { value: each }, words.plain(each))));
  const box = h("div", { class: "rows" });
  let parts = [];
  const row = ([field, label, { element }]) => h("div", { class: "row", "data-field": field }, h("span", { class: "ask" }, label), element);
  const draw = () => {
    const { fields, required } = types[type.value];
    parts = Object.entries(fields).map(([field, inner]) => [field, words.plain(field), fieldFor(inner, { ...context, label: words.plain(field), printed: true })]);
    const needed = parts.filter(([field]) => required.includes(field));
    const rest = parts.filter((part) => !needed.includes(part));
    fill(box, needed.map(row), rest.length ? h("details", {}, h("summary", {}, "More that is printed on it"), rest.map(row)) : null);
  };
  draw();
  return { element: h("div", { class: "rows" }, row(["name", "Name", { element: name }]), row(["type", "Type", { element: type }]), box), value: () => {
    if (!name.value.trim()) return undefined;
    const printed = parts.map(([field, label, editor]) => [field, editor.value(), label]);
    const lacking = printed.find(([field, value]) => value === undefined && types[type.value].required.includes(field));
    if (lacking) throw new Unfinished(lacking[2]);
    return { name: name.value.trim(), type: type.value, ...Object.fromEntries(printed.filter(([, value]) => value !== undefined)) };
  } };
}

// Words, with commas between them.
function wordsField(schema, { label }, initial = []) {
  const input = h("input", { "aria-label": label, autocomplete: "off", placeholder: "One, another", value: initial.join(", ") });
  return { element: input, value: () => {
    const told = input.value.split(",").map((each) => each.trim()).filter(Boolean);
    return told.length ? told : undefined;
  } };
}

const EDITORS = {
  card: cardField, name: nameField, zone: zoneField, seat: seatField, word: wordField, boolean: booleanField,
  integer: integerField, seq: seqField, list: listField, object: objectField, either: eitherField, ops: opsField,
  numbers: numbersField, deck: deckField, entry: entryField, label: cardField,
};
