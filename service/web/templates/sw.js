// Keeps the pages of a match and all static files, so that the form opens in flight mode. What was logged waits in
// IndexedDB, which is the page's own business: nothing here touches the log.
const SHELL = "shell-{{ version }}";
const PAGES = "pages";
const FILES = {{ files | tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("shell-") && name !== SHELL);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// A page that was open before there was a worker.
self.addEventListener("message", (event) => {
  const kept = caches.open(PAGES).then((cache) => cache.add(event.data.keep));
  // Without a network the page is kept already: it came from here.
  event.waitUntil(kept.catch(() => {}));
});

const isForm = (path) => /^\/matches\/[a-z0-9]+\/play$/.test(path);

async function freshOrKept(request, key) {
  const cache = await caches.open(PAGES);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await cache.put(key, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (FILES.includes(pathname)) {
    event.respondWith(caches.match(pathname, { cacheName: SHELL }).then((kept) => kept || fetch(request)));
  } else if (isForm(pathname)) {
    event.respondWith(freshOrKept(request, pathname));
  }
});
