// The types of npm/worker/start.js, which is not published as an entry point.

/**
 * Starts a worker. Bundlers recognise the address in `inBrowser`; `scriptInNode` returns it for a
 * thread of Node.
 */
export function startWorker(
  inBrowser: () => Worker,
  scriptInNode: () => URL | string,
): Promise<Worker>;
