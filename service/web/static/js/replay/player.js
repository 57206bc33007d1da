// Where in the match we are, and how it plays. Knows nothing of the page: `show(seq)` draws, `changed()` tells the buttons.

import { flagsOf, lastOf, nextOf, turnsOf } from "./moments.js";

export const SPEEDS = [0.5, 1, 2, 4, 8];
const PACE = 1400;

export class Player {
  constructor({ show, changed, swap, help }) {
    Object.assign(this, { show, changed, swap, help, seq: 0, speed: 1, playing: false });
  }

  get start() {
    return this.tape.start;
  }

  get end() {
    return this.tape.end;
  }

  get atEnd() {
    return this.seq >= this.end;
  }

  // The whole match, or the match as it has become.
  load(tape) {
    this.tape = tape;
    this.turns = turnsOf(tape);
    this.flags = flagsOf(tape);
  }

  go(seq) {
    const wanted = Math.min(this.end, Math.max(this.start, seq));
    const single = wanted === this.seq + 1;
    this.seq = wanted;
    if (this.playing && this.atEnd) this.pause();
    this.show(wanted, single);
    this.changed();
  }

  step(by) {
    this.pause();
    this.go(this.seq + by);
  }

  turn(way) {
    this.#jump(this.turns, way, way > 0 ? this.end : this.start);
  }

  flag(way) {
    this.#jump(this.flags, way, this.seq);
  }

  #jump(moments, way, otherwise) {
    this.pause();
    this.go((way > 0 ? nextOf : lastOf)(moments, this.seq) ?? otherwise);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.atEnd) this.go(this.start);
    this.playing = true;
    this.#wait();
    this.changed();
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
    this.changed();
  }

  faster(by) {
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(this.speed) + by))];
    this.changed();
  }

  #wait() {
    this.timer = setTimeout(() => {
      if (!this.playing) return;
      this.go(this.seq + 1);
      if (this.playing) this.#wait();
    }, PACE / this.speed);
  }
}
