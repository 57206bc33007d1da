// Elements in one line. Text is always text: nothing here makes HTML out of strings.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key in element && key !== "list" && key !== "form") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const drawn = new WeakMap();

// Draws only what has changed: a button that is being tapped must stay the button it was.
export function keep(element, facts, draw) {
  const now = JSON.stringify(facts);
  if (drawn.get(element) === now) return;
  drawn.set(element, now);
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (held && !held.isConnected) twin(element, held).focus({ preventScroll: true });
}

// Where somebody was, who hears the page: at the same button, at the first, or where it stood.
function twin(element, { textContent }) {
  const buttons = [...element.querySelectorAll("button")];
  element.tabIndex = -1;
  return buttons.find((each) => each.textContent === textContent) ?? buttons[0] ?? element;
}

export const fill = (element, ...children) =>
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));

export const button = (text, onclick, props = {}) => h("button", { type: "button", onclick, ...props }, text);

// Text whose longest word fits the card that it stands on: CSS makes it smaller before it breaks a word. Capitals are broader.
export function fitted(text, props) {
  const words = text.split(/\s+/).map((word) => word.length + 0.2 * (word.match(/\p{Lu}/gu)?.length ?? 0));
  const element = h("span", { ...props, class: `${props.class} fitted` }, text);
  element.style.setProperty("--broad", Math.max(1, ...words));
  return element;
}

// A seat has its colour and its mark everywhere (the mark comes with the class).
export const seatName = (seat, names) => h("span", { class: `seat ${seat}` }, names[seat] ?? seat);
