// Response timeout scaled by size. It disconnects clients that read one byte now and then to keep a connection open.
import { limits } from "./limits.js";

/** Starts the timeout of a response that was just written. A response that fits into the system's buffer needs no timeout, and most do. */
export function endInTime(response, bytes, allowed = answerMs) {
  if (response.writableLength === 0) return;
  const { socket } = response.req;
  const timer = setTimeout(() => socket.destroy(), allowed(bytes));
  response.once("close", () => clearTimeout(timer));
}

/** Returns the timeout, rounded to whole seconds: Node keeps one timer list per duration. */
const answerMs = (bytes) => limits.answerMs + Math.ceil(bytes / limits.answerBytesEachSecond) * 1_000;
