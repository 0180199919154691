// Announcements for screen readers. The live regions are in the page from the start: regions that are added later stay silent.

export function announce(text: string): void {
  say("polite", text);
}

/** Announces a text at once, interrupting the reader: for risks of harm. */
export function warn(text: string): void {
  say("assertive", text);
}

function say(politeness: "polite" | "assertive", text: string): void {
  const region = document.getElementById(`announce-${politeness}`);
  if (!region) return;
  // Setting the same text again is not a change, and would not be announced.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}
