// Limits against slow clients and excessive requests.

export const limits = {
  /** In bytes. The longest query that the core accepts has 2,400 bytes, percent-encoded. */
  targetBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  /** The timeout for the headers, and for the whole request. */
  requestMs: 10_000,
  /** Longer than the 60 seconds for which proxies usually keep a connection. A shorter time would close connections that a proxy is about to use. */
  keepAliveMs: 65_000,
  /** The timeout without a byte in either direction. */
  silenceMs: 70_000,
  /** The timeout of a response, plus one second per `answerBytesEachSecond`: four minutes for a whole release in brotli. */
  answerMs: 30_000,
  answerBytesEachSecond: 16 * 1024,
  /** The interval at which timeouts are checked. */
  checkMs: 1_000,
  /** The maximum number of connections per process. */
  connections: 4_096,
  stopMs: 10_000,
};
