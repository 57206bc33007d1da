// Calls to the service. A seat that this phone joined first speaks by the page's cookie, a second one by its own token.

// A network that is silent for so long is none.
const PATIENCE = 30_000;

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `The service answered ${status}.`);
    this.status = status;
    this.errors = problem.errors || {};
  }

  // The service does not know this phone as one that may speak here.
  get barred() {
    return [401, 403, 404].includes(this.status);
  }
}

const csrf = () => document.querySelector('meta[name="csrf-token"]')?.content;

export async function call(path, { method = "GET", body, token, alone = false } = {}) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  else if (csrf() && !alone) headers["X-CSRF-Token"] = csrf();
  const { response, text } = await heard(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    // Alone: the answer's cookie is not taken, so the seat that this phone already has stays.
    credentials: alone || token ? "omit" : "same-origin",
  });
  let answer = {};
  try {
    answer = text ? JSON.parse(text) : {};
  } catch {
    // A proxy's own error page is no JSON; its status says enough.
  }
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
}

async function heard(path, request) {
  try {
    const response = await fetch(path, { ...request, signal: AbortSignal.timeout(PATIENCE) });
    return { response, text: await response.text() };
  } catch {
    throw new Error("Tapedeck cannot be reached.");
  }
}

// UUIDs where the page is not served securely, too (a hall's own network).
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export async function catalogOf(game) {
  const cards = [];
  let cursor = null;
  do {
    const page = await call(`/api/v1/games/${game}/cards?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    cards.push(...page.cards);
    cursor = page.cursor;
  } while (cursor);
  return cards;
}
