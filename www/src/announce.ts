// What screen readers say. The regions are in the page from the start: added later, they stay silent.

export function announce(text: string): void {
  say("polite", text);
}

/** Interrupts: for what may harm somebody. */
export function warn(text: string): void {
  say("assertive", text);
}

function say(politeness: "polite" | "assertive", text: string): void {
  const region = document.getElementById(`announce-${politeness}`);
  if (!region) return;
  // The same words twice are no change, and would not be said again.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}
