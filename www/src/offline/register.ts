// The page's side of the service worker.
import { ownScript } from "../own-script.js";

/** The events that the page receives. */
export interface Heard {
  /** Called with whether the service worker was registered. */
  kept(isKept: boolean): void;
  /** Called with whether the service worker controls this page. */
  controlled(isControlled: boolean): void;
  /** Called when a newer version waits. It starts only when `update` is called. */
  updateReady(update: () => void): void;
}

/** Registers the service worker. Returns a function that checks for a newer version. Browsers may refuse registration in several ways. */
export async function registerServiceWorker(heard: Heard): Promise<() => void> {
  if (!import.meta.env.PROD) return () => {};
  try {
    const registration = await register(heard);
    heard.kept(true);
    return () => void registration.update().catch(() => {});
  } catch (error) {
    console.warn("this page can't be kept for use without a network", error);
    heard.kept(false);
    return () => {};
  }
}

async function register(heard: Heard): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) throw new Error("this browser has no service workers here");
  listenForChange(serviceWorker, heard);
  await loaded();
  const registration = await serviceWorker.register(ownScript("/service-worker.js"));
  listenForUpdate(registration, heard);
  return registration;
}

/** Waits until the page is loaded, because a first visit needs the network for itself. */
function loaded(): Promise<void> | void {
  if (document.readyState === "complete") return;
  return new Promise((resolve) => addEventListener("load", () => resolve(), { once: true }));
}

let isAskedFor = false;

/** Reports if another tab activated the newer version. This tab continues with the old one. */
function listenForChange(serviceWorker: ServiceWorkerContainer, heard: Heard): void {
  let wasControlled = serviceWorker.controller !== null;
  heard.controlled(wasControlled);
  serviceWorker.addEventListener("controllerchange", () => {
    heard.controlled(true);
    if (isAskedFor) location.reload();
    else if (wasControlled) heard.updateReady(() => location.reload());
    wasControlled = true;
  });
}

function listenForUpdate(registration: ServiceWorkerRegistration, heard: Heard): void {
  const offer = () => {
    // A first visit has no earlier version, and a waiting one only briefly.
    if (registration.active && registration.waiting) heard.updateReady(() => letIn(registration.waiting));
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
}

/** Activates the newer version. The page reloads when that version is in control, or at once if it already is. */
function letIn(waiting: ServiceWorker | null): void {
  isAskedFor = true;
  if (waiting) waiting.postMessage({ type: "SKIP_WAITING" });
  else location.reload();
}
