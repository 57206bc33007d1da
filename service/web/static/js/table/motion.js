// A card that changed its place glides there, briefly; not at all for those who ask for less motion.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = 260;

export function placesOf(element) {
  if (STILL.matches) return null;
  return new Map([...element.querySelectorAll("button[data-card]")].map((card) => [card.dataset.card, card.getBoundingClientRect()]));
}

export function glide(element, before) {
  if (!before) return;
  for (const card of element.querySelectorAll("button[data-card]")) {
    const from = before.get(card.dataset.card);
    const to = card.getBoundingClientRect();
    const [x, y] = from ? [from.left - to.left, from.top - to.top] : [0, 0];
    if (Math.abs(x) + Math.abs(y) > 4) card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: TIME, easing: "ease-out" });
    else if (!from) card.animate([{ opacity: 0, transform: "scale(.9)" }, { opacity: 1, transform: "none" }], { duration: TIME, easing: "ease-out" });
  }
}
