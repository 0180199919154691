// The log, on the standard error: lines for people, or JSON. It never contains a request.

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

/** Returns the line that says where the server is, on the standard output. */
export const announcement = (message) =>
  format === jsonOf ? jsonOf({ time: new Date().toISOString(), level: "info", message }) : message;

function jsonOf(entry) {
  return JSON.stringify(entry);
}

/** The details of a failure are on a line of their own, so that messages stay as they are. */
function textOf({ time, level, message, request_id: id, route }) {
  if (level === "info") return message;
  const request = id === undefined ? "" : ` request ${id} ${route}`;
  return `${message}\n  ${time} ${level}${request}`;
}
