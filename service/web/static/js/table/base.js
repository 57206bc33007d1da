// What stays the same in a match, for those who draw its table.

import { call, catalogOf } from "../api.js";
import { h } from "../dom.js";
import { Words } from "../words.js";

// From a match's summary and, where they are at hand, its own cards and the frames of its replay. (A map lies as the
// event that began the match says.) Asks the service for the game's language and cards.
export async function tableBase(match, { cards = [], frames = [] } = {}) {
  const [language, catalog] = await Promise.all([call(`/api/v1/games/${match.game}`), catalogOf(match.game)]);
  const names = Object.fromEntries(match.seats.map((each) => [each.seat, each.name]));
  const words = new Words(language, names);
  words.catalog = new Map([...catalog, ...cards].map((card) => [card.name, card]));
  const base = { language, layout: language.layout, words, names, catalog: words.catalog, options: match.options, dialog: largeCard(), first: "p1", setup: match.options.setup };
  learn(base, frames);
  return base;
}

// What events tell that is needed for drawing: cards that were defined, who went first, how the map lies.
export function learn(base, frames) {
  for (const { type, card, verdict } of frames) {
    if (verdict.status === "illegal" || verdict.status === "void") continue;
    if (type === "define" && card?.name) base.catalog.set(card.name, card);
    const begun = verdict.facts.find((each) => each.fact === "begun");
    if (begun) Object.assign(base, { first: begun.first ?? base.first, setup: begun.setup ?? base.setup });
  }
}

// One on a page: whichever table a card is tapped on.
function largeCard() {
  const there = document.getElementById("large-card");
  if (there) return there;
  const dialog = h("dialog", { id: "large-card", class: "large", "aria-labelledby": "large-title" });
  document.querySelector("main").append(dialog);
  return dialog;
}
