// A board as SVG, from the game's own map: where the spaces lie, what joins them, who stands there.

import { svg } from "../shapes.js";
import { faceOf, spoken } from "./face.js";

// A space, by how the map lies: across a wide table, or up a narrow one.
const ACROSS = { wide: 100, high: 114, gap: 8, name: 16, number: 16, lines: 2, title: 14, head: 20 };
const UP = { wide: 122, high: 70, gap: 8, name: 15, number: 13, lines: 1, title: 13, head: 18 };
// The breadth of a letter, for its height, in the broadest of the systems' own.
const BOLD = 0.7;
const LETTER = 0.62;
const SEATS = { p1: "●", p2: "■" };
const ROWS = 12;

export function drawMap(view, ctx, { lying }) {
  const { map } = ctx.language;
  const size = lying ? ACROSS : UP;
  const places = placesOf(map, ctx.setup, ctx.first);
  const [dx, dy] = [size.wide + size.gap, size.high + size.gap];
  const at = ([column, row]) => (lying ? [row * dx, column * dy] : [column * dx, -row * dy]);
  const centre = (space) => at(places.get(space)).map((each, index) => each + (index ? size.high : size.wide) / 2);
  const joined = [...map.gates, ...map.flanks, ...map.setups[ctx.setup].joins];
  const { first, second } = map.drawing.generators;
  const box = lying ? [-dx - 3, -3, ROWS * dx - size.gap + 6, 3 * dy - size.gap + 6] : [-3, -(ROWS - 2) * dy - 3, 3 * dx - size.gap + 6, ROWS * dy - size.gap + 6];
  return svg("svg", { class: `map ${lying ? "lying" : "standing"}`, viewBox: box.join(" "), role: "group", "aria-label": "The map" },
    joined.map(([a, b]) => way(centre(a), centre(b))),
    [...places].map(([space, place]) => drawSpace(space, at(place), size, view, ctx)),
    generator(ctx.first, at(first), size, view, ctx), generator(ctx.first === "p1" ? "p2" : "p1", at(second), size, view, ctx));
}

const way = ([x1, y1], [x2, y2]) => svg("line", { x1, y1, x2, y2, class: "way" });

// The set-ups are told for p1 going first; when p2 does, the seats change places on the routes.
function placesOf(map, setup, first) {
  const { columns, route_rows: rows } = map.drawing;
  const swap = (space) => (first === "p1" ? space : (space.startsWith("p1") ? "p2" : "p1") + space.slice(2));
  const places = new Map();
  for (const side of ["left", "right"]) {
    map.setups[setup][side].forEach((space, index) => {
      const kind = space.split(".")[1];
      places.set(swap(space), [columns[kind] ?? columns[side], rows[index]]);
    });
  }
  return places;
}

function drawSpace(space, [x, y], size, view, ctx) {
  const [seat, zone] = space.split(".");
  const labels = (view.seats[seat].zones[zone] ?? []).filter((label) => !ctx.attached.has(label));
  const beings = labels.filter((label) => "alpha" in view.cards[label].stats);
  const others = labels.filter((label) => !beings.includes(label));
  const { kind, colour } = ctx.language.map.spaces[space];
  const changed = zone in (ctx.patch.seats?.[seat]?.zones ?? {});
  const title = ctx.words.zone(zone).replace(/^(\w)\w+ (\d)$/, "$1$2").replace(/ space$/i, "").replace("Source ", "");
  return svg("g", { transform: `translate(${x} ${y})`, "data-space": space },
    svg("rect", { width: size.wide, height: size.high, rx: 8, class: `space ${colour}${changed ? " changed" : ""}` }),
    svg("text", { x: 6, y: size.head - 5, class: "space-name", "font-size": Math.min(size.title, (size.wide - 12) / ((title.length + 2) * LETTER)) }, `${SEATS[seat]} ${title}`),
    svg("title", {}, `${ctx.words.zone(space)} (${kind})`),
    beings.map((label) => monster(label, size, view, ctx)),
    others.map((label, index) => token(label, index, size, view, ctx)));
}

function tappable(label, view, ctx, attributes, ...children) {
  const group = svg("g", { role: "button", tabindex: 0, "aria-label": spoken(view.cards[label], ctx), "data-card": label, ...attributes }, ...children);
  group.addEventListener("click", () => ctx.enlarge(label));
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      ctx.enlarge(label);
    }
  });
  return group;
}

function monster(label, size, view, ctx) {
  const card = view.cards[label];
  const face = faceOf(card, ctx);
  const tags = [card.attached.length ? `+${card.attached.length}` : "", ...card.flags.map((flag) => ctx.words.plain(flag))].filter(Boolean).join(" ");
  const [across, up] = [size.wide - 8, size.high - size.head - 4];
  const within = across - 14;
  const lines = wrapped(face.name, size, within);
  const letters = Math.max(...lines.map((line) => line.length));
  const high = Math.min(size.name, within / (letters * BOLD));
  const rows = [face.numbers.slice(0, 2), face.numbers.slice(2)].filter((row) => row.length);
  return tappable(label, view, ctx, { class: `monster of-${face.side} ${ctx.mark(label)}`, transform: `translate(4 ${size.head})` },
    svg("rect", { width: across, height: up, rx: 6, class: "slip" }), svg("rect", { width: 6, height: up, rx: 3, class: "stripe" }),
    lines.map((text, index) => svg("text", { x: 11, y: size.name + index * (high + 1), "font-size": high, class: "monster-name" }, text)),
    tags && size.lines > 1 ? svg("text", { x: 11, y: up - 39, class: "monster-flags" }, tags) : null,
    rows.map((row, index) => numbers(row, { y: up - 6 - (size.number + 1) * (rows.length - 1 - index), step: within / 2, size: size.number })));
}

// In columns, and as large as these have room for.
function numbers(row, { y, step, size }) {
  const letters = Math.max(...row.map(([short, value]) => short.length + String(value).length)) + 0.3;
  return svg("g", { class: "monster-numbers", "font-size": Math.min(size, step / (letters * BOLD)) },
    row.map(([short, value], index) => svg("text", { x: 11 + index * step, y }, svg("tspan", { class: "short" }, short), svg("tspan", {}, String(value)))));
}

// In lines as long as it takes: a name is never cut, it becomes smaller.
function wrapped(name, { name: high, lines: most }, within) {
  const lines = [""];
  for (const word of name.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length * high * BOLD <= within || lines.length === most || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function token(label, index, { wide }, view, ctx) {
  const face = faceOf(view.cards[label], ctx);
  const classes = `token of-${face.side} ${ctx.mark(label)}`;
  return tappable(label, view, ctx, { class: classes, transform: `translate(${wide - 30 - index * 30} 1)` },
    svg("rect", { width: 28, height: 18, rx: 4 }), svg("text", { x: 14, y: 14, "text-anchor": "middle" }, face.covered ? "?" : face.name.slice(0, 2)));
}

function generator(seat, [x, y], { wide, high }, view, ctx) {
  const { name, counters } = view.seats[seat];
  const changed = "source_points" in (ctx.patch.seats?.[seat]?.counters ?? {});
  return svg("g", { transform: `translate(${x} ${y})`, class: `generator ${seat}${changed ? " changed" : ""}` },
    svg("rect", { width: wide, height: high, rx: Math.min(wide, high) / 2 }),
    svg("text", { x: wide / 2, y: high / 2 - 12, "text-anchor": "middle", class: "space-name", "font-size": Math.min(15, (wide - 24) / ((name.length + 2) * LETTER)) }, `${SEATS[seat]} ${name}`),
    svg("text", { x: wide / 2, y: high / 2 + 18, "text-anchor": "middle", class: "points" }, String(counters.source_points)));
}
