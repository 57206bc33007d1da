// A card as a card, to be tapped. What is attached to it or lies under it shows as tabs below.

import { fitted, h } from "../dom.js";
import { faceOf, spoken } from "./face.js";

export function drawCard(label, view, ctx) {
  const card = view.cards[label];
  const face = faceOf(card, ctx);
  const classes = ["card", `of-${face.side}`, face.covered && "covered", face.turned && "turned", face.suit && `suit-${face.suit}`,
    ctx.mark(label)].filter(Boolean).join(" ");
  const drawn = h("button", { type: "button", class: classes, "aria-label": spoken(card, ctx), "data-card": label, onclick: () => ctx.enlarge(label) },
    title(face, ctx),
    card.keywords.length ? fitted(card.keywords.map((each) => keyword(each, ctx)).join(" "), { class: "card-keywords" }) : null,
    card.flags.length ? fitted(card.flags.map((flag) => ctx.words.plain(flag)).join(" · "), { class: "card-flags" }) : null,
    face.numbers.length ? h("span", { class: "card-numbers" }, face.numbers.map(([short, value]) => h("span", {}, h("b", {}, String(value)), ` ${short}`))) : null);
  const tabs = card.attached.filter((each) => view.cards[each]);
  if (!tabs.length) return drawn;
  return h("div", { class: "stack" }, drawn, tabs.map((each) => tab(each, view, ctx)));
}

// Some games write their keywords in capitals; those that do not are words like any other.
const keyword = (name, ctx) => (/^[a-z_]+$/.test(name) ? ctx.words.plain(name) : name);

const title = (face, ctx) => [
  face.entry ? h("span", { class: "card-top" }, face.price === undefined ? null : h("span", { class: "card-price" }, String(face.price)),
    fitted(ctx.words.plain(face.entry.type), { class: "card-type" })) : null,
  face.suit ? h("span", { class: "card-name" }, face.name) : fitted(face.name, { class: "card-name" }),
];

function tab(label, view, ctx) {
  const card = view.cards[label];
  const face = faceOf(card, ctx);
  const numbers = face.numbers.map(([, value]) => value).join("/");
  return h("button", { type: "button", class: `tab of-${face.side} ${ctx.mark(label)}`, "aria-label": spoken(card, ctx),
    "data-card": label, onclick: () => ctx.enlarge(label) },
    fitted(face.name, { class: "card-name" }), numbers ? h("span", { class: "tab-numbers" }, numbers) : null);
}

// A card of which only the name is known (told by its owner), or not even that.
export const namedCard = (name, ctx) => {
  const face = faceOf({ name, flags: [], stats: {}, keywords: [] }, ctx);
  return h("span", { class: `card loose${face.suit ? ` suit-${face.suit}` : ""}` }, title(face, ctx));
};

export const backs = (count) => (count > 0
  ? h("span", { class: "backs", "aria-hidden": "true" }, Array.from({ length: Math.min(count, 12) }, () => h("span", { class: "back" })))
  : null);
