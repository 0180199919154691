// The service worker, from the page's side.
import { ownScript } from "../own-script.js";

/** What the page hears of it. */
export interface Heard {
  /** Whether it was set up at all. */
  kept(isKept: boolean): void;
  /** Whether it is in charge of this page. */
  controlled(isControlled: boolean): void;
  /** A newer version is there, and starts only when somebody says so. */
  updateReady(update: () => void): void;
}

/** Registers it; what comes back looks for a newer version. Browsers may refuse it in many ways. */
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

/** The first visit needs the network for itself. */
function loaded(): Promise<void> | void {
  if (document.readyState === "complete") return;
  return new Promise((resolve) => addEventListener("load", () => resolve(), { once: true }));
}

let isAskedFor = false;

/** Another tab may have let the newer version in: this one goes on, and says so. */
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
    // On a first visit there is none before it, and none that waits for long.
    if (registration.active && registration.waiting) heard.updateReady(() => letIn(registration.waiting));
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
}

/** The page is loaded anew when the newer version is in charge, or at once where it is already. */
function letIn(waiting: ServiceWorker | null): void {
  isAskedFor = true;
  if (waiting) waiting.postMessage({ type: "SKIP_WAITING" });
  else location.reload();
}
