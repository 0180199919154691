// Timeouts for storage, workers and networks, which may never respond.

/** The timeout of small requests. */
export const NETWORK_TIMEOUT_MS = 15_000;

/** Returns the result of `work`. Rejects with `message` after `ms` milliseconds. */
export function withTimeout<T>(ms: number, work: Promise<T>, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms);
  });
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}
