// The address to listen on. It is probed before a dataset is read, so that a port in use is reported at once.
import { createServer } from "node:net";
import { isIPv6 } from "node:net";
import { Refusal } from "./refusal.js";

/** Returns the address with a free port for port 0. All processes need the same port, also those that start later. */
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

/** Returns the URL of an address. An IPv6 host is in brackets. */
export const urlOf = ({ host, port }) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
