// What a ruling would change, before it is one: which verdicts, and the table, side by side. Then the note, and the word.

import { ApiError, call, newId } from "../api.js";
import { button, fill, h } from "../dom.js";
import { patched } from "../table/patches.js";
import { drawTable } from "../table/table.js";
import { sign } from "../verdicts.js";
import { figure, titleOf, whoLogged } from "./case.js";
import { draftOf, keepDraft } from "./draft.js";

const PAUSE = 200;
const MOST = 12;

export class Preview {
  // `ruled` is told the seq and the sentence of a ruling that was made.
  constructor(desk, { box, confirm, ruled }) {
    Object.assign(this, { desk, box, confirmBox: confirm, ruled, body: null, kind: null, answer: null, end: null, asked: 0, timer: 0 });
  }

  show(body, kind) {
    Object.assign(this, { body, kind });
    this.answer = null;
    this.fault?.replaceChildren();
    // An answer that is still on its way is about another ruling.
    this.asked += 1;
    clearTimeout(this.timer);
    if (!body) {
      fill(this.confirmBox);
      this.drawNow();
      return;
    }
    this.drawConfirm();
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  // The match has gone on: what was shown is out of date. That another judge has ruled is said.
  refresh() {
    const { tape, base } = this.desk;
    if (this.end === tape.end) return;
    if (!this.body) {
      this.drawNow();
      return;
    }
    const rulings = tape.frames.filter(({ seq, type }) => type === "ruling" && seq > this.end);
    if (this.end !== null && rulings.length) {
      fill(this.fault, "Meanwhile: ", rulings.map(({ seq, by, narration }) => [`${seq}, `, whoLogged(by, base.names), `: ${narration} `]), "What you see above is how it would be now.");
    }
    this.ask();
  }

  // An amendment repairs the table as it is now: that is there to be looked at before the first repair is.
  drawNow() {
    const { tape, base } = this.desk;
    this.end = tape.end;
    if (this.kind !== "amend") {
      fill(this.box);
      return;
    }
    const table = h("div", { class: "table" });
    fill(this.box, h("h2", {}, "What is to be repaired"), figure(`The table as it is now, after event ${tape.end}`, table));
    drawTable(table, tape.view(tape.end), { base });
  }

  async ask() {
    const mine = (this.asked += 1);
    const { tape, api } = this.desk;
    this.end = tape.end;
    try {
      const answer = await call(`${api}/rulings/preview`, { method: "POST", body: this.body });
      if (mine !== this.asked) return;
      this.answer = answer;
      this.draw(answer);
    } catch (error) {
      if (mine !== this.asked) return;
      fill(this.box, h("h2", {}, "No preview"), h("p", { class: "fault" }, told(error)), button("Try again", () => this.ask(), { class: "quiet" }));
    }
    this.settle();
  }

  draw({ verdict, narration, changes, view: patch }) {
    if (verdict.status === "illegal") {
      fill(this.box, h("h2", {}, "This cannot be ruled"), h("p", { class: "fault" }, verdict.why));
      return;
    }
    const { tape, base } = this.desk;
    const now = tape.view(tape.end);
    const same = Object.keys(patch).every((key) => key === "seq");
    const [before, after] = [h("div", { class: "table" }), h("div", { class: "table" })];
    fill(this.box, h("h2", {}, "What this would change"), h("p", { class: "told" }, narration), this.changed(changes),
      same ? h("p", { class: "same" }, "The table stays as it is.") : h("div", { class: "pair" }, figure("As it is now", before), figure("With this ruling", after)));
    if (same) return;
    drawTable(before, now, { base });
    drawTable(after, patched(now, patch), { base, event: { patch } });
  }

  changed(changes) {
    const differ = changes.filter(({ before, after }) => before.status !== after.status || before.rule !== after.rule);
    const rest = changes.length - differ.length;
    if (!changes.length) return h("p", { class: "same" }, "No verdict changes.");
    const row = ({ seq, before, after }) => h("li", { "data-seq": seq }, h("span", { class: "seq" }, String(seq)), " ", titleOf(this.desk.tape.frame(seq), this.desk),
      h("span", { class: "turns" }, sign({ seq, verdict: before }, true), h("span", { "aria-label": "becomes" }, " → "), sign({ seq, verdict: after }, true)),
      after.status === "illegal" ? h("span", { class: "small" }, ` ${after.rule}: ${after.why}`) : null);
    return [
      differ.length ? h("h3", {}, differ.length === 1 ? "One verdict changes" : `${differ.length} verdicts change`) : null,
      h("ul", { class: "changes" }, differ.slice(0, MOST).map(row)),
      differ.length > MOST ? h("p", { class: "small" }, `and ${differ.length - MOST} more`) : null,
      rest ? h("p", { class: "small" }, `${rest} other event${rest === 1 ? " keeps its verdict, but happens" : "s keep their verdicts, but happen"} differently.`) : null,
    ];
  }

  drawConfirm() {
    if (this.note?.isConnected) return this.settle();
    this.note = h("textarea", { id: "note", rows: 3, maxLength: 2000, placeholder: "Why: the players read it, and the next judge", value: draftOf(this.desk).note ?? "",
      oninput: ({ target }) => keepDraft(this.desk, { note: target.value }) });
    this.button = button("Confirm the ruling", () => this.send(), { disabled: true });
    this.fault = h("p", { class: "fault", role: "alert" });
    fill(this.confirmBox, h("label", { htmlFor: "note" }, "Note"), this.note, this.fault, this.button);
  }

  // A ruling is made only after its preview has been there to be seen.
  settle() {
    if (!this.button) return;
    this.button.disabled = !this.answer || this.answer.verdict.status === "illegal";
    this.button.textContent = this.answer || !this.body ? "Confirm the ruling" : "Confirm the ruling (preview first)";
  }

  async send() {
    const { answer, body } = this;
    const note = this.note.value.trim();
    const event = { id: newId(), type: "ruling", ...body, ...(note ? { note } : {}) };
    this.button.disabled = true;
    try {
      // Exactly what was previewed: if something was logged meanwhile, the service refuses.
      const placed = await call(`${this.desk.api}/events`, { method: "POST", body: { events: [event], expected_head: answer.seq - 1 } });
      this.note = null;
      await this.ruled(placed.head, answer.narration);
    } catch (error) {
      const late = error instanceof ApiError && error.status === 409;
      fill(this.fault, late ? "Something was logged meanwhile. Look at the preview again, then confirm." : told(error));
      this.answer = late ? null : answer;
      this.settle();
      if (late) this.ask();
    }
  }
}

// The session is over, or another one has begun in this browser since.
const SIGNED_OUT = new Set([401, 403]);

const told = (error) => SIGNED_OUT.has(error.status)
  ? ["You are not signed in any more. ", h("a", { href: `/sign-in?next=${location.pathname}` }, "Sign in again"), ": what you have written stays here."]
  : [error.message, ...Object.values(error.errors ?? {}).flat()].join(" ");
