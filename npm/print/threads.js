// Reads lines in several threads. One of them has the engine, and the others only read lines: each
// is at the other end of a message channel.

/**
 * Makes a function that gives each strip to the next free reader, and returns a promise of the
 * reading. `strip` returns it when a reader is free.
 */
export function sharedAmong(readers) {
  const free = [...readers];
  const waiting = [];

  async function start() {
    if (free.length === 0 || waiting.length === 0) return;
    const read = free.shift();
    const { strip, resolve, reject } = waiting.shift();
    try {
      resolve(await read(strip()));
    } catch (error) {
      reject(error);
    }
    free.push(read);
    start();
  }

  return function readNext(strip) {
    return new Promise((resolve, reject) => {
      waiting.push({ strip, resolve, reject });
      start();
    });
  };
}

/**
 * Loads the reader of lines in the thread at the other end of `port`. Returns a promise of a
 * function that reads a strip there, or of `undefined` if it cannot be loaded: a phone may have too
 * little memory for a second one.
 */
export async function readerBehind(port, { module, recognition }) {
  const loaded = await answerOf(port, { module, recognition });
  if (loaded.error !== undefined) return undefined;
  return async (strip) => {
    const { reading, error } = await answerOf(port, strip, [strip.strip.buffer]);
    if (error !== undefined) throw error;
    return reading;
  };
}

/** The thread gets one message at a time, so the next answer belongs to this message. */
function answerOf(port, message, transfer = []) {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
    port.postMessage(message, transfer);
  });
}

/** Reads the strips that arrive at `port`. The first message has the files. */
export function readFor(port, createReader) {
  let read;

  function load(files) {
    read = createReader(files);
  }

  port.onmessage = ({ data }) => port.postMessage(attempt(read ?? load, data));
}

function attempt(task, message) {
  try {
    return { reading: task(message) };
  } catch (error) {
    return { error };
  }
}
