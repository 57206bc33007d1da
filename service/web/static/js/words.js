// Says values in the words of the game.

import { opSentence } from "./sentences.js";
import { isSuitCard, suitCard, SUIT_CARDS } from "./suits.js";

// What a field asks for, where the game's file has no phrase of its own.
const FIELDS = {
  seat: "Whose", zone: "Which place", n: "How many", by: "Change it by", card: "Which card", cards: "Which cards",
  counter: "Which counter", stat: "Which number", add: "It becomes", remove: "It is no longer", gain: "It gains",
  lose: "It loses", until: "For how long", text: "In your own words", does: "What its text does",
  source: "The card whose text it is", from: "From where", under: "Under which card", attach: "Attached to",
  pay: "What is paid", target: "Aimed at", choice: "Which way", position: "Which position", keep: "What is kept",
  first: "Who goes first", measure: "Which Measure", symbol: "Which symbol", at: "Top or bottom", of: "Of which card",
  with: "With which card", scope: "The Act, or the whole Show", unsure: "Unsure", part: "Which part of its text", chain: "Does it join the open chain",
  chooser: "Who chooses the card", setup: "Which set-up of the map", order: "In which order", push_to: "Pushed to where",
  monster: "Which monster",
};

// What is chosen here names no place and no phase, though one of these may have the same name: "draw".
const JUST_WORDS = new Set(["choice", "kind"]);

export class Words {
  constructor(language, names) {
    this.language = language;
    this.names = names;
    this.actions = new Map(language.actions.map((action) => [action.type, action]));
    this.ops = new Map(language.ops.map((op) => [op.op, op]));
    this.view = null;
  }

  plain(word) {
    const text = String(word).replaceAll("_", " ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  action(type) {
    return this.actions.get(type)?.title ?? this.plain(type);
  }

  op(name) {
    return this.ops.get(name)?.title ?? this.plain(name);
  }

  // A phrase of the game's file is the question itself; a note on defaults or spelling, or on all fields of the kind, is not.
  field(name, schema) {
    if (this.names[name]) return this.names[name];
    const about = schema?.["x-general"] ? null : schema?.description;
    if (about && about.length < 60 && !/[{};:_]|default|null/.test(about)) return about.charAt(0).toUpperCase() + about.slice(1);
    if (name === "to") return schema?.["x-kind"] === "integer" ? "Or set it to" : "Where to";
    return FIELDS[name] ?? this.plain(name);
  }

  zone(name) {
    const [seat, zone] = String(name).includes(".") ? name.split(".") : [null, name];
    const title = this.language.zones[zone]?.title ?? this.plain(zone);
    return seat ? `${this.names[seat] ?? seat}: ${title}` : title;
  }

  get hiddenZones() {
    return Object.keys(this.language.zones).filter((name) => this.language.zones[name].hidden);
  }

  get handZone() {
    return Object.entries(this.language.zones).find(([, zone]) => zone.role === "hand")?.[0];
  }

  phase(name) {
    return this.language.phases.find((phase) => phase.name === name)?.title ?? this.plain(name);
  }

  counter(name) {
    return this.language.counters[name]?.title ?? this.plain(name);
  }

  card(ref) {
    const card = this.view?.cards[ref];
    return card ? suitCard(card.name ?? "Face-down card") : suitCard(String(ref));
  }

  // Every name that a card may have: a deck of suits is in no catalog.
  get cardNames() {
    return [...(this.language.layout.suits ? SUIT_CARDS : []), ...this.catalog.keys()];
  }

  // A candidate of a field: a card's label, a seat, a zone, a number, or an object or list of these.
  value(value, field = "") {
    if (value === true) return "Yes";
    if (value === false) return "No";
    if (value === null) return "None";
    if (typeof value === "number") return String(value);
    if (Array.isArray(value)) return value.length ? value.map((each) => this.value(each, field)).join(", ") : "None";
    if (typeof value === "object") return this.#object(value);
    if (JUST_WORDS.has(field)) return this.plain(value);
    if (this.view?.cards[value]) return this.card(value);
    if (this.names[value]) return this.names[value];
    if (this.language.zones[value] || /^p\d\./.test(value)) return this.zone(value);
    if (isSuitCard(value)) return suitCard(value);
    const phase = this.language.phases.find((each) => each.name === value);
    return phase?.title ?? (/^[a-z_]+$/.test(value) ? this.plain(value) : value);
  }

  #object(value) {
    if (value.op) return opSentence(value, this);
    const parts = Object.entries(value).map(([key, each]) => (key === "n" ? `× ${each}` : this.value(each, key)));
    return parts.join(" · ");
  }

  // An event in one line, for those that no worker has told yet. A phone lies on a table: no hidden card is named.
  event(event) {
    const skip = new Set(["id", "type", "seat", "at", "as", "unsure", "seq", "by", "recorded_at", "hash", "verdict", "narration", "aloud", "question", "refused", "unsent"]);
    const fields = this.actions.get(event.type)?.fields ?? {};
    const rest = Object.entries(event).filter(([key]) => !skip.has(key) && !fields[key]?.["x-private"]).map(([key, each]) => this.value(each, key));
    return [this.action(event.type), ...rest].join(" · ");
  }
}
