// The table: the far seats above, the near seat below, between them the board, an open window and the outcome.
//
//   const base = await tableBase(replay.match, replay);           // base.js: once a match
//   const tape = new Tape(replay);                                // tape.js: the view after any event
//   drawTable(element, tape.view(41), { base, event: tape.frame(41), near: "p2" });
//
// `element` has the class "table" and a page that draws one links table.css. What the last event changed (its patch) is
// marked, and so are the cards that it and an open window are about; with `moving` what moved glides to its place. `near` is
// the seat that sits below. Drawing again replaces what was drawn, and keeps the focus where it was.

import { fill, h } from "../dom.js";
import { enlarge } from "./enlarged.js";
import { drawHalf } from "./half.js";
import { drawMap } from "./map.js";
import { glide, placesOf } from "./motion.js";

// A map lies across the table where there is room for its spaces side by side.
const ACROSS = 700;

export function drawTable(element, view, { base, event = {}, near = "p1", moving = false }) {
  const { patch = {} } = event;
  const attached = new Set(Object.values(view.cards).flatMap((card) => card.attached));
  const ctx = { ...base, patch, attached, mark: marksOf(view, event) };
  const seats = Object.keys(view.seats);
  const board = Boolean(base.language.map);
  // On a board the first player sits at the bottom, whoever looks.
  const below = board ? base.first : seats.includes(near) ? near : seats[0];
  const far = seats.filter((seat) => seat !== below);
  base.words.view = view;
  ctx.enlarge = (label) => enlarge(base.dialog, label, view, ctx);
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.card : undefined;
  element.style.setProperty("--scale", base.layout.scale);
  const before = moving ? placesOf(element) : null;
  fill(element,
    h("div", { class: `far seats-${far.length}` }, far.map((seat) => drawHalf(seat, view, ctx, true))),
    h("div", { class: "middle" }, headline(view, ctx), board ? drawMap(view, ctx, { lying: element.clientWidth > ACROSS }) : null),
    drawHalf(below, view, ctx, false));
  glide(element, before);
  if (focused) element.querySelector(`[data-card="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  show(element, event);
}

// By card: that the event changed it, or that it is what the event, or a play that waits for an answer, is about. Of a play
// that was refused these are all there is to see.
function marksOf(view, event) {
  const changed = new Set(Object.keys(event.patch?.cards ?? {}));
  const about = new Set([event, ...(view.window?.links ?? [])].flatMap(({ card, target }) => [card, target?.card]));
  const refused = event.verdict?.status === "illegal" ? " refused" : "";
  return (label) => (changed.has(label) ? "changed" : about.has(label) ? `about${refused}` : "");
}

// What changed is brought into sight where the table is larger than its place.
function show(element, { card }) {
  if (element.scrollHeight <= element.clientHeight) return;
  const changed = element.querySelector(":is(.card, .tab, .map g).changed") ?? element.querySelector(`.about[data-card="${CSS.escape(card)}"]`) ?? element.querySelector(".changed");
  if (!changed) return;
  const [inner, outer] = [changed.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) element.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) element.scrollTop += Math.min(inner.bottom - outer.bottom + 8, inner.top - outer.top);
}

function headline(view, ctx) {
  if (view.outcome) {
    const { winners = [], reason } = view.outcome;
    const who = winners.length ? `${winners.map((seat) => ctx.names[seat]).join(" and ")} won` : "Drawn";
    return h("p", { class: "turn over" }, h("strong", {}, who), reason ? h("span", { class: "reason" }, String(reason).replaceAll("_", " ")) : null);
  }
  if (view.status === "setup" || !view.turn?.seat) return h("p", { class: "turn" }, h("strong", {}, "Set-up"));
  const { seat, phase, number } = view.turn;
  return h("p", { class: `turn${ctx.patch.turn ? " changed" : ""}` }, h("span", { class: `seat ${seat}` }, ctx.names[seat]),
    h("span", { class: "phase" }, ctx.words.phase(phase)), h("span", { class: "number" }, `${ctx.layout.turn} ${number}`), openWindow(view, ctx));
}

function openWindow(view, ctx) {
  if (!view.window) return null;
  const links = view.window.links.map((link) => `${ctx.words.action(link.type)}${link.card ? ` (${ctx.words.card(link.card)})` : ""}`);
  const may = view.window.may_respond.map((seat) => ctx.names[seat]).join(", ");
  return h("span", { class: `window${ctx.patch.window ? " changed" : ""}` }, `${links.join(" ← ")}${may ? ` · ${may} may answer` : ""}`);
}
