// A screen that stays on while a match is, a short buzz for a tap that logged something, taps that are meant.

// Asks for the lock while `isOn`, and again whenever the page comes back: hiding it loses the lock. Answers a function
// that looks anew.
export function keepAwake(isOn) {
  let lock = null; // the promise of one: asked for once
  const hold = async () => {
    const held = await navigator.wakeLock?.request("screen").catch(() => null);
    if (held) held.addEventListener("release", () => (lock = null));
    else lock = null;
    return held;
  };
  const look = async () => {
    if (!isOn()) (await lock)?.release();
    else if (document.visibilityState === "visible") lock ??= hold();
  };
  document.addEventListener("visibilitychange", look);
  look();
  return look;
}

export const touch = () => navigator.vibrate?.(20);
export const warn = () => navigator.vibrate?.([60, 60, 60]);

const QUICK = 350;
const NEAR = 24;

// Two taps in one place, quicker than anybody reads what has come there, are one: the second would log what nobody has
// chosen. A number is stepped as quickly as one likes.
export function onceATap(element) {
  let last = null;
  element.addEventListener("click", (event) => {
    const { timeStamp, clientX: x, clientY: y, detail, pointerType, target } = event;
    const again = last && timeStamp - last.timeStamp < QUICK && Math.hypot(x - last.x, y - last.y) < NEAR;
    // A mouse tells itself whether it was clicked twice; the keyboard has no place.
    if (!target.closest(".stepper") && (pointerType === "mouse" ? detail > 1 : detail > 0 && again)) {
      event.preventDefault();
      event.stopPropagation();
    } else {
      last = { timeStamp, x, y };
    }
  }, { capture: true });
}

// Calls back when a newer version has taken over from the one that this page was made of.
export function whenRenewed(renewed) {
  if (navigator.serviceWorker?.controller) navigator.serviceWorker.addEventListener("controllerchange", renewed, { once: true });
}

// The worker came after this page: it is told to keep it. And what this phone keeps is not for the browser to tidy away.
export async function installWorker() {
  navigator.storage?.persist?.();
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: location.pathname });
}
