// What this phone keeps: events that wait to be sent, seats it has tokens for, and the last it knew of a match.

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
export const remove = (name, key) => within(name, "readwrite", (store) => store.delete(key));
