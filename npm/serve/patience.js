// Whoever reads on is waited for as long as a slow line takes, and no longer: a byte now and then would else keep a connection for ever.
import { limits } from "./limits.js";

/** For an answer that was just given to the connection. One that the system took whole needs no time, and most are. */
export function endInTime(response, bytes, allowed = answerMs) {
  if (response.writableLength === 0) return;
  const { socket } = response.req;
  const timer = setTimeout(() => socket.destroy(), allowed(bytes));
  response.once("close", () => clearTimeout(timer));
}

/** In whole seconds: the system keeps a list for each time. */
const answerMs = (bytes) => limits.answerMs + Math.ceil(bytes / limits.answerBytesEachSecond) * 1_000;
