// Limits against slow clients and excessive requests.

export const limits = {
  /** In bytes. The longest query that the core accepts has 2,400 bytes, percent-encoded. */
  targetBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  /** The timeout for the headers, and for the whole request. */
  requestMs: 10_000,
  /**
   * Longer than the 60 seconds for which proxies usually keep a connection. A shorter time would
   * close connections that a proxy is about to use.
   */
  keepAliveMs: 65_000,
  /** The timeout without a byte in either direction. */
  idleMs: 70_000,
  /**
   * The timeout of a response, plus one second per `answerBytesEachSecond`: four minutes for a
   * whole release in brotli.
   */
  answerMs: 30_000,
  answerBytesEachSecond: 16 * 1024,
  /** The interval at which timeouts are checked. */
  checkMs: 1_000,
  /** The maximum number of connections per process. */
  connections: 4_096,
  /** The same for the metrics, which few programs read. */
  metricsConnections: 64,
  /** The interval at which a server process reports its counts to the parent. */
  reportMs: 1_000,
  stopMs: 10_000,
  /**
   * How long an idle connection stays open after the end was requested. A request that arrives by
   * then is answered.
   */
  idleStopMs: 1_000,
  /**
   * The timeout of an access to the dataset's file, and its maximum size. A release has about 50
   * MB.
   */
  accessMs: 30_000,
  fileBytes: 1_000_000_000,
};

/**
 * Starts the timeout of a response that was just written. A response that fits into the system's
 * buffer needs no timeout, and most do.
 */
export function disconnectIfSlow(response, bytes, allowed = answerMs) {
  if (response.writableLength === 0) return;
  const { socket } = response.req;
  const timer = setTimeout(() => socket.destroy(), allowed(bytes));
  response.once("close", () => clearTimeout(timer));
}

/** Computes the timeout, rounded to whole seconds: Node keeps one timer list per duration. */
const answerMs = (bytes) =>
  limits.answerMs + Math.ceil(bytes / limits.answerBytesEachSecond) * 1_000;
