// A screen that stays on while a match is, and a short buzz for a tap that logged something.

export function keepAwake() {
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

export const touch = () => navigator.vibrate?.(20);

export const installWorker = () => navigator.serviceWorker?.register("/sw.js");
