// The decision, and what it needs: for a rewind a place on the timeline, for an amendment ops, for a penalty who and how much.

import { fill, h } from "../dom.js";
import { opsField } from "../ops.js";
import { aboutOf, titleOf } from "./case.js";
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

export class Decision {
  // `changed` is told the ruling as it stands in the form, or null while something is missing.
  constructor(desk, box, changed) {
    Object.assign(this, { desk, box, changed, seq: null, target: null, read: () => null, last: "null" });
    for (const kind of ["input", "change", "click"]) box.addEventListener(kind, () => queueMicrotask(() => this.tell()));
  }

  // For event `seq`; a form that is open for it already stays as it is.
  open(seq) {
    if (this.seq === seq) return;
    this.seq = seq;
    const { tape } = this.desk;
    this.draw(aboutOf(tape.frame(seq), tape).seq);
  }

  close() {
    this.seq = null;
    this.read = () => null;
    this.tell();
  }

  // A ruling on a ruling.
  strike(target) {
    this.draw(target, "void");
    this.box.querySelector("input:checked").focus();
    this.tell();
  }

  draw(target, picked = null) {
    this.target = target;
    this.read = () => null;
    const about = this.desk.tape.frame(target);
    const more = h("div", { class: "more" });
    const choose = (decision) => this.choose(decision, more);
    const option = ([decision, title, meaning]) => h("label", { class: "option" },
      h("input", { type: "radio", name: "decision", value: decision, checked: decision === picked, onchange: () => choose(decision) }),
      h("span", {}, h("strong", {}, title), h("span", { class: "small" }, ` ${meaning}`)));
    fill(this.box, h("fieldset", {}, h("legend", {}, h("h2", {}, `Rule on event ${target}`)),
      h("p", { class: "small" }, titleOf(about, this.desk)), h("div", { class: "options" }, DECISIONS.map(option))), more);
    if (picked) choose(picked);
  }

  choose(decision, more) {
    const { target } = this;
    const { rule } = this.desk.tape.frame(target).verdict;
    const common = { decision, target, ...(rule ? { rule } : {}) };
    const fields = this.fieldsOf(decision);
    fill(more, fields.element);
    this.read = () => {
      const told = fields.value();
      return told && { ...common, ...told };
    };
  }

  fieldsOf(decision) {
    const { desk, target } = this;
    if (decision === "rewind") return timeline(desk, target);
    if (decision === "penalty") return penaltyFields(desk, target);
    if (decision !== "amend") return { element: null, value: () => ({}) };
    const { words, names } = desk.base;
    words.view = desk.tape.view(desk.tape.end);
    const ops = opsField({}, { words, names, label: "What is repaired", judge: true });
    return {
      element: h("div", { class: "amend" }, h("h3", {}, "What is repaired, in this order"), ops.element),
      value: () => (ops.value() ? { does: ops.value() } : null),
    };
  }

  tell() {
    const body = this.read();
    const now = JSON.stringify(body);
    if (now === this.last) return;
    this.last = now;
    this.changed(body);
  }
}
