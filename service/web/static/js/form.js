// Any action of the game, with all its fields: also those that are not offered, since people do play illegal cards.

import { button, fill, h } from "./dom.js";
import { fieldFor } from "./fields.js";

const head = (title, close) =>
  h("header", {}, h("h2", { id: "sheet-title" }, title), button("Close", close, { class: "quiet" }));

const NOT_HERE = new Set(["ruling", "retract"]);

export function drawKinds(sheet, { words, open, close }) {
  const kinds = [...words.actions.values()].filter((action) => !NOT_HERE.has(action.type));
  fill(sheet, head("Something else happened", close),
    h("p", { class: "ask" }, "It is recorded as it was played. The rules say afterwards what they think of it."),
    h("div", { class: "choices" }, kinds.map((action) =>
      button(action.title, () => open({ type: action.type }), { "data-type": action.type }))));
}

export function drawForm(sheet, event, { words, names, seat, log, close }) {
  const action = words.actions.get(event.type);
  let actor = event.seat ?? seat;
  const parts = Object.entries(action.fields).map(([name, schema]) => {
    const label = words.field(name, schema);
    const required = action.required.includes(name);
    return { name, label, required, editor: fieldFor(schema, { words, names, label }, event[name]) };
  });
  const fault = h("p", { class: "fault", role: "alert" });
  const send = () => {
    const told = {};
    for (const { name, label, required, editor } of parts) {
      const value = editor.value();
      if (value !== undefined) told[name] = value;
      else if (required) {
        fault.textContent = `${label}: this is needed.`;
        return;
      }
    }
    close();
    log({ type: event.type, ...told }, action.seated ? actor : null);
  };
  const who = action.seated
    ? h("div", { class: "row" }, h("span", { class: "ask" }, "Who"), seatPicker(names, actor, (picked) => (actor = picked)))
    : null;
  const needed = parts.filter((part) => part.required || event[part.name] !== undefined);
  const rest = parts.filter((part) => !needed.includes(part));
  fill(sheet, head(action.title, close), who, needed.map(row),
    rest.length ? h("details", {}, h("summary", {}, "More"), rest.map(row)) : null,
    fault, h("div", { class: "ways last" }, button("Log it", send, { class: "send" })));
}

const row = ({ label, editor }) => h("div", { class: "row" }, h("span", { class: "ask" }, label), editor.element);

function seatPicker(names, actor, choose) {
  const box = h("div", { class: "choices", role: "group", "aria-label": "Who" });
  const draw = (now) => fill(box, Object.entries(names).map(([seat, name]) =>
    button(name, () => { choose(seat); draw(seat); }, { "aria-pressed": String(seat === now), "data-seat": seat })));
  draw(actor);
  return box;
}
