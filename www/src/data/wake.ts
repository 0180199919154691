// A page may stay open for weeks: it comes back to life when somebody looks, when a network is there, and each hour.

const HOUR_MS = 3_600_000;

export function listenForWaking(wake: () => void): void {
  setInterval(wake, HOUR_MS);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wake();
  });
}
