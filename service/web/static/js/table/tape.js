// A match as one document, in the browser: any moment of it at once.

import { patched } from "./patches.js";

// A view is kept every so many events; from there it is never more than these few patches to any moment.
const STRIDE = 32;

export class Tape {
  // `replay` is what GET /matches/{id}/replay answers.
  constructor({ match, cards, view, frames }) {
    Object.assign(this, { match, cards });
    this.start = view.seq;
    this.frames = [];
    this.kept = [view];
    this.near = view;
    this.extend(match, frames);
  }

  get end() {
    return this.start + this.frames.length;
  }

  // A live match has gone on: `frames` follow on those that are here.
  extend(match, frames) {
    this.match = match;
    let view = this.view(this.end);
    for (const frame of frames) {
      if (frame.seq !== this.end + 1) continue;
      this.frames.push(frame);
      view = patched(view, frame.patch);
      if (this.frames.length % STRIDE === 0) this.kept.push(view);
    }
  }

  // The event with this number and what is said of it; nothing before the first.
  frame(seq) {
    return this.frames[seq - this.start - 1];
  }

  // The table after event `seq`.
  view(seq) {
    const mark = this.kept[Math.floor((seq - this.start) / STRIDE)];
    let view = this.near.seq <= seq && this.near.seq > mark.seq ? this.near : mark;
    for (let next = view.seq + 1; next <= seq; next += 1) view = patched(view, this.frame(next).patch);
    this.near = view;
    return view;
  }
}
