// A card as a small card that can be tapped.

import { h } from "./dom.js";

export function miniCard(ref, words, { zone, onclick, pressed } = {}) {
  const card = words.view?.cards[ref];
  const name = card ? (card.name ?? "Face-down card") : ref;
  const entry = words.catalog?.get(name);
  const where = card?.zone ?? zone;
  const numbers = card ? Object.entries(card.stats).filter(([, value]) => typeof value === "number").slice(0, 3) : printed(entry);
  const parts = [
    h("span", { class: "mini-name" }, name),
    h("span", { class: "mini-where" }, where ? words.zone(where) : words.plain(entry?.type ?? "")),
    h("span", { class: "mini-stats" }, numbers.map(([key, value]) => `${words.plain(key)} ${value}`).join(" · ")),
    card?.flags.length ? h("span", { class: "mini-flags" }, card.flags.map((flag) => words.plain(flag)).join(", ")) : null,
  ];
  const mark = card ? ` of-${card.controller}` : "";
  const turned = card?.flags.includes("exhausted") || card?.flags.includes("rested") ? " turned" : "";
  if (!onclick) return h("div", { class: `mini${mark}${turned}` }, parts);
  return h("button", { type: "button", class: `mini${mark}${turned}`, onclick, "aria-pressed": pressed === undefined ? null : String(pressed), "data-value": ref }, parts);
}

function printed(entry) {
  return Object.entries(entry ?? {}).filter(([, value]) => typeof value === "number").slice(0, 3);
}
