import { Workbox } from "workbox-window";

/** Registers the service worker; a newer one waits until somebody says so. */
export async function registerServiceWorker(ready: (update: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const workbox = new Workbox("/service-worker.js");
  workbox.addEventListener("waiting", () => {
    workbox.addEventListener("controlling", () => location.reload());
    ready(() => workbox.messageSkipWaiting());
  });
  await workbox.register();
}
