// A script of the page that is loaded after the first view. A visitor may lose the network before
// it has arrived, so a failure is shown, and the script is requested again.

/** The pauses before a script is requested again, in milliseconds. */
const PAUSES_MS = [500, 3000];

/** Why a script is missing: the server has a newer version of the page, or did not answer. */
export type PartProblem = "replaced" | "unavailable";

/** Called when a script is loaded, or is not. */
let changed: () => void = () => {};

export function onPartChange(callback: () => void): void {
  changed = callback;
}

export class Part<Module> {
  #loaded: Module | undefined;
  #loading: Promise<Module> | undefined;
  #problem: PartProblem | undefined;
  #hasFailed = false;

  /** `open` imports the script. The build writes the address of the script into it. */
  constructor(private readonly open: () => Promise<Module>) {}

  /** The exports of the script, if it is loaded. */
  get loaded(): Module | undefined {
    return this.#loaded;
  }

  /** Why the last attempt failed, until the next one. */
  get problem(): PartProblem | undefined {
    return this.#problem;
  }

  /** Loads the script. Rejects if it is still missing after some attempts. */
  load(): Promise<Module> {
    this.#loading ??= this.#tryToLoad();
    return this.#loading;
  }

  /** Starts to load the script, unless the last attempt failed. */
  request(): void {
    if (!this.#problem) this.retry();
  }

  /** Starts to load the script, or continues. `problem` says if that fails. */
  retry(): void {
    this.load().catch(() => undefined);
  }

  async #tryToLoad(): Promise<Module> {
    this.#problem = undefined;
    try {
      this.#loaded = await withRetries(() => this.#loadOnce());
      return this.#loaded;
    } catch (error) {
      this.#loading = undefined;
      this.#problem = error instanceof Replaced ? "replaced" : "unavailable";
      throw error;
    } finally {
      queueMicrotask(() => changed());
    }
  }

  /**
   * Older browsers remember that an import failed, and never request the script again. Therefore it
   * is first requested in another way, and imported from the cache of the browser.
   */
  async #loadOnce(): Promise<Module> {
    const address = addressIn(this.open);
    if (address !== undefined) await this.#fetch(new URL(address, import.meta.url).href);
    return this.open();
  }

  /** A failure may be in the cache of the browser, so the next request passes the cache by. */
  async #fetch(address: string): Promise<void> {
    const response = await fetch(address, this.#hasFailed ? { cache: "reload" } : {});
    this.#hasFailed = !response.ok;
    // A newer version of the page has scripts of other names.
    if (response.status === 404) throw new Replaced(`${address} is not on the server any more`);
    if (!response.ok) throw new Error(`${address} has status ${response.status}`);
    await response.arrayBuffer();
  }
}

class Replaced extends Error {}

async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Replaced) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return attempt();
}

/** Finds the address of the script that a built function imports. */
const addressIn = (open: () => unknown): string | undefined =>
  /\bimport\(\s*["'`](\.[^"'`]+\.js)["'`]/.exec(String(open))?.[1];
