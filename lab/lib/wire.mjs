// A wire between browser and server that counts what goes over it, and may be as slow as a telephone's.
import { createServer, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const SLICE = 4_096;

/// `sent` has the bytes of each answer by path, its headers with it. `bytesPerSecond` is shared by all that is on its way.
export async function startWire(origin, { bytesPerSecond = Infinity, delayMs = 0 } = {}) {
  const sent = new Map();
  const slow = limiter(bytesPerSecond);
  const server = createServer(async (asked, answer) => {
    const path = new URL(asked.url, origin).pathname;
    const count = (bytes) => sent.set(path, (sent.get(path) ?? 0) + bytes);
    await pause(delayMs);
    const forwarded = request(new URL(asked.url, origin), { method: asked.method, headers: asked.headers }, async (got) => {
      count(got.rawHeaders.join("  ").length);
      answer.writeHead(got.statusCode, got.rawHeaders);
      for await (const chunk of got) {
        for (let at = 0; at < chunk.length; at += SLICE) {
          const slice = chunk.subarray(at, at + SLICE);
          await slow(slice.length);
          count(slice.length);
          if (!answer.destroyed) answer.write(slice);
        }
      }
      answer.end();
    });
    asked.pipe(forwarded);
    forwarded.on("error", () => answer.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { origin: `http://127.0.0.1:${server.address().port}`, sent, stop };
}

/// Each waits for its turn on the wire.
function limiter(bytesPerSecond) {
  let free = 0;
  return async (bytes) => {
    const now = performance.now();
    free = Math.max(free, now) + (1000 * bytes) / bytesPerSecond;
    if (free - now > 1) await pause(free - now);
  };
}
