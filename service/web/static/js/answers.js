// What the service answers, and where it gives no answer the last that it gave.

import { call } from "./api.js";
import * as store from "./store.js";

export class Answers {
  old = false; // since the last look, something was answered from memory
  barred = false; // and the service no longer knows this phone as one of the table

  anew() {
    Object.assign(this, { old: false, barred: false });
  }

  async ask(key, path, token) {
    try {
      const answer = typeof path === "function" ? await path() : await call(path, { token });
      // A phone that has no room left still shows what it hears.
      await store.put("known", answer, key).catch(() => {});
      return answer;
    } catch (error) {
      this.old = true;
      this.barred ||= Boolean(error.barred);
      const kept = await store.get("known", key).catch(() => undefined);
      if (kept) return kept;
      throw error;
    }
  }
}
