// What stands on a card: its name, its price, its numbers. Shared by the drawn card, the map and the enlarged one.

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

export function faceOf(card, ctx) {
  const { layout, catalog } = ctx;
  const entry = card.name === null ? undefined : catalog.get(card.name);
  const suit = layout.suits ? /^(10|[2-9JQKA])([SHDC])$/.exec(card.name ?? "") : null;
  return {
    name: suit ? `${suit[1]}${SUITS[suit[2]]}` : (card.name ?? "Face-down"),
    suit: suit?.[2] ?? null,
    entry,
    price: layout.price && entry ? entry[layout.price] : undefined,
    numbers: layout.numbers.filter(({ stat, above }) => stat in card.stats && (above === undefined || card.stats[stat] > above)).map(({ stat, short }) => [short, card.stats[stat]]),
    side: card.controller ?? card.owner,
    covered: card.name === null || card.flags.some((flag) => layout.covered.includes(flag)),
    turned: card.flags.some((flag) => layout.turned.includes(flag)),
  };
}

// For those who hear the table: everything that the drawn card shows, in one sentence.
export function spoken(card, ctx) {
  const { words } = ctx;
  const face = faceOf(card, ctx);
  const parts = [
    face.name,
    ...(card.zone ? [words.zone(card.zone)] : []),
    ...face.numbers.map(([short, value]) => `${short} ${value}`),
    ...card.keywords,
    ...card.flags.map((flag) => words.plain(flag)),
  ];
  if (card.attached.length) parts.push(`${card.attached.length} attached`);
  return parts.join(", ");
}
