// A screen that stays on while a match is, and a short buzz for a tap that logged something.

export function keepAwake() {
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

export const touch = () => navigator.vibrate?.(20);

// The worker came after this page: it is told to keep it.
export async function installWorker() {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: location.pathname });
}
