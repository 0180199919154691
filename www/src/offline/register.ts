// The page's side of the service worker. The page's `_headers` require Trusted Types, so injected
// text cannot start a script in browsers that support them.
import { SHARED, TAKE_SHARED } from "./shared-pictures.js";

/** The events that the page receives. */
interface ServiceWorkerEvents {
  /** Called with whether the service worker was registered. */
  stored(isStored: boolean): void;
  /** Called with whether the service worker controls this page. */
  controlled(isControlled: boolean): void;
  /** Called when a newer version waits. It starts only when `update` is called. */
  updateReady(update: () => void): void;
}

/**
 * Registers the service worker. Returns a function that checks for a newer version. Browsers may
 * refuse registration in several ways.
 */
export async function registerServiceWorker(events: ServiceWorkerEvents): Promise<() => void> {
  if (!import.meta.env.PROD) return () => {};
  try {
    const registration = await register(events);
    events.stored(true);
    return () => void registration.update().catch(() => {});
  } catch (error) {
    console.warn("cannot store this page for offline use", error);
    events.stored(false);
    return () => {};
  }
}

async function register(events: ServiceWorkerEvents): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) throw new Error("this browser has no service workers");
  listenForChange(serviceWorker, events);
  await loaded();
  const registration = await serviceWorker.register(trustedScriptUrl("service-worker.js"));
  listenForUpdate(registration, events);
  return registration;
}

/** Waits until the page is loaded, because a first visit needs the network for itself. */
function loaded(): Promise<void> | void {
  if (document.readyState === "complete") return;
  return new Promise((resolve) => addEventListener("load", () => resolve(), { once: true }));
}

let isReloadRequested = false;

/** Reports if another tab activated the newer version. This tab continues with the old one. */
function listenForChange(serviceWorker: ServiceWorkerContainer, events: ServiceWorkerEvents): void {
  let wasControlled = serviceWorker.controller !== null;
  events.controlled(wasControlled);
  serviceWorker.addEventListener("controllerchange", () => {
    events.controlled(true);
    if (isReloadRequested) location.reload();
    else if (wasControlled) events.updateReady(() => location.reload());
    wasControlled = true;
  });
}

function listenForUpdate(
  registration: ServiceWorkerRegistration,
  events: ServiceWorkerEvents,
): void {
  const offer = () => {
    // A first visit has no earlier version, and a waiting one only briefly.
    if (registration.active && registration.waiting)
      events.updateReady(() => activate(registration.waiting));
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
}

/**
 * Activates the newer version. The page reloads when that version is in control, or at once if it
 * already is.
 */
function activate(waiting: ServiceWorker | null): void {
  isReloadRequested = true;
  if (waiting) waiting.postMessage({ type: "SKIP_WAITING" });
  else location.reload();
}

/**
 * Calls a function with the pictures that another app has shared, if the page is opened for them.
 * The list is empty if they were lost.
 */
export async function takeSharedPictures(take: (pictures: File[]) => void): Promise<void> {
  if (location.hash !== SHARED) return;
  // A reload must not ask again.
  history.replaceState(history.state, "", "./");
  take(await sharedPictures());
}

async function sharedPictures(): Promise<File[]> {
  const controller = navigator.serviceWorker?.controller;
  if (!controller) return [];
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<File[]>) => resolve(data);
    controller.postMessage({ type: TAKE_SHARED }, [port2]);
  });
}

interface Policy {
  createScriptURL(address: string): string;
}

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}

let policy: Policy | undefined;

/**
 * Builds the address as a `TrustedScriptURL`. TypeScript's types for workers accept only a string.
 */
function trustedScriptUrl(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy("pack-lookup-page", { createScriptURL: requireSameOrigin });
  return policy ? policy.createScriptURL(address) : address;
}

function requireSameOrigin(address: string): string {
  if (new URL(address, location.href).origin !== location.origin)
    throw new TypeError(`${address} is not a script of this page`);
  return address;
}
