// Cards of a common deck, "QH", as they are printed: "Q ♥".

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUIT_CARD = /^(\d+|[AJQK])([SHDC])$/;

export const isSuitCard = (name) => SUIT_CARD.test(name);
export const suitCard = (name) => name.replace(SUIT_CARD, (_, rank, suit) => `${rank} ${SUITS[suit]}`);
export const SUIT_CARDS = Object.keys(SUITS).flatMap((suit) => RANKS.map((rank) => rank + suit));

// What is said of each value ends with its suit: then each suit has lines of its own, as people sort a hand.
export const bySuit = (values, say) =>
  [...Object.values(SUITS), ""].map((suit) => values.filter((value) => (/[♠♥♦♣]$/.exec(say(value))?.[0] ?? "") === suit)).filter((some) => some.length);
