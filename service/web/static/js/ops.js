// What a card's text does, in plain words: a list of ops, each built from its fields.

import { button, fill, h } from "./dom.js";
import { fieldFor, Unfinished } from "./fields.js";
import { lasting } from "./sentences.js";

// A label for a card is the engine's business; people name cards.
const UNASKED = new Set(["as"]);

export function opsField(schema, context, initial) {
  const { words } = context;
  const done = [...(initial ?? [])];
  const list = h("ol", { class: "ops" });
  const editor = h("div", { class: "op-editor" });
  const offered = [...words.ops.values()].filter((op) => context.judge || !op.judge);

  let begun = null; // the op that is being told
  const draw = () => fill(list, done.map((op, at) => h("li", {}, h("span", {}, words.value(op)),
    button("Remove", () => { done.splice(at, 1); draw(); }, { class: "quiet", "aria-label": `Remove: ${words.value(op)}` }))));
  const choose = () => {
    begun = null;
    fill(editor, h("div", { class: "choices" }, offered.map((op) => button(op.title, () => edit(op), { "data-op": op.op }))));
  };
  const add = () => {
    done.push(begun.value());
    draw();
    choose();
  };
  const edit = (op) => {
    begun = opEditor(op, context);
    const fault = h("p", { class: "fault", role: "alert" });
    const tryToAdd = () => {
      try {
        add();
      } catch (unfinished) {
        fault.textContent = unfinished.message;
      }
    };
    fill(editor, begun.elements, fault,
      h("div", { class: "ways" }, button("Back", choose, { class: "quiet" }), button("Add this", tryToAdd, { "data-add": op.op })));
  };
  draw();
  choose();
  return { element: h("div", {}, list, editor), value: () => (done.length ? done : undefined), finish: () => begun && add() };
}

function opEditor(op, context) {
  const { words } = context;
  const parts = Object.entries(op.fields).filter(([name]) => !UNASKED.has(name)).map(([name, inner]) => {
    const label = words.field(name, inner);
    return { name, label, editor: wordsFor(name, inner, { ...context, name, label }) };
  });
  const asked = new Set([...op.required, ...op.one_of.flat()]);
  const row = ({ name, label, editor }) => h("div", { class: "row", "data-field": name }, h("span", { class: "ask" }, label), editor.element);
  const rest = parts.filter(({ name }) => !asked.has(name));
  const value = () => {
    for (const { editor } of parts) editor.finish?.();
    const told = Object.fromEntries(parts.map(({ name, editor }) => [name, editor.value()]).filter(([, value]) => value !== undefined));
    const lacking = parts.find(({ name }) => op.required.includes(name) && !(name in told))
      ?? op.one_of.filter((group) => !group.some((name) => name in told)).map(([first]) => parts.find(({ name }) => name === first))[0];
    if (lacking) throw new Unfinished(lacking.label);
    return { op: op.op, ...told };
  };
  return { value, elements: [h("h3", { class: "op-title" }, op.title), parts.filter(({ name }) => asked.has(name)).map(row),
    rest.length ? h("details", {}, h("summary", {}, "More"), rest.map(row)) : null] };
}

// Fields that are plain text or numbers to the service, but words of the game's file to people.
function wordsFor(name, schema, context) {
  const { words } = context;
  const { language } = words;
  const lists = { counter: language.counters, stat: language.stats, add: language.flags, remove: language.flags, flags: language.flags,
    gain: language.keywords, lose: language.keywords, keywords: language.keywords, until: language.until,
    phase: Object.fromEntries(language.phases.map((phase) => [phase.name, phase])) };
  const known = Object.keys(lists[name] ?? {});
  const say = { counter: (word) => words.counter(word), phase: (word) => words.phase(word), until: (word) => `until ${lasting(language.until[word])}`,
    gain: String, lose: String, keywords: String }[name] ?? ((word) => words.plain(word));
  const kind = known.length ? schema["x-kind"] : "";
  if (kind === "text") return oneWord(known, say, context.label, name === "until" ? "For good" : "Choose …");
  if (kind === "list") return someWords(known, say, context.label);
  return fieldFor(schema, context);
}

function oneWord(known, say, label, none) {
  const select = h("select", { "aria-label": label }, h("option", { value: "" }, none),
    known.map((word) => h("option", { value: word }, say(word))));
  return { element: select, value: () => select.value || undefined };
}

function someWords(known, say, label) {
  const boxes = known.map((word) => h("input", { type: "checkbox", value: word }));
  const element = h("div", { class: "some", role: "group", "aria-label": label }, boxes.map((box) => h("label", { class: "check" }, box, say(box.value))));
  return { element, value: () => {
    const picked = boxes.filter((box) => box.checked).map((box) => box.value);
    return picked.length ? picked : undefined;
  } };
}
