// One match before the judge. The whole match is loaded as one document, so any moment of it is at hand; when something is
// logged or judged anew, it is loaded again.

import { call } from "../api.js";
import { fill, h, keep } from "../dom.js";
import { listenLive } from "../replay/live.js";
import { tableBase } from "../table/base.js";
import { Tape } from "../table/tape.js";
import { drawCase, drawMoments, titleOf } from "./case.js";
import { drawChain } from "./chain.js";
import { Decision } from "./decide.js";
import { begun, dropDraft } from "./draft.js";
import { Preview } from "./preview.js";

const root = document.getElementById("desk");
const part = (id) => document.getElementById(id);
const api = `/api/v1/matches/${root.dataset.match}`;
const desk = { api, match: root.dataset.match, game: root.dataset.game, tape: null, base: null, seq: null };

const preview = new Preview(desk, { box: part("preview"), confirm: part("confirm"), ruled });
const decision = new Decision(desk, part("decide"), (body, kind) => preview.show(body, kind));

async function load() {
  const replay = await call(`${api}/replay`);
  desk.tape = new Tape(replay);
  desk.base ??= await tableBase(replay.match, replay);
  desk.seq = wanted() ?? desk.seq;
  draw();
}

const asking = () => desk.tape.frames.filter((frame) => frame.question);

// The event that the address names; else one that was to be ruled on, or the oldest that waits.
function wanted() {
  const named = Number(location.hash.slice(1));
  if (desk.tape.frame(named)) return named;
  return desk.seq ?? begun(desk) ?? asking()[0]?.seq ?? null;
}

function draw() {
  const questions = asking();
  keep(part("docket"), [questions.map((each) => each.seq), desk.seq], () => drawAsked(questions));
  if (desk.seq === null) return drawNothing();
  const { tape, seq } = desk;
  const about = tape.frame(seq);
  keep(part("case"), [about, seq], () => drawCase(part("case"), desk));
  keep(part("moments"), [about, tape.view(seq - 1)], () => drawMoments(part("moments"), desk));
  drawChain(part("chain"), desk, { strike: (target) => decision.strike(target) });
  decision.open(seq);
  preview.refresh();
}

function drawNothing() {
  fill(part("case"), h("h2", {}, "No question is open"), h("p", {}, "An illegal play or a call will open one by itself."),
    desk.tape.frames.length ? [h("p", {}, "Any event can be ruled on: choose it here."), everyEvent()] : null);
  drawChain(part("chain"), desk, { strike: (target) => { location.hash = `#${target}`; } });
}

function drawAsked(questions) {
  const link = (frame) => h("a", { href: `#${frame.seq}`, "aria-current": frame.seq === desk.seq ? "true" : null }, `${frame.seq} `, h("span", {}, frame.type === "call" ? "☎ call" : `✗ ${desk.base.words.action(frame.type)}`));
  const open = questions.length ? `${questions.length} open:` : "Nothing is open in this match.";
  fill(part("docket"), h("span", {}, open), h("div", { class: "open" }, questions.map(link)), desk.seq === null ? null : everyEvent());
}

// The whole log, to choose from; made when it is asked for.
function everyEvent() {
  const list = h("ol", { class: "every" });
  const open = (event) => {
    if (event.target.open) fill(list, desk.tape.frames.map((frame) => h("li", { value: frame.seq }, h("a", { href: `#${frame.seq}` }, titleOf(frame, desk)))));
  };
  return h("details", { class: "all", ontoggle: open }, h("summary", {}, "Any other event"), list);
}

async function ruled(seq, sentence) {
  dropDraft(desk);
  decision.close();
  await load();
  fill(part("said"), `✓ Event ${seq}: ${sentence} `, h("a", { href: "/desk" }, "Back to the desk"));
  part("said").scrollIntoView({ block: "nearest" });
}

addEventListener("hashchange", () => {
  desk.seq = wanted();
  decision.close();
  part("said").replaceChildren();
  draw();
});

const follow = () => listenLive(`${api}/stream`, { known: () => desk.tape.end, follow: load, again: load });

load().then(follow).catch((error) => fill(part("case"), h("p", { class: "fault", role: "alert" }, error.message)));
