// The form of one match on one phone: brings its parts together.

import { ApiError, call, catalogOf } from "./api.js";
import { byType, drawWalk, Walk } from "./choosing.js";
import { installWorker, keepAwake, touch } from "./comfort.js";
import { button, fill, h, seatName } from "./dom.js";
import { drawForm, drawKinds } from "./form.js";
import { drawGlance } from "./glance.js";
import { Outbox } from "./queue.js";
import * as store from "./store.js";
import { drawFeedback, drawLog } from "./verdicts.js";
import { Words } from "./words.js";

const RECENT = 40;
const root = document.getElementById("play");
const { match, game, viewer } = root.dataset;
const part = (id) => document.getElementById(id);
const api = `/api/v1/matches/${match}`;

const tokens = new Map();
const state = { seat: viewer, view: null, choices: [], log: [], head: 0, unsure: false, shown: false, last: null, live: false };
let words, names, outbox;

async function start() {
  await loadSeats();
  const summary = await fresh("summary", api);
  names = Object.fromEntries(summary.seats.map((each) => [each.seat, each.name]));
  words = new Words(await fresh("language", `/api/v1/games/${game}`), names);
  words.catalog = new Map((await catalogOf(game).catch(() => [])).map((card) => [card.name, card]));
  outbox = new Outbox(match, tokens);
  outbox.addEventListener("change", draw);
  outbox.addEventListener("sent", sync);
  addEventListener("online", () => outbox.send().then(sync));
  await outbox.load();
  outbox.send();
  await sync();
  follow();
  keepAwake();
  installWorker();
}

// The other seat's code was scanned with this phone: it serves both.
async function loadSeats() {
  const wanted = new URL(location.href).searchParams.get("add");
  const kept = (await store.get("seats", match)) ?? {};
  if (wanted) {
    const joined = await call("/api/v1/sessions/join", { method: "POST", body: { code: wanted }, alone: true });
    kept[joined.seat] = joined.token;
    await store.put("seats", kept, match);
    history.replaceState(null, "", location.pathname);
  }
  for (const [seat, token] of Object.entries(kept)) if (seat !== viewer) tokens.set(seat, token);
}

// The service's answer, or the last one it gave where it cannot be reached.
async function fresh(name, path, token) {
  const key = `${match} ${name}`;
  try {
    const answer = await call(path, { token });
    await store.put("known", answer, key);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    const kept = await store.get("known", key);
    if (kept) return kept;
    throw error;
  }
}

let syncing = null;
let again = false;

// Brings the page up to date with the service; calls that come meanwhile are answered by one more round.
function sync() {
  again = Boolean(syncing);
  syncing ??= (async () => {
    do {
      again = false;
      await read();
      draw();
    } while (again);
  })().finally(() => (syncing = null));
  return syncing;
}

async function read() {
  const { seat } = state;
  const token = tokens.get(seat);
  const path = seat === "judge" ? `${api}/actions?seat=p1` : `${api}/actions`;
  const after = Math.max(0, state.head - RECENT);
  const [log, view, actions] = await Promise.all([
    fresh(`log ${seat}`, `${api}/events?after=${after}&limit=500`, token),
    fresh(`view ${seat}`, `${api}/view?wait=5`, token),
    fresh(`actions ${seat}`, path, token),
  ]);
  if (seat !== state.seat) {
    again = true;
    return;
  }
  Object.assign(state, { log: log.events, head: log.head, view, choices: actions.choices });
  words.view = view;
}

function follow() {
  const stream = new EventSource(`${api}/stream`);
  for (const kind of ["event", "verdict", "ruling", "outcome"]) stream.addEventListener(kind, sync);
  stream.onopen = () => {
    state.live = true;
    outbox.send().then(sync);
  };
  stream.onerror = () => {
    state.live = false;
    draw();
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

const waiting = () => outbox.waiting.map((entry) => ({ ...entry.event, refused: entry.refused }));
const entries = () => {
  const sent = new Set(state.log.map((entry) => entry.id));
  return [...state.log, ...waiting().filter((entry) => !sent.has(entry.id))];
};

const ways = {
  keep: () => ((state.last = null), draw()),
  discard: async () => (await outbox.discardRefused(state.last), ways.keep()),
  async undo() {
    const id = state.last;
    if (await outbox.drop(id)) return ways.keep();
    const entry = entries().find((each) => each.id === id);
    if (entry?.seq) await log({ type: "retract", target: entry.seq });
    ways.keep();
  },
  call: () => askJudge(entries().find((each) => each.id === state.last)),
  dispute: (entry) => askJudge(entry, "I dispute this."),
};

function askJudge(entry, text = "Please come to the table.") {
  open({ type: "call", ...(entry?.seq ? { target: entry.seq } : {}), text });
}

// The sheet: a walk through choices, or the whole form of an action.
const sheet = part("sheet");
const close = () => sheet.close();

function open(event) {
  drawForm(sheet, event, { words, names, seat: state.seat, log, close });
  if (!sheet.open) sheet.showModal();
}

function walk(type, possible) {
  const steps = new Walk(type, possible);
  if (steps.next()) sheet.showModal();
  drawWalk(sheet, steps, { words, names, log, more: open, close });
}

function draw() {
  const count = outbox.waiting.length;
  const link = part("link");
  const state_ = !outbox.online ? "No network" : outbox.trouble || (state.live ? "Live" : "Connecting");
  fill(link, h("span", { class: "state" }, state_), h("span", { class: "count", "data-waiting": count }, count ? `${count} waiting to be sent` : "All sent"));
  link.classList.toggle("waits", count > 0 || !outbox.online);
  drawGlance(part("glance"), { ...state, words, names, toggle: () => ((state.shown = !state.shown), draw()) });
  drawFeedback(part("feedback"), entries().find((entry) => entry.id === state.last), { words, names, ruleText, ways });
  drawActions();
  const own = new Set([viewer, ...tokens.keys()]);
  drawLog(part("log"), entries(), { words, names, ways, mine: (entry) => own.has(entry.by) });
}

function drawActions() {
  const seats = [viewer, ...tokens.keys()];
  const types = [...byType(state.choices)];
  fill(part("actions"),
    seats.length > 1 ? h("div", { class: "seats", role: "group", "aria-label": "Who acts" }, seats.map((seat) =>
      h("button", { type: "button", "aria-pressed": String(seat === state.seat), onclick: () => sit(seat) }, seatName(seat, names)))) : null,
    h("div", { class: "open" }, types.map(([type, possible]) =>
      button(words.action(type), () => walk(type, possible), { "data-type": type, class: "act" }))),
    types.length ? null : h("p", { class: "empty" }, state.view?.outcome ? "The match is over." : "Nothing is open for this seat now."),
    h("div", { class: "always" },
      button("Something else happened", () => { drawKinds(sheet, { words, open, close }); sheet.showModal(); }, { class: "quiet" }),
      button("Unsure", () => ((state.unsure = !state.unsure), draw()), { class: "quiet", "aria-pressed": String(state.unsure) }),
      button("Call a judge", () => askJudge(), { class: "quiet" })));
}

function sit(seat) {
  Object.assign(state, { seat, shown: false });
  sync();
}

async function ruleText(id) {
  const { rules } = await fresh("rules", `/api/v1/games/${game}/rules`);
  const rule = rules.find((each) => each.id === id);
  return rule ? `${rule.says} (${rule.section})` : id;
}

start().catch((error) => fill(part("link"), error.message));
