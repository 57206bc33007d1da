// How large the cards of a table may be: as large as the fullest moments of the match leave room for, and the same from
// its beginning to its end, so that nothing changes its size while it is watched.

const LEAST = 0.92;
const MOST = 2.4;
const STEPS = 6;
const FULL = 4;
const LOOKED_AT = 48;
// On a small screen a table is scrolled, and its cards keep the size that a finger needs.
const SCROLLED = matchMedia("(max-width: 47.99rem)");

// Tries the fullest moments on a table that nobody sees, so that the one that is looked at keeps its focus and its place.
// `draw(element, seq)` draws the table as it lay after an event. Where even the smallest cards do not fit it is scrolled.
// Says whether all fits.
export function sizeCards(element, tape, layout, draw) {
  if (SCROLLED.matches) {
    size(element, 1);
    return false;
  }
  const twin = element.cloneNode(false);
  twin.removeAttribute("id");
  twin.style.visibility = "hidden";
  element.after(twin);
  const room = byFullness(tape, layout).slice(0, FULL).reduce((most, seq) => {
    draw(twin, seq);
    return fits(twin, most) ? most : between(twin, LEAST, most);
  }, MOST);
  twin.remove();
  size(element, room > LEAST ? room : 1);
  return room > LEAST;
}

const size = (element, room) => element.style.setProperty("--room", room);

function fits(element, room) {
  size(element, room);
  const broad = [...element.querySelectorAll(".row")].some((row) => row.scrollWidth > row.clientWidth);
  return !broad && element.scrollHeight <= element.clientHeight;
}

function between(element, low, high) {
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (fits(element, middle)) low = middle;
    else high = middle;
  }
  return low;
}

// A long match is not looked through: some moments of it, from its beginning to its end, tell how full it gets.
function byFullness(tape, layout) {
  const length = tape.end - tape.start + 1;
  const looked = Math.min(length, LOOKED_AT);
  const moments = Array.from({ length: looked }, (_, index) => tape.start + Math.floor((index * length) / looked));
  const full = new Map(moments.map((seq) => [seq, fullness(tape.view(seq), layout)]));
  return moments.sort((a, b) => full.get(b) - full.get(a));
}

// The rows lie above one another, each as high as its fullest zone.
function fullness(view, layout) {
  const rows = [...layout.rows, [{ zone: layout.hand }]];
  const tall = (label) => 1 + (view.cards[label]?.attached.length ?? 0) / 2;
  const lying = ({ zones, known }, zone) => (zones[zone] ?? []).reduce((sum, label) => sum + tall(label), known?.[zone]?.length ?? 0);
  return Object.values(view.seats).reduce((sum, seat) =>
    rows.reduce((all, zones) => all + Math.max(...zones.map(({ zone }) => lying(seat, zone))), sum), 0);
}
