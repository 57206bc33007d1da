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

// A page that was open before there was a worker. Without a network it is kept already: it came from here.
self.addEventListener("message", (event) => {
  event.waitUntil(fetchAndKeep(event.data.keep, event.data.keep).catch(() => {}));
});

// Where somebody else was sent on to is not the form.
async function fetchAndKeep(request, key) {
  const response = await fetch(request);
  if (response.ok && !response.redirected) await (await caches.open(PAGES)).put(key, response.clone());
  return response;
}

const isForm = (path) => /^\/matches\/[a-z0-9]+\/play$/.test(path);
const PATIENCE = 5000; // with a network that does not answer

// A form that was opened before opens again, whatever has become of the network, the service or the phone's seat: what
// waits to be sent waits in there.
async function freshOrKept(event, key) {
  const kept = await caches.match(key, { cacheName: PAGES });
  const fresh = fetchAndKeep(event.request, key);
  if (!kept) return fresh;
  const answered = fresh.catch(() => null);
  event.waitUntil(answered);
  const response = await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return response?.ok ? response : kept;
}

// An installed form starts at the first page. Without a network, that is the form that was opened last.
async function firstPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const forms = await (await caches.open(PAGES)).keys();
    if (!forms.length) throw error;
    return Response.redirect(forms.at(-1).url);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (FILES.includes(pathname)) {
    event.respondWith(caches.match(pathname, { cacheName: SHELL }).then((kept) => kept || fetch(request)));
  } else if (isForm(pathname)) {
    event.respondWith(freshOrKept(event, pathname));
  } else if (pathname === "/") {
    event.respondWith(firstPage(request));
  }
});
