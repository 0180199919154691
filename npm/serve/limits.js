// Against clients that are slow on purpose, or that ask for more than anybody needs.

export const limits = {
  /** The longest query that the core takes has 2,400 bytes, percent-encoded. */
  targetBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  /** For the headers, and for the whole request. */
  requestMs: 10_000,
  /** Longer than the minute for which proxies commonly keep theirs, or they would ask on one that is being closed. */
  keepAliveMs: 65_000,
  /** Without a byte in either direction. */
  silenceMs: 70_000,
  /** For the whole of an answer, and a second more for as many of its bytes: four minutes for a whole release in brotli. */
  answerMs: 30_000,
  answerBytesEachSecond: 16 * 1024,
  /** How often the times are looked at. */
  checkMs: 1_000,
  /** Of each process. */
  connections: 4_096,
  stopMs: 10_000,
};
