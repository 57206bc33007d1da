// The form of one match on one phone: brings its parts together.

import { Answers } from "./answers.js";
import { call, catalogOf } from "./api.js";
import { byType, drawWalk, Walk } from "./choosing.js";
import { installWorker, keepAwake, onceATap, touch, warn, whenRenewed } from "./comfort.js";
import { button, fill, h, keep } from "./dom.js";
import { drawForm, drawKinds } from "./form.js";
import { drawGlance, drawHand, shortName } from "./glance.js";
import { drawLink, drawNotices } from "./link.js";
import { Outbox } from "./queue.js";
import * as store from "./store.js";
import { drawFeedback, drawLog, isPlay, statusOf } from "./verdicts.js";
import { Words } from "./words.js";

const RECENT = 40;
const AGAIN = 1500; // until what failed is tried again
const LATER = 10_000; // until what was answered from memory is
const root = document.getElementById("play");
const { match, game, viewer, ownCards } = root.dataset;
const part = (id) => document.getElementById(id);
const api = `/api/v1/matches/${match}`;

const tokens = new Map();
const outbox = new Outbox(match, tokens);
const answers = new Answers();
const state = { seat: viewer === "judge" ? "p1" : viewer, view: null, choices: [], log: [], head: 0, unsure: false, shown: false, asking: false, last: null, live: false, trouble: "", refused: "", touched: false, renewed: false, sent: new Map() };
let words, names, stayAwake;

async function start() {
  onceATap(root);
  root.addEventListener("pointerdown", () => (state.touched = true), { once: true });
  whenRenewed(renew);
  outbox.addEventListener("change", drawStanding);
  await outbox.load();
  await takeSeat();
  await learn();
  outbox.addEventListener("change", draw);
  outbox.addEventListener("sent", ({ detail }) => {
    for (const event of detail) state.sent.set(event.id, { ...event, by: viewer });
    sync();
  });
  outbox.addEventListener("barred", () => sync().then(drawStanding));
  addEventListener("online", sendAndSync);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sendAndSync());
  outbox.send();
  await sync();
  if (answers.barred && !outbox.waiting.length) location.replace(`/matches/${match}`);
  follow();
  stayAwake = keepAwake(() => !state.view?.outcome);
  await installWorker();
  await rules();
}

const sendAndSync = () => outbox.send().then(sync);

// A page that nobody has touched yet is just loaded again; any other says that it is behind.
function renew() {
  if (!state.touched) location.reload();
  state.renewed = true;
  drawStanding();
}

// The other seat's code was scanned with this phone: it serves both.
async function takeSeat() {
  const wanted = new URL(location.href).searchParams.get("add");
  const kept = (await store.get("seats", match).catch(() => null)) ?? {};
  if (wanted) {
    try {
      const joined = await call("/api/v1/sessions/join", { method: "POST", body: { code: wanted }, alone: true });
      kept[joined.seat] = joined.token;
      await store.put("seats", kept, match).catch(() => {});
      history.replaceState(null, "", location.pathname);
    } catch (error) {
      state.refused = error.message;
    }
  }
  for (const [seat, token] of Object.entries(kept)) if (seat !== viewer) tokens.set(seat, token);
}

// Whose match it is, and the language and the cards of its game: without them there is no form.
async function learn() {
  try {
    const summary = await answers.ask(`${match} summary`, api);
    names = Object.fromEntries(summary.seats.map((each) => [each.seat, each.name]));
    state.head = summary.head;
    words = new Words(await answers.ask(`${game} language`, `/api/v1/games/${game}`), names);
    const own = JSON.parse(ownCards);
    const cards = own.length ? own : await answers.ask(`${game} catalog`, () => catalogOf(game));
    words.catalog = new Map(cards.map((card) => [card.name, card]));
  } catch (error) {
    failed(error);
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    await learn();
  }
}

let syncing = null;
let again = false;
let timer = 0;

// Brings the page up to date with the service; calls that come meanwhile are answered by one more round.
function sync() {
  clearTimeout(timer);
  again = Boolean(syncing);
  syncing ??= (async () => {
    do {
      again = false;
      answers.anew();
      await read();
      state.trouble = "";
      draw();
    } while (again);
    if (answers.old && navigator.onLine) timer = setTimeout(sync, LATER);
  })().catch((error) => {
    // A match that was opened just now has no first view yet.
    failed(error);
    timer = setTimeout(sync, AGAIN);
  }).finally(() => (syncing = null));
  return syncing;
}

function failed(error) {
  state.trouble = error.message;
  drawStanding();
}

async function read() {
  const { seat } = state;
  const token = tokens.get(seat);
  const path = viewer === "judge" ? `${api}/actions?seat=${seat}` : `${api}/actions`;
  const after = Math.max(0, state.head - RECENT);
  const [log, view, actions] = await Promise.all([
    answers.ask(`${match} log ${seat}`, `${api}/events?after=${after}&limit=500`, token),
    answers.ask(`${match} view ${seat}`, `${api}/view?wait=5`, token),
    answers.ask(`${match} actions ${seat}`, path, token),
  ]);
  if (seat !== state.seat) {
    again = true;
    return;
  }
  Object.assign(state, { log: log.events, head: log.head, view, choices: actions.choices, asking: false });
  for (const { id, type, card, verdict } of log.events) {
    state.sent.delete(id);
    if (type === "define" && verdict?.status === "legal") words.catalog.set(card.name, card);
  }
  words.view = view;
  stayAwake?.();
}

function follow() {
  const stream = new EventSource(`${api}/stream`);
  for (const kind of ["event", "verdict", "ruling", "outcome"]) stream.addEventListener(kind, sync);
  stream.onopen = () => {
    state.live = true;
    sendAndSync();
  };
  stream.onerror = () => {
    state.live = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 3000);
    drawStanding();
  };
}

async function log(event, seat = actingSeat(event)) {
  touch();
  const logged = { ...(seat ? { seat } : {}), ...event, ...(state.unsure ? { unsure: true } : {}) };
  state.unsure = false;
  state.last = (await outbox.add(state.seat, logged)).id;
  draw();
}

const actingSeat = (event) => (words.actions.get(event.type)?.seated === false ? null : state.seat);

const waiting = () => outbox.waiting.map((entry) => ({ ...entry.event, refused: entry.refused, unsent: !entry.tried }));
const entries = () => {
  const known = [...state.log, ...state.sent.values()];
  const sent = new Set(known.map((entry) => entry.id));
  return [...known, ...waiting().filter((entry) => !sent.has(entry.id))];
};

const ways = {
  keep: () => ((state.last = null), draw()),
  discard: async () => (await outbox.discardRefused(state.last), ways.keep()),
  async undo() {
    const id = state.last;
    if (await outbox.drop(id)) return ways.keep();
    const seq = entries().find((each) => each.id === id)?.seq;
    if (seq) return log({ type: "retract", target: seq });
    state.last = (await outbox.undo(state.seat, id)).id;
    draw();
  },
  call: () => askJudge(entries().find((each) => each.id === state.last)),
  answer: ({ id }) => ((state.last = id), draw()),
  dispute: (entry) => askJudge(entry, "I dispute this."),
};

function askJudge(entry, text = "Please come to the table.") {
  open({ type: "call", ...(entry?.seq ? { target: entry.seq } : {}), text });
}

// The sheet: a walk through choices, or the whole form of an action.
const sheet = part("sheet");
const close = () => sheet.close();
const show = () => {
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
};
// A tap beside the sheet closes it: nothing is lost that one tap does not bring back.
sheet.addEventListener("click", ({ target, clientY }) => target === sheet && clientY < sheet.getBoundingClientRect().top && close());

function open(event) {
  drawForm(sheet, event, { words, names, seat: state.seat, log, close });
  show();
}

function walk(type, possible) {
  const steps = new Walk(type, possible);
  if (steps.next()) show();
  drawWalk(sheet, steps, { words, names, log, more: open, close });
}

function draw() {
  drawStanding();
  const { view, seat, shown, last, unsure, choices } = state;
  const logged = entries();
  const said = newest(logged, last);
  keep(part("glance"), view, () => drawGlance(part("glance"), { view, words, names }));
  keep(part("hand"), [view, seat, shown], () => drawHand(part("hand"), { view, words, seat, shown,
    toggle: () => ((state.shown = !shown), draw()), tell: () => open({ type: "saw", zone: words.handZone }) }));
  keep(part("feedback"), said, () => {
    drawFeedback(part("feedback"), said, { words, names, ruleText, ways });
    if (said && statusOf(said) === "illegal") warn();
  });
  keep(part("actions"), [choices, view?.status, seat, state.asking], drawActions);
  keep(part("always"), unsure, drawAlways);
  keep(part("log"), logged, () => drawLog(part("log"), logged, { words, names, ways, mine }));
}

// What this phone logged last, until the other has played on: then there is nothing left to undo or to answer.
function newest(logged, id) {
  const said = logged.find((entry) => entry.id === id);
  const playedOn = said?.seq && logged.some((entry) => entry.seq > said.seq && !mine(entry) && isPlay(entry));
  return playedOn && statusOf(said) !== "illegal" ? undefined : said;
}

const mine = ({ by }) => by === viewer || tokens.has(by) || (viewer === "judge" && by?.startsWith("judge"));

// Where the service shows the table but takes nothing, the page is older than what the phone is known by.
function drawStanding() {
  const { live, trouble, refused, renewed } = state;
  const { online, unkept, elsewhere, waiting: { length: count } } = outbox;
  const { barred } = answers;
  const behind = renewed || (outbox.barred && !barred && !syncing);
  const now = { outbox, live, trouble, barred, behind, refused, viewer, names, match };
  keep(part("link"), [live, trouble, barred, online, outbox.trouble, count], () => drawLink(part("link"), now));
  if (names) keep(part("notices"), [barred, behind, refused, unkept, elsewhere, count], () => drawNotices(part("notices"), now));
}

// What the rules have open. Decks are typed, not picked; and a game can be begun even where its rules offer nothing yet.
function openNow() {
  const open = state.choices.filter((choice) => choice.type !== "register_deck");
  if (state.view?.status !== "setup" || open.some((choice) => choice.type === "begin")) return open;
  return [{ type: "begin", with: { first: Object.keys(names) } }, ...open];
}

function drawActions() {
  const seats = viewer === "judge" ? Object.keys(names) : [viewer, ...tokens.keys()];
  const types = [...byType(openNow(), words.language.layout.likely)];
  const deck = state.view?.status === "setup" ? button(words.action("register_deck"), () => open({ type: "register_deck" }), { class: "act" }) : null;
  fill(part("actions"),
    seats.length > 1 ? h("div", { class: "seats", role: "group", "aria-label": "Who acts" }, seats.map((seat) =>
      h("button", { type: "button", "aria-pressed": String(seat === state.seat), onclick: () => sit(seat) }, shortName(seat, names)))) : null,
    // What was open for the seat before is nothing to tap for this one.
    h("div", { class: "open", inert: state.asking }, types.map(([type, possible]) =>
      button(words.action(type), () => walk(type, possible), { "data-type": type, class: "act" })), deck),
    types.length || deck ? null : h("p", { class: "empty" }, state.view?.outcome ? "The match is over." : `Nothing is open for ${names[state.seat]} now.`));
}

// Always in the same place, under the thumb.
function drawAlways() {
  fill(part("always"),
    button("Something else happened", () => { drawKinds(sheet, { words, open, close }); show(); }, { class: "quiet" }),
    button("Unsure", () => ((state.unsure = !state.unsure), draw()), { class: "quiet", "aria-pressed": String(state.unsure) }),
    button("Call a judge", () => askJudge(), { class: "quiet" }));
}

function sit(seat) {
  Object.assign(state, { seat, shown: false, asking: true });
  draw();
  sync();
}

const rules = () => answers.ask(`${game} rules`, `/api/v1/games/${game}/rules`);

async function ruleText(id) {
  const rule = (await rules()).rules.find((each) => each.id === id);
  return rule ? `${rule.says} (${rule.section})` : id;
}

start();
