// What a card's text does, in plain words: a list of ops, each built from its fields.

import { button, fill, h } from "./dom.js";
import { fieldFor, freshId } from "./fields.js";

export function opsField(schema, context, initial) {
  const { words } = context;
  const done = [...(initial ?? [])];
  const list = h("ol", { class: "ops" });
  const editor = h("div", { class: "op-editor" });
  const offered = [...words.ops.values()].filter((op) => !op.judge);

  const draw = () => fill(list, done.map((op, at) => h("li", {}, words.value(op),
    button("Remove", () => { done.splice(at, 1); draw(); }, { class: "quiet small" }))));
  const choose = () => fill(editor, h("div", { class: "choices" }, offered.map((op) =>
    button(op.title, () => edit(op), { class: "quiet", "data-op": op.op }))));
  const edit = (op) => {
    const parts = Object.entries(op.fields).map(([name, inner]) => {
      const label = words.field(name, inner);
      return [name, label, wordsFor(name, inner, { ...context, label })];
    });
    const add = () => {
      const told = parts.map(([name, , part]) => [name, part.value()]).filter(([, value]) => value !== undefined);
      done.push({ op: op.op, ...Object.fromEntries(told) });
      draw();
      choose();
    };
    fill(editor, h("p", { class: "ask" }, op.title),
      parts.map(([, label, part]) => h("div", { class: "row" }, h("span", { class: "ask" }, label), part.element)),
      h("div", { class: "ways" }, button("Add this", add, { "data-add": op.op }), button("Back", choose, { class: "quiet" })));
  };
  draw();
  choose();
  return { element: h("div", {}, list, editor), value: () => (done.length ? done : undefined) };
}

// Fields that are plain text to the service, but words of the game's file to people.
function wordsFor(name, schema, context) {
  const { language } = context.words;
  const lists = { counter: language.counters, stat: language.stats, add: language.flags, remove: language.flags,
    gain: language.keywords, lose: language.keywords, until: language.until };
  const known = Object.keys(lists[name] ?? {});
  if (!known.length || schema["x-kind"] !== "text") return fieldFor(schema, context);
  const select = h("select", { id: freshId(), "aria-label": context.label }, h("option", { value: "" }, "–"),
    known.map((word) => h("option", { value: word }, name === "counter" ? context.words.counter(word) : context.words.plain(word))));
  return { element: select, value: () => select.value || undefined };
}
