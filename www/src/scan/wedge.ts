// Hand scanners that pretend to be keyboards, wherever the focus is.

/** Scanners send a key every few milliseconds; the fastest typists need ten times as long. */
const MAX_GAP_MS = 50;
/** The shortest code on a retail pack has 8 digits. */
const MIN_LENGTH = 8;
const GROUP_SEPARATOR = "\x1d";

/** Gathers keys into bursts. Free of the DOM but for the shape of its events. */
export class Wedge {
  #text = "";
  #lastAt = -Infinity;

  /** Takes a key; the whole text of a burst comes back with the Enter or Tab that ends it. */
  press(key: Pick<KeyboardEvent, "key" | "ctrlKey" | "timeStamp">): string | undefined {
    if (key.timeStamp - this.#lastAt > MAX_GAP_MS) this.#text = "";
    if (key.key === "Enter" || key.key === "Tab") return this.#end();
    const character = characterOf(key);
    if (character === undefined) return undefined;
    this.#text += character;
    this.#lastAt = key.timeStamp;
    return undefined;
  }

  /** How many characters the burst under way has. */
  get length(): number {
    return this.#text.length;
  }

  #end(): string | undefined {
    const text = this.#text;
    this.#text = "";
    return text.length >= MIN_LENGTH ? text : undefined;
  }
}

/** Separators come as Ctrl+] or as the control character itself; other shortcuts are none of ours. */
function characterOf({ key, ctrlKey }: Pick<KeyboardEvent, "key" | "ctrlKey">): string | undefined {
  if (ctrlKey) return key === "]" ? GROUP_SEPARATOR : undefined;
  return key.length === 1 ? key : undefined;
}

/** Listens on the whole page. A burst that went into a field is taken out of it again. */
export function listenForWedge(scanned: (text: string) => void): void {
  const wedge = new Wedge();
  let before: { field: HTMLInputElement; value: string } | undefined;
  document.addEventListener(
    "keydown",
    (event) => {
      const text = wedge.press(event);
      if (wedge.length === 1) before = fieldOf(event.target);
      if (event.ctrlKey && event.key === "]") event.preventDefault();
      if (text === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (before) restore(before.field, before.value);
      scanned(text);
    },
    { capture: true },
  );
}

function fieldOf(target: EventTarget | null): { field: HTMLInputElement; value: string } | undefined {
  return target instanceof HTMLInputElement ? { field: target, value: target.value } : undefined;
}

function restore(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
