// The table sheet: printing, and what the rules say of the deck lists that the match was opened with.

import { call } from "./api.js";
import { fill, h } from "./dom.js";

const SECONDS = 20;
const list = document.getElementById("decks");

async function judge() {
  for (let tries = 0; tries < SECONDS; tries += 1) {
    const { events } = await call(`/api/v1/matches/${list.dataset.match}/events?limit=20`);
    const decks = events.filter((event) => event.type === "register_deck");
    fill(list, decks.map(({ seat, verdict }) => h("li", { class: verdict?.status ?? "" },
      h("span", { class: `seat ${seat}` }, list.dataset[seat]), " ", told(verdict))));
    if (decks.every((event) => event.verdict)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function told(verdict) {
  if (!verdict) return "… the deck list is being checked.";
  if (verdict.status !== "illegal") return "✓ The deck list is legal.";
  return h("span", { class: "fault" }, `✗ ${verdict.why} (${verdict.rule}) Another list can be registered from the seat.`);
}

document.getElementById("print").addEventListener("click", () => print());
// A private match does not speak to those who hold no seat; its players hear it at their seats.
judge().catch(() => {});
