// Settings that the page stores between visits. It works without them if site data is blocked.

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // If storage is blocked or full, the setting lasts until the page closes.
  }
}

/** Returns a stored setting if it has the expected type. */
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
