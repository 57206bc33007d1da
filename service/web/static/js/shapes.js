// Shapes that say what a thing is before any colour does: verdicts, marks of the timeline, buttons of the transport.

const NS = "http://www.w3.org/2000/svg";

// On a field of 18 by 18, drawn with a pen; what is filled is drawn in the second list.
const LINES = {
  legal: "M3.5 9.5l4 4l7-9",
  trusted: "M9 3.5a5.5 5.5 0 1 0 .01 0z",
  illegal: "M4 4l10 10M14 4L4 14",
  allowed: "M8.5 2.5l6 6l-2.5 2.5l-6-6zM8.5 8L2.5 14M9.5 15.5h6.5",
  void: "M9 3.5a5.5 5.5 0 1 0 .01 0zM2 16L16 2",
  call: "M9 2.5v8M9 14.5v1",
  note: "M3.5 5h11M3.5 9h11M3.5 13h6",
  outcome: "M5 16.5V2.5h9.5l-3 3.5l3 3.5H5",
  pause: "M6 3.5v11M12 3.5v11",
  back: "M11.5 3.5L6 9l5.5 5.5",
  on: "M6.5 3.5L12 9l-5.5 5.5",
  turnback: "M9 3.5L3.5 9L9 14.5M15 3.5L9.5 9l5.5 5.5",
  turnon: "M9 3.5L14.5 9L9 14.5M3 3.5L8.5 9L3 14.5",
  words: "M2.5 3.5h13v8.5h-6l-4 3.5v-3.5h-3z",
};
const FILLED = { play: "M5 2.5l10.5 6.5L5 15.5z", flag: "M5 16.5V2h10l-3 3.5l3 3.5H6.5v7.5z" };
LINES.ruling = LINES.allowed;

export const MEANINGS = {
  legal: "legal",
  trusted: "on trust",
  illegal: "not allowed",
  allowed: "allowed by a judge",
  void: "struck",
  ruling: "a ruling",
  call: "a call for a judge",
  note: "a note",
  outcome: "the outcome",
};

// What stands before an event: its verdict, or what it is where that says more.
export function signOf({ type, verdict }) {
  const told = type === "ruling" || type === "call" || type === "note";
  return told && verdict.status !== "illegal" && verdict.status !== "void" ? type : verdict.status;
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.flat().filter(Boolean));
  return element;
}

export const outline = (name) => svg("path", { d: LINES[name] ?? FILLED[name], class: name in FILLED ? "filled" : "drawn" });

export const shape = (name) => svg("svg", { viewBox: "0 0 18 18", class: "shape", "aria-hidden": "true" }, outline(name));
