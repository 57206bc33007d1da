// Says values in the words of the game.

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

  field(name, schema) {
    const about = schema?.description;
    return about && about.length < 60 && !about.startsWith("{") ? about.charAt(0).toUpperCase() + about.slice(1) : this.plain(name);
  }

  zone(name) {
    const [seat, zone] = String(name).includes(".") ? name.split(".") : [null, name];
    const title = this.language.zones[zone]?.title ?? this.plain(zone);
    return seat ? `${this.names[seat] ?? seat}: ${title}` : title;
  }

  phase(name) {
    return this.language.phases.find((phase) => phase.name === name)?.title ?? this.plain(name);
  }

  counter(name) {
    return this.language.counters[name]?.title ?? this.plain(name);
  }

  card(ref) {
    const card = this.view?.cards[ref];
    return card ? (card.name ?? "Face-down card") : String(ref);
  }

  // A candidate of a field: a card's label, a seat, a zone, a number, or an object or list of these.
  value(value, field = "") {
    if (value === true) return "Yes";
    if (value === false) return "No";
    if (value === null) return "None";
    if (typeof value === "number") return String(value);
    if (Array.isArray(value)) return value.length ? value.map((each) => this.value(each, field)).join(", ") : "None";
    if (typeof value === "object") return this.#object(value);
    if (this.view?.cards[value]) return this.card(value);
    if (this.names[value]) return this.names[value];
    if (this.language.zones[value] || /^p\d\./.test(value)) return this.zone(value);
    return /^[a-z_]+$/.test(value) ? this.plain(value) : value;
  }

  #object(value) {
    if (value.op) {
      const rest = Object.entries(value).filter(([key]) => key !== "op");
      return `${this.op(value.op)} (${rest.map(([key, each]) => `${this.plain(key)}: ${this.value(each, key)}`).join(", ")})`;
    }
    const parts = Object.entries(value).map(([key, each]) => (key === "n" ? `× ${each}` : this.value(each, key)));
    return parts.join(" · ");
  }

  // An event in one line, for those that no worker has told yet.
  event(event) {
    const skip = new Set(["id", "type", "seat", "at", "as", "unsure", "seq", "by", "recorded_at", "hash", "verdict", "narration", "question", "refused"]);
    const rest = Object.entries(event).filter(([key]) => !skip.has(key)).map(([key, each]) => this.value(each, key));
    return [this.action(event.type), ...rest].join(" · ");
  }
}
