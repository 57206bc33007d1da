// The moments of a match that people look for: where turns begin, what was flagged, how it ended.

import { signOf } from "../shapes.js";

const FLAGGED = new Set(["illegal", "allowed", "call", "ruling"]);

// `seq` is the first event after which the table is in that turn.
export function turnsOf(tape) {
  const turns = [];
  for (const { seq, patch } of tape.frames) {
    const { number, seat } = patch.turn ?? {};
    const last = turns.at(-1);
    if (patch.turn && number && (number !== last?.number || seat !== last?.seat)) turns.push({ seq, number, seat });
  }
  return turns;
}

// Illegal plays, calls, rulings, and the outcome.
export function flagsOf(tape) {
  const flags = [];
  for (const frame of tape.frames) {
    const kind = signOf(frame);
    if (FLAGGED.has(kind)) flags.push({ seq: frame.seq, kind });
    if (frame.patch.outcome) flags.push({ seq: frame.seq, kind: "outcome" });
  }
  return flags;
}

export const nextOf = (moments, seq) => moments.find((each) => each.seq > seq)?.seq;
export const lastOf = (moments, seq) => moments.findLast((each) => each.seq < seq)?.seq;
