// Calls back when the page becomes visible, when the network returns, and every hour. A page may stay open for weeks.

const HOUR_MS = 3_600_000;

export function listenForWaking(wake: () => void): void {
  setInterval(wake, HOUR_MS);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wake();
  });
}
