// The replay of one match: brings its parts together. One document is loaded once; every moment is made from it here.

import { call } from "./api.js";
import { button, fill, h } from "./dom.js";
import { Commentary, sentence, sign, why } from "./replay/commentary.js";
import { KEYS, listenToKeys, listenToSwipes } from "./replay/controls.js";
import { listenLive } from "./replay/live.js";
import { Player, SPEEDS } from "./replay/player.js";
import { drawSharing } from "./replay/sharing.js";
import { drawTimeline } from "./replay/timeline.js";
import { shape } from "./shapes.js";
import { learn, tableBase } from "./table/base.js";
import { sizeCards } from "./table/room.js";
import { drawTable } from "./table/table.js";
import { Tape } from "./table/tape.js";

const part = (id) => document.getElementById(id);
const root = part("replay");
const { match, viewer } = root.dataset;
const api = `/api/v1/matches/${match}`;
const address = new URL(location.href);
const dialog = part("sheet");

let base;
let side = address.searchParams.get("as") ?? "";

const player = new Player({ show, changed: drawTransport, swap, help });
const commentary = new Commentary(part("commentary"), { go: lookAt, showRule });

// In a frame on another page, never by the right of whoever is signed in here.
const alone = root.classList.contains("embedded");
const replayOf = (after = 0) => call(`${api}/replay?after=${after}${side ? `&as=${side}` : ""}`, { alone });

// From the side that is looked from now: an answer that comes after one has changed sides is not shown.
async function news(after) {
  const from = side;
  const replay = await replayOf(after);
  return from === side ? replay : null;
}

async function start() {
  const replay = await replayOf().catch((error) => {
    if (!side) throw error;
    // A side that one may not look from: by one's own right, then.
    side = "";
    return replayOf();
  });
  base = await tableBase(replay.match, replay);
  take(new Tape(replay));
  player.go(asked() ?? (replay.match.status === "finished" ? player.start : player.end));
  drawTools();
  // What stands above the table decides how much room that has.
  fit();
  addEventListener("hashchange", () => asked() !== null && player.go(asked()));
  let resized = 0;
  addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(() => {
      fit();
      markTimeline();
      player.go(player.seq);
    }, 100);
  });
  listenToKeys(player);
  listenToSwipes(part("table"), player);
  listenLive(`${api}/stream`, { known: () => player.end, follow, again });
  root.dataset.ready = "";
}

const asked = () => (/^#\d{1,9}$/.test(location.hash) ? Number(location.hash.slice(1)) : null);

function take(tape) {
  player.load(tape);
  markTimeline();
  commentary.draw(tape, base, player.turns);
  const slider = part("slider");
  Object.assign(slider, { min: player.start, max: player.end, disabled: player.end === player.start });
}

const markTimeline = () => drawTimeline(part("timeline"), player, lookAt);

function lookAt(seq) {
  player.pause();
  player.go(seq);
}

let fits = false;

function fit() {
  fits = sizeCards(part("table"), player.tape, base.layout, drawMoment);
}

// As a match goes on its table fills, and its cards make room.
function makeRoom() {
  const table = part("table");
  if (fits && table.scrollHeight > table.clientHeight) fit();
}

// A live match has gone on. Whoever was at its end goes on with it; whoever looks back stays where they are.
async function follow() {
  const replay = await news(player.end);
  if (!replay?.frames.length) return;
  const there = player.atEnd;
  player.tape.extend(replay.match, replay.frames);
  learn(base, replay.frames);
  take(player.tape);
  player.go(there ? player.end : player.seq);
  makeRoom();
}

async function again() {
  const replay = await news();
  if (!replay) return;
  const there = player.atEnd;
  learn(base, replay.frames);
  take(new Tape(replay));
  player.go(there ? player.end : player.seq);
  drawTools();
  makeRoom();
}

async function lookAs(wanted) {
  side = wanted;
  if (side) address.searchParams.set("as", side);
  else address.searchParams.delete("as");
  history.replaceState(null, "", `${address.pathname}${address.search}#${player.seq}`);
  await again();
}

function show(seq, moving) {
  const { tape } = player;
  const frame = tape.frame(seq);
  drawMoment(part("table"), seq, moving);
  commentary.mark(seq);
  part("slider").value = seq;
  part("slider").setAttribute("aria-valuetext", `Event ${seq} of ${tape.end}`);
  fill(part("caption"), frame
    ? [h("span", { class: "seq" }, String(seq)), sign(frame), h("span", { class: "text" }, sentence(frame, tape, base), why(frame, showRule))]
    : h("span", { class: "text" }, "Before the first event."));
  if (part("rule")) part("rule").hash = seq;
  remember(seq);
}

function drawMoment(element, seq, moving = false) {
  const seats = Object.keys(base.names);
  const near = seats.includes(side) ? side : seats.includes(viewer) ? viewer : "p1";
  drawTable(element, player.tape.view(seq), { base, event: player.tape.frame(seq), near, moving });
}

let remembering = 0;

// The address follows, but not at every notch of a slider that is being dragged.
function remember(seq) {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", `${address.pathname}${address.search}#${seq}`), 250);
}

function drawTransport() {
  const { playing, atEnd, speed } = player;
  part("play").replaceChildren(shape(playing ? "pause" : "play"));
  part("play").setAttribute("aria-label", playing ? "Pause" : "Play");
  part("speed").value = speed;
  part("place").textContent = `${player.seq} / ${player.end}`;
  const going = player.tape.match.status !== "finished";
  part("live").hidden = !going;
  part("live").setAttribute("aria-pressed", String(atEnd));
  part("live").textContent = atEnd ? "Live" : `Live, ${player.end - player.seq} on`;
}

function swap() {
  const reading = root.classList.toggle("reading");
  part("swap").setAttribute("aria-pressed", String(reading));
  commentary.follow();
}

// From whose side one may look. Judges from all, and so may everybody once the match is over and open.
function sides() {
  const { status, private: closed, seats } = player.tape.match;
  const open = status === "finished" && !closed;
  const all = [...seats.map(({ seat, name }) => [seat, `${name}'s side`]), ["public", "The public's side"]];
  if (viewer === "judge" || open) return [["", "All cards"], ...all];
  return all.filter(([seat]) => seat === viewer || seat === "public").map(([seat, title]) => [seat === viewer ? "" : seat, title]).toReversed();
}

function drawTools() {
  const choices = sides();
  const select = part("side");
  fill(select, choices.map(([value, title]) => h("option", { value, selected: value === side }, title)));
  select.parentElement.hidden = choices.length < 2;
}

async function showRule(id) {
  const { says, section } = await call(`/api/v1/games/${player.tape.match.game}/rules/${encodeURIComponent(id)}`);
  open(`Rule ${id}`, h("p", { class: "card-text" }, says), h("p", { class: "empty" }, section));
}

function help() {
  open("Keys", h("dl", { class: "keys" }, KEYS.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]).flat()),
    h("p", {}, "On a touch screen, swipe the table to step. Tap a card to read it, and a line of the commentary to go there."));
}

function open(title, ...children) {
  const heading = h("h2", { id: "sheet-title", tabIndex: -1 }, title);
  fill(dialog, h("header", {}, heading, button("Close", () => dialog.close(), { class: "quiet" })), ...children);
  dialog.showModal();
  heading.focus();
}

function wire() {
  const does = {
    turnback: () => player.turn(-1), back: () => player.step(-1), play: () => player.toggle(), on: () => player.step(1), turnon: () => player.turn(1),
    flag: () => player.flag(1), live: () => player.go(player.end), swap, help,
  };
  for (const [id, act] of Object.entries(does)) part(id)?.addEventListener("click", act);
  for (const id of ["turnback", "back", "play", "on", "turnon", "flag"]) part(id).replaceChildren(shape(id));
  part("swap").prepend(shape("words"));
  fill(part("speed"), SPEEDS.map((speed) => h("option", { value: speed }, `${speed} ×`)));
  part("speed").addEventListener("change", ({ target }) => player.faster(SPEEDS.indexOf(Number(target.value)) - SPEEDS.indexOf(player.speed)));
  part("side").addEventListener("change", ({ target }) => lookAs(target.value));
  part("share")?.addEventListener("click", () => {
    const box = h("div", { class: "share" });
    open("Take it with you", box);
    drawSharing(box, { match, side, seq: player.seq });
  });
  // Drawn at once: browsers tell of a drag no more than once a frame.
  part("slider").addEventListener("input", ({ target }) => lookAt(Number(target.value)));
}

wire();
start().catch((error) => fill(part("caption"), h("span", { class: "text" }, error.message)));
