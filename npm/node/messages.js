// Messages of the commands in JavaScript.

/** An error that people can act on. Its message is one sentence with all they need. */
export class UserError extends Error {}

/**
 * Replaces control characters, which could control the terminal. The names in a release are
 * untrusted text.
 */
export const printable = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");

/** What system errors mean. The words are those of the native program (`src/import/storage.rs`). */
const CAUSES = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "part of the path is a file, not a folder",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
  EADDRINUSE: "another program uses this port",
  EADDRNOTAVAIL: "this machine does not have this address",
  ENOTFOUND: "no host has this name",
  EAI_AGAIN: "the name server does not respond",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  ETIMEDOUT: "the connection timed out",
};

/** Returns what a system error means, or its code if that is not in the table. */
export const causeOf = ({ code }) => CAUSES[code] ?? `system error ${code}`;
