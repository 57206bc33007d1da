// What this phone keeps: events that wait to be sent, seats it has tokens for, and the last it knew of a match.
// A browser may forbid to keep anything, or have no room: then these promises are broken, and who calls says what to do.

const OPENING = new Promise((resolve, reject) => {
  const request = indexedDB.open("tapedeck", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("outbox", { keyPath: "order", autoIncrement: true });
    request.result.createObjectStore("seats");
    request.result.createObjectStore("known");
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
OPENING.catch(() => {});

async function within(name, mode, work) {
  const db = await OPENING;
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(name, mode, { durability: "strict" });
    const request = work(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const put = (name, value, key) => within(name, "readwrite", (store) => store.put(value, key));
export const get = (name, key) => within(name, "readonly", (store) => store.get(key));
export const all = (name) => within(name, "readonly", (store) => store.getAll());

// In one step, since another page of this phone may be at it too: what `make` makes of each value takes its place, and
// where it makes nothing the value goes. Answers those that were there, as they were.
export const change = (name, keys, make) => within(name, "readwrite", (store) => {
  const result = [];
  for (const key of keys) {
    const request = store.get(key);
    request.onsuccess = () => {
      if (!request.result) return;
      result.push(request.result);
      const made = make(request.result);
      if (made) store.put(made);
      else store.delete(key);
    };
  }
  return { result };
});
