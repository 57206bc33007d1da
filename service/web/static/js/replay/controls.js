// Keyboard and swipes.

const SWIPE = 48;

// Keys by what they do; the list on the page is made from it.
export const KEYS = [
  ["← →", "one event back or on"],
  ["Shift ← →", "one turn back or on"],
  ["Space", "play or pause"],
  ["N, P", "next or previous flag: an illegal play, a call, a ruling, the outcome"],
  ["Home, End", "the beginning, the newest event"],
  ["+ −", "faster, slower"],
  ["C", "table or commentary, on a narrow screen"],
  ["?", "this list"],
];

const typing = (target) => target.closest("input:not([type=range]), textarea, select, dialog");

export function listenToKeys(player) {
  const does = {
    ArrowLeft: (event) => (event.shiftKey ? player.turn(-1) : player.step(-1)),
    ArrowRight: (event) => (event.shiftKey ? player.turn(1) : player.step(1)),
    Home: () => player.go(player.start),
    End: () => player.go(player.end),
    n: () => player.flag(1),
    p: () => player.flag(-1),
    "+": () => player.faster(1),
    "-": () => player.faster(-1),
    c: () => player.swap(),
    "?": () => player.help(),
    " ": () => player.toggle(),
  };
  document.addEventListener("keydown", (event) => {
    const act = does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    // A button that has the focus is pressed with the space bar, as everywhere.
    if (event.key === " " && event.target.closest("button, a, summary, [role=button]")) return;
    event.preventDefault();
    act(event);
  });
}

export function listenToSwipes(element, player) {
  let from = null;
  element.addEventListener("touchstart", ({ touches }) => (from = touches.length === 1 ? touches[0] : null), { passive: true });
  element.addEventListener("touchend", ({ changedTouches }) => {
    if (!from) return;
    const [across, down] = [changedTouches[0].clientX - from.clientX, changedTouches[0].clientY - from.clientY];
    from = null;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) player.step(across < 0 ? 1 : -1);
  }, { passive: true });
}
