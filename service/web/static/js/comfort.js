// A screen that stays on while a match is, and a short buzz for a tap that logged something.

// Asks for the lock while `isOn`, and again whenever the page comes back: hiding it loses the lock. Answers a function
// that looks anew.
export function keepAwake(isOn) {
  let lock = null;
  const look = async () => {
    if (!isOn()) await lock?.release();
    else if (document.visibilityState === "visible" && (!lock || lock.released)) {
      lock = await navigator.wakeLock?.request("screen").catch(() => null);
    }
  };
  document.addEventListener("visibilitychange", look);
  look();
  return look;
}

export const touch = () => navigator.vibrate?.(20);
export const warn = () => navigator.vibrate?.([60, 60, 60]);

// The worker came after this page: it is told to keep it.
export async function installWorker() {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: location.pathname });
}
