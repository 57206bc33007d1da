// The twin of schemas/patches.py: what one event changed on the table. Views are never changed in place here: each event
// has its own, and what an event leaves alone is shared, so that any moment is there at once.

const GROUPS = new Set(["counters", "sizes", "zones", "known"]);

export function patched(view, patch) {
  const after = { ...view };
  for (const [key, value] of Object.entries(patch)) {
    if (key === "cards") after.cards = patchedCards(view.cards, value);
    else if (key === "seats") {
      after.seats = { ...view.seats };
      for (const [seat, changes] of Object.entries(value)) after.seats[seat] = patchedSeat(view.seats[seat], changes);
    } else after[key] = value;
  }
  return after;
}

function patchedCards(cards, changes) {
  const after = { ...cards };
  for (const [label, change] of Object.entries(changes)) {
    if (change === null) delete after[label];
    else after[label] = "name" in change || !(label in cards) ? change : { ...cards[label], ...change };
  }
  return after;
}

function patchedSeat(seat, changes) {
  const after = { ...seat };
  for (const [key, value] of Object.entries(changes)) {
    if (GROUPS.has(key) && value !== null && typeof value === "object") {
      const merged = { ...seat[key], ...value };
      after[key] = Object.fromEntries(Object.entries(merged).filter(([, each]) => each !== null));
    } else after[key] = value;
  }
  return after;
}
