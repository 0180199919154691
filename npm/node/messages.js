// Messages of the commands in JavaScript: errors that people can act on, and the log on the
// standard error, which never contains a request.

/** An error that people can act on. Its message is one sentence with all they need. */
export class UserError extends Error {}

/**
 * Replaces control characters, which could control the terminal. The names in a release are
 * untrusted text.
 */
export const printable = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");

/** What system errors mean. The native program has the same words (`src/import/storage.rs`). */
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

/** Says what a system error means, or its code if that is not in the table. */
export const causeOf = ({ code }) => CAUSES[code] ?? `system error ${code}`;

/** The exit code of a server process that has logged why it ends. */
export const LOGGED_EXIT = 70;

const formats = { text: textOf, json: jsonOf };

let format = textOf;

/** Sets the format: `text` or `json`. */
export function formatLog(name) {
  format = formats[name];
}

/**
 * Writes a message with its `level`: `info`, `warn` or `error`. The message of a request has its id
 * and its route.
 */
export function log(level, message, { id, route } = {}) {
  const time = new Date().toISOString();
  process.stderr.write(`${format({ time, level, message, request_id: id, route })}\n`);
}

/** Writes the line that says where the server is, on the standard output. */
export const announcement = (message) =>
  format === jsonOf ? jsonOf({ time: new Date().toISOString(), level: "info", message }) : message;

function jsonOf(entry) {
  return JSON.stringify(entry);
}

/** The details of a failure are on a separate line, so that messages stay as they are. */
function textOf({ time, level, message, request_id: id, route }) {
  if (level === "info") return message;
  const request = id === undefined ? "" : ` request ${id} ${route}`;
  return `${message}\n  ${time} ${level}${request}`;
}
