// One card, large: what is printed on it, and what has become of it. Or a pile, card by card.

import { button, fill, h } from "../dom.js";
import { drawCard } from "./card.js";
import { faceOf } from "./face.js";

const UNTOLD = new Set(["name", "text", "keywords", "abilities", "id", "serial", "lore"]);

export function enlarge(dialog, label, view, ctx) {
  const card = view.cards[label];
  if (!card) return;
  const { words } = ctx;
  const face = faceOf(card, ctx);
  const meanings = ctx.language;
  const listed = (title, names, said) => names.length
    ? [h("h3", {}, title), h("dl", { class: "meanings" }, names.map((name) => [h("dt", {}, said === meanings.flags ? words.plain(name) : name), h("dd", {}, said[name] ?? "")]))]
    : [];
  const facts = [...numbersOf(card, face.entry), ...printedOf(card, face.entry, words)];
  show(dialog, face.name, [
    h("p", { class: "told" }, h("span", { class: `seat ${face.side}` }, ctx.names[face.side]), ` ${words.zone(card.zone.split(".").at(-1))}`,
      card.owner === face.side ? "" : ` · owned by ${ctx.names[card.owner]}`),
    face.entry?.text ? h("p", { class: "card-text" }, face.entry.text) : null,
    facts.length ? h("dl", { class: "facts" }, facts.map(([key, told]) => [h("dt", {}, words.plain(key)), h("dd", {}, told)])) : null,
    listed("Keywords", card.keywords, meanings.keywords),
    listed("State", card.flags, meanings.flags),
    card.attached.length ? [h("h3", {}, "Attached"), h("div", { class: "cards" }, card.attached.filter((each) => view.cards[each]).map((each) => drawCard(each, view, ctx)))] : null,
  ].flat(2));
}

// What counts now, and what is printed where that is something else. What a card does not have is not told of it.
function numbersOf({ stats }, entry = {}) {
  return Object.entries(stats).filter(([key, value]) => value || key in entry)
    .map(([key, value]) => [key, [h("strong", {}, String(value)), key in entry && entry[key] !== value ? ` printed ${entry[key]}` : ""]]);
}

const printedOf = ({ stats }, entry, words) => Object.entries(entry ?? {})
  .filter(([key, value]) => !UNTOLD.has(key) && !(key in stats) && (typeof value !== "object" || Array.isArray(value)))
  .map(([key, value]) => [key, words.value(value)]);

export function spread(dialog, title, labels, view, ctx) {
  show(dialog, title, [h("div", { class: "cards" }, labels.map((label) => drawCard(label, view, ctx)))]);
}

function show(dialog, title, parts) {
  const heading = h("h2", { id: "large-title", tabIndex: -1 }, title);
  fill(dialog, h("header", {}, heading, button("Close", () => dialog.close(), { class: "quiet" })), parts);
  if (!dialog.open) dialog.showModal();
  heading.focus();
}
