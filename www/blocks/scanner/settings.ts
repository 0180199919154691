// Settings that a page stores between visits. It works without them if site data is blocked.

/**
 * The settings that could not be stored, because storage is blocked or full. They last until the
 * page closes.
 */
const unstored = new Map<string, unknown>();

export function saveSetting(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    unstored.delete(name);
  } catch {
    unstored.set(name, value);
  }
}

/** Reads a stored setting if it has the expected type. */
export function loadSetting<T>(
  name: string,
  isValid: (value: unknown) => value is T,
): T | undefined {
  const value = unstored.has(name) ? unstored.get(name) : parsed(name);
  return isValid(value) ? value : undefined;
}

function parsed(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return undefined;
  }
}
