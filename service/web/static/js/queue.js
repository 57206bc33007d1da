// The outbox: events wait in IndexedDB, in order, and leave it only when the service has acknowledged them. An event
// keeps its id, so one that is sent twice (the answer was lost, the page was closed) is stored once.

import { ApiError, call, newId } from "./api.js";
import * as store from "./store.js";

const MOST = 100;
const PAUSES = [500, 1000, 2000, 5000, 10000];

export class Outbox extends EventTarget {
  #sending = null;
  #failures = 0;
  #timer = 0;

  constructor(match, tokens) {
    super();
    this.match = match;
    this.tokens = tokens;
    this.waiting = [];
    this.online = true;
  }

  async load() {
    this.waiting = (await store.all("outbox")).filter((entry) => entry.match === this.match);
    this.#tell();
  }

  // `seat` says whose key sends it: the phone's seat, not the seat that acts.
  async add(seat, event, more = {}) {
    const entry = { match: this.match, seat, ...more, event: { id: newId(), at: new Date().toISOString(), ...event } };
    entry.order = await store.put("outbox", entry);
    this.waiting.push(entry);
    this.#tell();
    this.send();
    return entry.event;
  }

  // Takes back an event that has not left yet. False: it may have, so it must be retracted instead.
  async drop(id) {
    const entry = this.waiting.find((each) => each.event.id === id);
    if (!entry || entry.tried) return false;
    await this.#forget(entry);
    return true;
  }

  // Takes back an event that may have left: what its number is will be known when its turn has come.
  undo(seat, id) {
    return this.add(seat, { type: "retract" }, { undoes: id });
  }

  async discardRefused(id) {
    const entry = this.waiting.find((each) => each.event.id === id && each.refused);
    if (entry) await this.#forget(entry);
  }

  send() {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll() {
    for (;;) {
      const batch = this.#nextBatch();
      if (!batch.length) return;
      if (!navigator.onLine) {
        this.online = false;
        this.#tell();
        return;
      }
      try {
        await this.#post(batch);
      } catch (error) {
        if (error instanceof ApiError && [400, 409, 413, 422].includes(error.status)) {
          await this.#single(batch, error);
          continue;
        }
        // No network, a busy or broken service, or a seat that was taken away: everything waits.
        this.online = error instanceof ApiError;
        this.trouble = error instanceof ApiError ? error.message : "";
        this.#timer = setTimeout(() => this.send(), PAUSES[Math.min(this.#failures++, PAUSES.length - 1)]);
        this.#tell();
        return;
      }
    }
  }

  async #post(batch) {
    for (const entry of batch) {
      entry.tried = true;
      await store.put("outbox", entry);
    }
    const token = this.tokens.get(batch[0].seat);
    const events = batch.map((entry) => entry.event);
    const answer = await call(`/api/v1/matches/${this.match}/events`, { method: "POST", body: { events }, token });
    this.online = true;
    this.trouble = "";
    this.#failures = 0;
    const seqs = new Map(answer.events.map(({ id, seq }) => [id, seq]));
    this.dispatchEvent(new CustomEvent("sent", { detail: events.map((event) => ({ ...event, seq: seqs.get(event.id) })) }));
    for (const entry of this.waiting.filter((each) => seqs.has(each.undoes))) {
      entry.event.target = seqs.get(entry.undoes);
      await store.put("outbox", entry);
    }
    for (const entry of batch) await this.#forget(entry);
  }

  // All of a batch are stored or none: one that the service does not take must not hold up the others.
  async #single(batch, error) {
    if (batch.length > 1) {
      this.one = true;
      return;
    }
    this.one = false;
    batch[0].refused = error.message;
    await store.put("outbox", batch[0]);
    this.#tell();
  }

  #nextBatch() {
    const ready = this.waiting.filter((entry) => !entry.refused);
    const different = ready.findIndex((entry) => entry.seat !== ready[0].seat || (entry.undoes && !entry.event.target));
    return ready.slice(0, Math.min(this.one ? 1 : MOST, different < 0 ? ready.length : Math.max(different, 1)));
  }

  async #forget(entry) {
    await store.remove("outbox", entry.order);
    this.waiting = this.waiting.filter((each) => each !== entry);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
