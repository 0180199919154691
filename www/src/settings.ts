// What the page remembers from visit to visit. Where site data are blocked it does without.

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Blocked or full: the choice lasts as long as the page.
  }
}

/** What was remembered, if it still has the shape that is asked for. */
export function recall<T>(name: string, isRight: (value: unknown) => value is T): T | undefined {
  const value = kept(name);
  return isRight(value) ? value : undefined;
}

function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return undefined;
  }
}
