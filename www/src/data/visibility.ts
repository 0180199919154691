// Calls a function when the page becomes visible, when the network returns, and every hour. A page may stay open for weeks.

const HOUR_MS = 3_600_000;

export function onVisibility(callback: () => void): void {
  setInterval(callback, HOUR_MS);
  addEventListener("online", callback);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") callback();
  });
}
