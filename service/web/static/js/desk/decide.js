// The decision, and what it needs: for a rewind a place on the timeline, for an amendment ops, for a penalty who and how much.

import { fill, h } from "../dom.js";
import { opsField } from "../ops.js";
import { aboutOf, titleOf } from "./case.js";
import { draftOf, keepDraft } from "./draft.js";
import { penaltyFields } from "./penalty.js";
import { timeline } from "./timeline.js";

const DECISIONS = [
  ["uphold", "Uphold", "the verdict stands, the question is closed"],
  ["allow", "Allow", "it counts, with the broken rule waived"],
  ["void", "Strike", "as if it had not happened"],
  ["rewind", "Rewind", "the game goes back to an earlier event"],
  ["amend", "Amend", "the table is repaired by hand"],
  ["penalty", "Penalty", "a warning, or more"],
];

const NOTHING = JSON.stringify([null, null]);

export class Decision {
  // `changed` is told the ruling as it stands in the form, or null while something is missing, and what kind it is.
  constructor(desk, box, changed) {
    Object.assign(this, { desk, box, changed, seq: null, target: null, decision: null, read: () => null, last: NOTHING });
    for (const kind of ["input", "change", "click"]) box.addEventListener(kind, () => queueMicrotask(() => this.tell()));
  }

  // For event `seq`; a form that is open for it already stays as it is, and one that was begun is there again.
  open(seq) {
    if (this.seq === seq) return;
    this.seq = seq;
    const { tape } = this.desk;
    const { body } = draftOf(this.desk);
    this.draw(body?.target ?? aboutOf(tape.frame(seq), tape).seq, body?.decision, body ?? {});
    if (body) this.tell();
  }

  close() {
    this.seq = null;
    this.last = NOTHING;
    this.decision = null;
    this.read = () => null;
    this.changed(null);
  }

  // A ruling on a ruling.
  strike(target) {
    this.draw(target, "void");
    this.box.querySelector("input:checked").focus();
    this.tell();
  }

  draw(target, picked = null, told = {}) {
    this.target = target;
    this.decision = null;
    this.read = () => null;
    const about = this.desk.tape.frame(target);
    const more = h("div", { class: "more" });
    const choose = (decision, begun = {}) => this.choose(decision, more, begun);
    const option = ([decision, title, meaning]) => h("label", { class: "option" },
      h("input", { type: "radio", name: "decision", value: decision, checked: decision === picked, onchange: () => choose(decision) }),
      h("span", {}, h("strong", {}, title), h("span", { class: "small" }, ` ${meaning}`)));
    fill(this.box, h("fieldset", {}, h("legend", {}, h("h2", {}, `Rule on event ${target}`)),
      h("p", { class: "small" }, titleOf(about, this.desk)), h("div", { class: "options" }, DECISIONS.map(option))), more);
    if (picked) choose(picked, told);
  }

  // `begun` is what was told of this ruling before.
  choose(decision, more, begun) {
    const { target } = this;
    const { rule } = this.desk.tape.frame(target).verdict;
    const common = { decision, target, ...(rule ? { rule } : {}) };
    const fields = this.fieldsOf(decision, begun);
    fill(more, fields.element);
    this.decision = decision;
    this.read = () => {
      const told = fields.value();
      return told && { ...common, ...told };
    };
  }

  fieldsOf(decision, begun) {
    const { desk, target } = this;
    if (decision === "rewind") return timeline(desk, begun.to ?? target - 1);
    if (decision === "penalty") return penaltyFields(desk, { seat: desk.tape.frame(target).seat, ...begun });
    if (decision !== "amend") return { element: null, value: () => ({}) };
    const { words, names } = desk.base;
    words.view = desk.tape.view(desk.tape.end);
    const ops = opsField({}, { words, names, label: "What is repaired", judge: true }, begun.does);
    return {
      element: h("div", { class: "amend" }, h("h3", {}, "What is repaired, in this order"), ops.element),
      value: () => (ops.value() ? { does: ops.value() } : null),
    };
  }

  tell() {
    const body = this.read();
    const now = JSON.stringify([this.decision, body]);
    if (now === this.last) return;
    this.last = now;
    keepDraft(this.desk, { body });
    this.changed(body, this.decision);
  }
}
