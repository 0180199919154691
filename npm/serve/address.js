// Where to listen. Asked for before anything is read, so that a port that is taken is said at once.
import { createServer } from "node:net";
import { isIPv6 } from "node:net";
import { Refusal } from "./refusal.js";

/** With the port that the system gives for 0: all processes must have the same, those that come later too. */
export function freeAddress({ host, port }) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ code }) => reject(new Refusal(`${host}:${port} can't be listened on (${code}); is something else there?`)));
    probe.listen({ host, port }, () => {
      const address = { host, port: probe.address().port };
      probe.close(() => resolve(address));
    });
  });
}

export const urlOf = ({ host, port }) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
