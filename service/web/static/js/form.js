// Any action of the game, with all its fields: also those that are not offered, since people do play illegal cards.

import { button, fill, h } from "./dom.js";
import { fieldFor, Unfinished } from "./fields.js";

export const sheetHead = (title, close) =>
  h("header", {}, h("h2", { id: "sheet-title" }, title), button("Close", close, { class: "quiet" }));

const NOT_HERE = new Set(["ruling", "retract"]);
const TEXTS = ["effect", "saw", "pass"];
const OF_THE_MATCH = ["concede", "agree_draw", "call", "note", "define", "register_deck", "begin"];

export function drawKinds(sheet, { words, open, close }) {
  const types = [...words.actions.keys()].filter((type) => !NOT_HERE.has(type));
  const plays = types.filter((type) => !TEXTS.includes(type) && !OF_THE_MATCH.includes(type));
  const group = (title, some) => [h("h3", {}, title), h("div", { class: "choices" }, some.filter((type) => types.includes(type)).map((type) =>
    button(words.action(type), () => open({ type }), { "data-type": type })))];
  fill(sheet, sheetHead("Something else happened", close),
    h("p", { class: "told" }, "It is recorded as it was played; the rules judge it afterwards."),
    group("Plays", plays), group("Texts and hidden cards", TEXTS), group("The match", OF_THE_MATCH));
}

export function drawForm(sheet, event, { words, names, seat, log, close }) {
  const action = words.actions.get(event.type);
  let actor = event.seat ?? seat;
  const zones = event.type === "saw" ? words.hiddenZones : undefined;
  const parts = Object.entries(action.fields).map(([name, schema]) => {
    const label = words.field(name, schema);
    const required = action.required.includes(name);
    return { name, label, required, editor: fieldFor(schema, { words, names, seat, name, label, zones }, event[name]) };
  });
  const fault = h("p", { class: "fault", role: "alert" });
  const send = () => {
    const told = {};
    for (const { name, label, required, editor } of parts) {
      try {
        editor.finish?.();
        const value = editor.value();
        if (value !== undefined) told[name] = value;
        else if (required) throw new Unfinished(label);
      } catch (unfinished) {
        fault.textContent = unfinished.message;
        sheet.querySelector(`.row[data-field="${name}"]`).scrollIntoView({ block: "center" });
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
  fill(sheet, sheetHead(action.title, close), who, needed.map(row),
    rest.length ? h("details", {}, h("summary", {}, "More"), rest.map(row)) : null,
    h("div", { class: "last" }, fault, h("div", { class: "ways" }, button("Log it", send, { class: "send" }))));
}

const row = ({ name, label, editor }) => h("div", { class: "row", "data-field": name }, h("span", { class: "ask" }, label), editor.element);

function seatPicker(names, actor, choose) {
  const box = h("div", { class: "choices", role: "group", "aria-label": "Who" });
  const draw = (now) => fill(box, Object.entries(names).map(([seat, name]) =>
    button(name, () => { choose(seat); draw(seat); }, { "aria-pressed": String(seat === now), "data-seat": seat })));
  draw(actor);
  return box;
}
