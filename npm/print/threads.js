// Reads lines in several threads. One of them has the engine, and the others only read lines: each is at the other end of a message channel.

/** Returns a function that gives each strip to the next free reader, and returns a promise of the reading. `strip` returns it when a reader is free. */
export function sharedAmong(readers) {
  const free = [...readers];
  const waiting = [];
  async function start() {
    if (free.length === 0 || waiting.length === 0) return;
    const [read, { strip, resolve, reject }] = [free.shift(), waiting.shift()];
    try {
      resolve(await read(strip()));
    } catch (error) {
      reject(error);
    }
    free.push(read);
    start();
  }
  return (strip) => new Promise((resolve, reject) => (waiting.push({ strip, resolve, reject }), start()));
}

/** Loads the reader of lines in the thread at the other end of `port`. Returns a function that reads a strip there. It reads one at a time. */
export function readerBehind(port, { module, recognition }) {
  port.postMessage({ module, recognition });
  return (strip) => new Promise((resolve, reject) => {
    port.onmessage = ({ data: { reading, error } }) => (error === undefined ? resolve(reading) : reject(error));
    port.postMessage(strip, [strip.strip.buffer]);
  });
}

/** Reads the strips that arrive at `port`. The first message has the files. */
export function readFor(port, createReader) {
  let read;
  port.onmessage = ({ data }) => {
    if (read === undefined) read = createReader(data);
    else port.postMessage(answerTo(read, data));
  };
}

function answerTo(read, strip) {
  try {
    return { reading: read(strip) };
  } catch (error) {
    return { error };
  }
}
