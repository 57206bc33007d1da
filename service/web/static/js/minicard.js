// A card as a small card that can be tapped.

import { fitted, h } from "./dom.js";

const MOST_NUMBERS = 4;

export function miniCard(ref, words, { zone, onclick, pressed, value = ref } = {}) {
  const card = words.view?.cards[ref];
  const name = words.card(ref);
  const entry = words.catalog?.get(card?.name ?? ref);
  const where = card?.zone ?? zone;
  const numbers = card ? standing(card, words) : printed(entry, words);
  const parts = [
    fitted(name, { class: "mini-name" }),
    h("span", { class: "mini-where" }, where ? words.zone(where) : words.plain(entry?.type ?? "")),
    h("span", { class: "mini-stats" }, numbers.join(" · ")),
    card?.flags.length ? h("span", { class: "mini-flags" }, card.flags.map((flag) => words.plain(flag)).join(", ")) : null,
  ];
  const mark = card ? ` of-${card.controller}` : "";
  const turned = card?.flags.some((flag) => words.language.layout.turned.includes(flag)) ? " turned" : "";
  if (!onclick) return h("div", { class: `mini${mark}${turned}` }, parts);
  return h("button", { type: "button", class: `mini${mark}${turned}`, onclick, "aria-pressed": pressed === undefined ? null : String(pressed), "data-value": typeof value === "string" ? value : JSON.stringify(value) }, parts);
}

// The numbers that the drawn card shows.
const standing = ({ stats }, { language }) => language.layout.numbers
  .filter(({ stat, above }) => stat in stats && (above === undefined || stats[stat] > above)).map(({ stat, short }) => `${stats[stat]}\u00a0${short}`);

const printed = (entry, words) => Object.entries(entry ?? {}).filter(([, value]) => typeof value === "number").slice(0, MOST_NUMBERS)
  .map(([key, value]) => `${words.plain(key)}\u00a0${value}`);
