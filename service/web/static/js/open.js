// Opening a match: the game's own options with the rulebook's defaults, names, and deck lists if there are any.

import { call, catalogOf } from "./api.js";
import { fill, h } from "./dom.js";
import { readDeck, writeDeck } from "./decks.js";
import { Words } from "./words.js";

const form = document.getElementById("open");
const field = (id) => document.getElementById(id);
let language, words, catalog;

let asked = 0;

// Answers may come in any order: only those to the latest question count.
async function choose() {
  const question = ++asked;
  const game = field("game").value;
  delete form.dataset.game;
  const [told, cards] = await Promise.all([call(`/api/v1/games/${game}`), catalogOf(game)]);
  if (question !== asked) return;
  field("fault").textContent = "";
  language = told;
  catalog = new Set(cards.map((card) => card.name));
  words = new Words(told, {});
  fill(field("options"), choosable().map(optionField));
  field("options").parentElement.hidden = !choosable().length;
  drawSeats(language.players.min);
  form.dataset.game = language.game;
}

function optionField(option) {
  const id = `option-${option.name}`;
  const choices = values(option).map((value) =>
    h("option", { value: JSON.stringify(value), selected: value === option.default }, words.plain(value)));
  return [
    h("label", { htmlFor: id }, option.title),
    h("select", { id, "aria-describedby": `${id}-about` }, choices),
    h("p", { id: `${id}-about`, class: "told" }, words.plain(option.meaning)),
  ];
}

const AGAIN = 3000; // until a game that could not be loaded is asked for again
const PAUSE = 400; // in typing, before the rules are asked

// At once what can be said here, then what the rules say. Answers to what was typed before do not count.
function checker(area, found) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    const text = area.value;
    const deck = readDeck(text, language);
    if (!deck) return fill(found);
    const sections = Object.values(deck);
    const count = sections.flatMap((cards) => Object.values(cards)).reduce((sum, each) => sum + each, 0);
    const unknown = sections.flatMap((cards) => Object.keys(cards)).filter((name) => !catalog.has(name));
    const counted = `${count} card${count === 1 ? "" : "s"}.`;
    fill(found, counted, unknown.length ? h("span", { class: "fault" }, ` ✗ Not in the catalog: ${unknown.join(", ")}.`) : null);
    timer = setTimeout(async () => {
      const verdict = await judged(deck).catch(() => null);
      if (!verdict || area.value !== text) return;
      const illegal = verdict.status === "illegal";
      fill(found, `${counted} `, illegal ? h("span", { class: "fault" }, `✗ ${verdict.why} (${verdict.rule})`) : "✓ The rules allow this list.");
    }, PAUSE);
  };
}

async function judged(deck) {
  const seats = Array.from({ length: language.players.min }, (_, at) => ({ name: `Player ${at + 1}`, ...(at ? {} : { deck }) }));
  return (await call("/open/decks", { method: "POST", body: { game: language.game, seats, options: options() } })).p1;
}

const choosable = () => language.options.filter((option) => values(option).length > 1);
const options = () =>
  Object.fromEntries(choosable().map((option) => [option.name, JSON.parse(field(`option-${option.name}`).value)]));

function values(option) {
  if (Array.isArray(option.values)) return option.values;
  const [low, high] = option.values.split("..").map(Number);
  return Array.from({ length: high - low + 1 }, (_, at) => low + at);
}

// Names that were typed stay, whatever game is chosen then.
function drawSeats(count) {
  const typed = [...form.querySelectorAll("[id^=name-]")].map((input) => input.value);
  const many = language.players.max > language.players.min;
  const pick = (event) => drawSeats(Number(event.target.value));
  const { min, max } = language.players;
  fill(field("seats"), h("legend", { class: "unseen" }, "Players"),
    many ? h("select", { "aria-label": "How many", onchange: pick }, Array.from({ length: max - min + 1 }, (_, at) =>
      h("option", { value: min + at, selected: min + at === count }, `${min + at} players`))) : null,
    Array.from({ length: count }, (_, at) => seat(at + 1, typed[at] ?? "")));
}

function seat(number, name) {
  const area = h("textarea", { id: `deck-${number}`, rows: 6, placeholder: "3 Ember Fox" });
  const found = h("p", { class: "checked", role: "status" });
  const check = checker(area, found);
  area.addEventListener("input", check);
  const load = async (event) => {
    area.value = await event.target.files[0].text();
    check();
  };
  const samples = language.decks.map((deck, at) => h("option", { value: at }, deck.title ?? deck.name ?? `Deck ${at + 1}`));
  return h("div", { class: "stacked" },
    h("label", { htmlFor: `name-${number}` }, `Player ${number}`),
    h("input", { id: `name-${number}`, value: name, maxLength: 80, required: true, autocomplete: "off", onchange: ({ target }) => (target.value = target.value.trim()) }),
    h("details", {}, h("summary", {}, "Deck list"),
      h("div", { class: "stacked" },
        samples.length ? h("select", { "aria-label": `Player ${number}: a deck of the game's own`, onchange: (event) => {
          if (event.target.value !== "") area.value = writeDeck(language.decks[event.target.value].deck, language);
          check();
        } }, h("option", { value: "" }, "A deck of the game's own …"), samples) : null,
        h("label", { htmlFor: `deck-${number}` }, `Deck list of player ${number}, a card a line`), area, found,
        h("label", { htmlFor: `file-${number}` }, "Or from a file"), h("input", { type: "file", id: `file-${number}`, accept: ".txt,text/plain", onchange: load }))));
}

const send = form.querySelector("button:not([type])");
addEventListener("pageshow", () => (send.disabled = false));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  field("fault").textContent = "";
  send.disabled = true; // one tap, one match
  try {
    const seats = [...form.querySelectorAll("[id^=name-]")].map((input, at) => {
      const deck = readDeck(field(`deck-${at + 1}`).value, language);
      return { name: input.value.trim(), ...(deck ? { deck } : {}) };
    });
    const table = field("table").value.trim();
    const body = { game: language.game, seats, options: options(), private: field("private").checked, ...(table ? { table } : {}) };
    const opened = await call("/open", { method: "POST", body });
    location.assign(opened.sheet);
  } catch (error) {
    const told = Object.entries(error.errors ?? {}).map(([, messages]) => [].concat(messages).join(", "));
    field("fault").textContent = [error.message, ...told].join(" ");
    send.disabled = false;
  }
});

const chosen = () => choose().catch((error) => {
  field("fault").textContent = error.message;
  setTimeout(chosen, AGAIN);
});
field("game").addEventListener("change", chosen);
chosen();
