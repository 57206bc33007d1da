// One player's half of the table, drawn by the game's layout: a nameplate with counters and piles, rows of zones, the hand.

import { h } from "../dom.js";
import { backs, drawCard, namedCard } from "./card.js";
import { faceOf } from "./face.js";
import { spread } from "./enlarged.js";

export function drawHalf(seat, view, ctx, far) {
  const data = view.seats[seat];
  const rows = ctx.layout.rows.map((zones) => h("div", { class: "row" }, zones.map((zone) => drawZone(seat, zone, view, ctx))));
  const active = view.turn?.seat === seat && view.status === "playing";
  const plate = h("div", { class: "plate" }, nameplate(seat, data, ctx), piles(seat, data, view, ctx));
  const field = h("div", { class: "field" }, far ? [hand(data, view, ctx), ...rows.toReversed()] : [...rows, hand(data, view, ctx)]);
  return h("div", { class: `half ${seat}${active ? " active" : ""}${data.out ? " out" : ""}`, role: "group", "aria-label": data.name, "data-seat": seat }, plate, field);
}

const changesOf = (seat, group, ctx) => ctx.patch.seats?.[seat]?.[group] ?? {};

// What decides the game stands out; what is seldom more than nothing is told only when it is.
function nameplate(seat, data, ctx) {
  const { deciding = [], counters, quiet = [] } = ctx.layout;
  const shown = counters.filter((name) => name in data.counters && (data.counters[name] || !quiet.includes(name)));
  return [h("h2", {}, h("span", { class: `seat ${seat}` }, data.name), data.out ? h("span", { class: "gone" }, "out") : null),
    h("dl", { class: "counters" }, deciding.map(({ counter, max }) => drawCounter(seat, counter, data, ctx, "deciding", max ? track(data.counters[counter], max) : null)),
      shown.map((name) => drawCounter(seat, name, data, ctx, ""))),
    data.penalties?.length ? h("p", { class: "penalties" }, `Penalties: ${data.penalties.map((each) => each.level ?? each).join(", ").replaceAll("_", " ")}`) : null];
}

function drawCounter(seat, name, data, ctx, kind, more = null) {
  const changed = name in changesOf(seat, "counters", ctx);
  return h("div", { class: `${kind}${changed ? " changed" : ""}`, "data-counter": name, title: ctx.words.counter(name) },
    h("dt", {}, ctx.layout.short?.[name] ?? ctx.words.counter(name)), h("dd", {}, amount(name, data.counters[name], ctx), more));
}

// A counter between 0 and 1 is a mark that is there or not.
function amount(name, value, ctx) {
  const { min, max } = ctx.language.counters[name] ?? {};
  return min === 0 && max === 1 ? h("span", { title: String(value) }, value ? "●" : "○") : String(value);
}

function drawZone(seat, zone, view, ctx) {
  const data = view.seats[seat];
  const labels = (data.zones[zone.zone] ?? []).filter((label) => !ctx.attached.has(label));
  const hidden = data.sizes[zone.zone] - (data.zones[zone.zone] ?? []).length;
  // A zone that is seldom used takes no room while nothing is in it.
  if (zone.rare && !labels.length && hidden <= 0) return null;
  const changed = zone.zone in changesOf(seat, "zones", ctx);
  const meters = changesOf(seat, "counters", ctx);
  const classes = ["zone", zone.narrow && "narrow", zone.broad && "broad", zone.meter && "lane", !zone.slots && !labels.length && hidden <= 0 && "empty", changed && "changed"];
  return h("div", { class: classes.filter(Boolean).join(" "), "data-zone": zone.zone },
    h("h3", {}, ctx.words.zone(zone.zone), zone.meter ? meter(zone.meter, data, meters) : null),
    zone.slots ? slots(zone.slots, labels, view, ctx)
      : h("div", { class: "cards" }, labels.map((label) => drawCard(label, view, ctx)), backs(hidden)));
}

function slots({ stat, option, count }, labels, view, ctx) {
  const taken = stat ? new Map(labels.map((label) => [view.cards[label].stats[stat], label])) : new Map(labels.map((label, index) => [index + 1, label]));
  const last = Math.max(count ?? ctx.options[option], ...taken.keys());
  const row = h("div", { class: "cards places" }, Array.from({ length: last }, (_, index) =>
    taken.has(index + 1) ? drawCard(taken.get(index + 1), view, ctx) : h("span", { class: "slot", "aria-hidden": "true" }, String(index + 1))));
  row.style.setProperty("--places", last);
  return row;
}

function meter({ counter, max, broken }, data, changed) {
  const value = data.counters[counter] ?? 0;
  const crashed = broken && data.counters[broken] > 0;
  return h("span", { class: `meter${crashed ? " crashed" : ""}${counter in changed ? " changed" : ""}`, "data-counter": counter },
    track(value, max), h("span", { class: "reading" }, crashed ? "crashed" : [h("b", {}, String(value)), ` / ${max}`]));
}

function track(value, max) {
  const bar = h("span", { class: "bar" });
  bar.style.width = `${Math.min(100, (100 * value) / max)}%`;
  return h("span", { class: "track" }, bar);
}

function piles(seat, data, view, ctx) {
  const sizes = changesOf(seat, "sizes", ctx);
  return h("div", { class: "piles" }, ctx.layout.piles.filter((zone) => zone in data.sizes).map((zone) => {
    const labels = data.zones[zone] ?? [];
    const top = view.cards[labels.at(-1)];
    const title = `${ctx.words.zone(zone)} ${data.sizes[zone]}`;
    return h("button", { type: "button", class: `pile${zone in sizes ? " changed" : ""}${data.sizes[zone] ? "" : " empty"}`, disabled: labels.length === 0, "data-zone": zone,
      title: top ? `${title}, on top: ${faceOf(top, ctx).name}` : title, onclick: () => spread(ctx.dialog, title, labels.toReversed(), view, ctx) },
      h("span", { class: "pile-title" }, ctx.words.zone(zone)), h("b", {}, String(data.sizes[zone])));
  }));
}

function hand(data, view, ctx) {
  const zone = ctx.layout.hand;
  const labels = data.zones[zone] ?? [];
  const known = data.known?.[zone] ?? [];
  const unknown = Math.max(0, data.sizes[zone] - labels.length - known.length);
  return h("div", { class: "hand", "data-zone": zone }, h("h3", {}, `${ctx.words.zone(zone)} ${data.sizes[zone]}`),
    h("div", { class: "cards" }, labels.map((label) => drawCard(label, view, ctx)), known.map((name) => namedCard(name, ctx)), backs(unknown)));
}
