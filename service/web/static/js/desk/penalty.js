// A penalty: for whom, how much, and what they were given before, in all matches of the event.

import { call } from "../api.js";
import { fill, h, seatName } from "../dom.js";
import { told } from "../times.js";

const LEVELS = [
  ["warning", "Warning", "recorded only"],
  ["game_loss", "Game loss", "this game is lost"],
  ["match_loss", "Match loss", "the match is lost"],
  ["disqualification", "Disqualification", "out of the match"],
];

export function penaltyFields({ base: { names }, match }, { seat, level }) {
  const told_ = { seat: null, level };
  const history = h("div", { class: "history", "aria-live": "polite" });
  const pick = (seat) => {
    told_.seat = seat;
    tellHistory(history, names[seat], match);
  };
  const element = h("div", { class: "penalty" },
    radios("For", "seat", Object.keys(names).map((each) => [each, seatName(each, names), ""]), pick, seat),
    history,
    radios("How much", "level", LEVELS, (picked) => (told_.level = picked), level));
  if (names[seat]) pick(seat);
  return { element, value: () => (told_.seat && told_.level ? { ...told_ } : null) };
}

const radios = (legend, name, choices, choose, picked) => h("fieldset", {}, h("legend", {}, legend),
  h("div", { class: "options" }, choices.map(([value, title, meaning]) => h("label", { class: "option" },
    h("input", { type: "radio", name, value, checked: value === picked, onchange: () => choose(value) }),
    h("span", {}, h("strong", {}, title), meaning ? h("span", { class: "small" }, ` ${meaning}`) : null)))));

async function tellHistory(box, player, match) {
  const { penalties } = await call(`/api/v1/penalties?player=${encodeURIComponent(player)}`);
  fill(box, h("h3", {}, `${player} so far, in all matches`), penalties.length
    ? h("ol", {}, penalties.map((each) => h("li", {}, h("strong", {}, each.ruling.level.replaceAll("_", " ")), each.ruling.note ? [" ", h("q", {}, each.ruling.note)] : null,
      h("span", { class: "small" }, " ", told(each.ruling.recorded_at), each.match === match ? ", this match" : [", ", h("a", { href: `/desk/${each.match}#${each.ruling.seq}` }, each.table ? `table ${each.table}` : "another match")]))))
    : h("p", { class: "empty" }, "No penalty stands."));
}
