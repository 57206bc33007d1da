// The desk: open questions of all matches, the oldest on top, and the other matches below.
//
// The list is asked for again every few seconds. An answer that has not changed is a 304 without a body, whichever process
// gives it; a page that nobody looks at does not ask.

import { ApiError, call } from "../api.js";
import { fill, h, keep, seatName } from "../dom.js";
import { ago } from "../times.js";
import { sign } from "../verdicts.js";
import { Words } from "../words.js";

const PAUSE = 2500;
const form = document.getElementById("filters");
const part = (id) => document.getElementById(id);
const titles = JSON.parse(part("matches").dataset.titles);
let matches = [];
let cursor = null;

function wanted() {
  const told = [...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value);
  return new URLSearchParams(told);
}

function query(more = {}) {
  const asked = wanted();
  const flagged = asked.get("flagged");
  asked.delete("flagged");
  for (const [name, value] of Object.entries(more)) if (value) asked.set(name, value);
  return { asked, flagged };
}

let known = { etag: "", questions: [] };

async function askQuestions(asked) {
  const response = await fetch(`/api/v1/questions?${asked}`, { headers: { "If-None-Match": known.etag } });
  if (response.status === 304) return known.questions;
  const answer = await response.json();
  if (!response.ok) throw new ApiError(response.status, answer);
  known = { etag: response.headers.get("ETag"), questions: answer.questions };
  return answer.questions;
}

async function readQuestions() {
  const { asked, flagged } = query();
  const questions = flagged === "false" ? [] : await askQuestions(asked);
  await learn(questions.map(({ game }) => game));
  part("count").textContent = String(questions.length);
  document.title = `${questions.length ? `(${questions.length}) ` : ""}The judge's desk · Tapedeck`;
  // What is drawn holds still under a finger: only a change draws it again.
  keep(part("questions"), [questions, minutes(questions)], () => fill(part("questions"), questions.length
    ? questions.map(question)
    : h("li", { class: "empty" }, asked.size ? "Nothing that fits waits for a judge." : "Nothing waits for a judge. Illegal plays and calls appear here by themselves.")));
}

const minutes = (questions) => questions.map(({ event }) => ago(event.recorded_at));

// What was logged, in the game's words: no worker tells a play that did not happen.
const languages = new Map();

async function learn(games) {
  const missing = [...new Set(games)].filter((game) => !languages.has(game));
  await Promise.all(missing.map(async (game) => languages.set(game, await call(`/api/v1/games/${game}`))));
}

function question({ match, game, table, seats, rule, event }) {
  const names = Object.fromEntries(seats.map((each) => [each.seat, each.name]));
  const called = event.type === "call";
  const played = () => [sign(event), " ", event.seat ? `${names[event.seat]}: ` : "", new Words(languages.get(game), names).event(event)];
  return h("li", { class: called ? "called" : "", "data-match": match, "data-seq": event.seq }, h("a", { href: `/desk/${match}#${event.seq}` },
    h("span", { class: "what" }, called ? `☎ ${names[event.seat] ?? event.by} calls a judge` : played()),
    h("span", { class: "age" }, ago(event.recorded_at)),
    h("span", { class: "why" }, called ? h("q", {}, event.text ?? "") : event.verdict.why, event.unsure ? h("em", {}, " (unsure)") : null),
    h("span", { class: "where" }, h("span", {}, seats.map(({ seat }) => seatName(seat, names))), h("span", {}, titles[game] ?? game),
      table ? h("span", {}, `table ${table}`) : null, rule ? h("span", {}, rule) : null)));
}

async function readMatches(after = null) {
  const { asked, flagged } = query({ flagged: "false", cursor: after, limit: 30 });
  const page = flagged === "true" ? { matches: [], cursor: null } : await call(`/api/v1/matches?${asked}`);
  matches = after ? [...matches, ...page.matches] : page.matches;
  cursor = page.cursor;
  part("more").hidden = !cursor;
  keep(part("matches"), matches, () => fill(part("matches"), matches.length
    ? matches.map(listed)
    : h("li", { class: "empty" }, "No other match fits.")));
}

function listed({ id, game, seats, status, head, table }) {
  const names = Object.fromEntries(seats.map((each) => [each.seat, each.name]));
  return h("li", {}, h("a", { href: `/desk/${id}` },
    h("span", { class: "players" }, seats.map(({ seat }) => seatName(seat, names))),
    h("span", { class: "game" }, `${titles[game] ?? game}${table ? `, table ${table}` : ""}`),
    h("span", { class: "status" }, `${status}, ${head} events`)));
}

// Nobody should wait before a list that has stopped to follow.
async function shown(answers) {
  const trouble = await answers.then(() => null, (error) => error);
  keep(part("trouble"), trouble && [trouble.status], () => fill(part("trouble"), trouble && ["This list does not follow any more: ",
    trouble.status === 401 ? ["you are not signed in. ", h("a", { href: `/sign-in?next=${location.pathname}` }, "Sign in again")]
      : trouble instanceof ApiError ? trouble.message : "the service does not answer. It is asked again every few seconds."]));
}

async function search() {
  const asked = wanted();
  history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
  await shown(Promise.all([readQuestions(), readMatches()]));
}

async function follow() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (document.visibilityState !== "visible") continue;
    // One page of matches is looked at again; whoever has asked for more is reading.
    await shown(Promise.all([readQuestions(), matches.length > 30 ? null : readMatches()]));
  }
}

let typing = 0;
form.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(search, 200);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
part("more").addEventListener("click", () => shown(readMatches(cursor)));
for (const [name, value] of new URLSearchParams(location.search)) if (form.elements[name]) form.elements[name].value = value;
search().then(follow);
