// The outbox: events wait in IndexedDB, in order, and leave it only when the service has acknowledged them. An event
// keeps its id, so one that is sent twice (the answer was lost, the page was closed, two pages are open) is stored once.

import { ApiError, call, newId } from "./api.js";
import * as store from "./store.js";

const MOST = 100;
const PAUSES = [500, 1000, 2000, 5000, 10000];

export class Outbox extends EventTarget {
  #sending = null;
  #failures = 0;
  #timer = 0;
  #singly = false;
  #loose = []; // what this phone could not keep: it waits as long as the page is open
  #others; // other pages of this phone, which have the same outbox

  constructor(match, tokens) {
    super();
    this.match = match;
    this.tokens = tokens;
    this.waiting = [];
    this.elsewhere = []; // what waits of other matches
    this.online = true;
    this.barred = false;
    this.trouble = "";
    this.#others = new BroadcastChannel("outbox");
    this.#others.onmessage = () => this.load().then(() => this.send());
  }

  get unkept() {
    return this.#loose.length;
  }

  async load() {
    const kept = await store.all("outbox").catch(() => []);
    this.waiting = [...kept.filter((entry) => entry.match === this.match), ...this.#loose];
    this.elsewhere = kept.filter((entry) => entry.match !== this.match);
    this.#tell();
  }

  // `seat` says whose key sends it: the phone's seat, not the seat that acts.
  async add(seat, event, more = {}) {
    const entry = { match: this.match, seat, ...more, event: { id: newId(), at: new Date().toISOString(), ...event } };
    await store.put("outbox", entry).catch(() => this.#loose.push(entry));
    await this.#changed();
    this.send();
    return entry.event;
  }

  // Takes back an event that has not left yet. False: it may have, so it must be retracted instead.
  async drop(id) {
    const was = await this.#change(this.#entries(id), (entry) => (entry.tried ? entry : null));
    await this.#changed();
    return was.length > 0 && !was[0].tried;
  }

  // Takes back an event that may have left: what its number is will be known when its turn has come.
  undo(seat, id) {
    return this.add(seat, { type: "retract" }, { undoes: id });
  }

  async discardRefused(id) {
    await this.#change(this.#entries(id), (entry) => (entry.refused ? null : entry));
    await this.#changed();
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
        this.#wait(error);
        return;
      }
    }
  }

  // No network, a busy or broken service, or a seat that was taken away: everything waits.
  #wait(error) {
    this.online = error instanceof ApiError;
    this.trouble = error.message;
    this.#timer = setTimeout(() => this.send(), PAUSES[Math.min(this.#failures++, PAUSES.length - 1)]);
    const before = this.barred;
    this.barred = Boolean(error.barred);
    if (this.barred && !before) this.dispatchEvent(new Event("barred"));
    this.#tell();
  }

  async #post(ready) {
    // What may have left cannot just be dropped any more; what another page has dropped does not leave.
    const batch = await this.#change(ready, (entry) => ({ ...entry, tried: true }));
    await this.load();
    if (!batch.length) return;
    const token = this.tokens.get(batch[0].seat);
    const events = batch.map((entry) => entry.event);
    const answer = await call(`/api/v1/matches/${this.match}/events`, { method: "POST", body: { events }, token });
    Object.assign(this, { online: true, barred: false, trouble: "" });
    this.#failures = 0;
    const seqs = new Map(answer.events.map(({ id, seq }) => [id, seq]));
    this.dispatchEvent(new CustomEvent("sent", { detail: events.map((event) => ({ ...event, seq: seqs.get(event.id) })) }));
    await this.#change(this.waiting.filter((each) => seqs.has(each.undoes)),
      (entry) => ({ ...entry, event: { ...entry.event, target: seqs.get(entry.undoes) } }));
    await this.#change(batch, () => null);
    await this.#changed();
  }

  // All of a batch are stored or none: one that the service does not take must not hold up the others.
  async #single(batch, error) {
    this.#singly = batch.length > 1;
    if (this.#singly) return;
    await this.#change(batch, (entry) => ({ ...entry, refused: error.message }));
    await this.#changed();
  }

  #nextBatch() {
    const ready = this.waiting.filter((entry) => !entry.refused);
    const different = ready.findIndex((entry) => entry.seat !== ready[0].seat || (entry.undoes && !entry.event.target));
    return ready.slice(0, Math.min(this.#singly ? 1 : MOST, different < 0 ? ready.length : Math.max(different, 1)));
  }

  #entries(id) {
    return this.waiting.filter((entry) => entry.event.id === id);
  }

  // As the store's own, for what is kept and for what is not. What cannot be changed stays, and is sent again.
  async #change(entries, make) {
    const ids = new Set(entries.map((entry) => entry.event.id));
    const loose = this.#loose.filter((entry) => ids.has(entry.event.id));
    this.#loose = this.#loose.flatMap((entry) => (loose.includes(entry) ? make(entry) ?? [] : entry));
    const kept = entries.filter((entry) => entry.order !== undefined);
    const was = kept.length ? await store.change("outbox", kept.map((entry) => entry.order), make).catch(() => kept) : [];
    return [...was, ...loose];
  }

  async #changed() {
    await this.load();
    this.#others.postMessage(this.match);
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
