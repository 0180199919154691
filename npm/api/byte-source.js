// Reads bytes from memory, files of Node, and the network.

/** Reports whether a value is bytes: a view, an `ArrayBuffer`, or a `SharedArrayBuffer`. */
export function isBytes(source) {
  return ArrayBuffer.isView(source) || isAnyOf(source, ["ArrayBuffer", "SharedArrayBuffer"]);
}

/** Makes a `Uint8Array` on the same bytes, without a copy. */
export function viewOf(source) {
  if (source instanceof Uint8Array) return source;
  if (ArrayBuffer.isView(source))
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  return new Uint8Array(source);
}

/** Reports whether a value is a source or a promise of one, and not an object of options. */
export function isSource(value) {
  if (typeof value === "string") return value !== "";
  return (
    isBytes(value) ||
    isFile(value) ||
    isAnyOf(value, ["URL", "Request", "Response", "ReadableStream", "FileSystemFileHandle"]) ||
    isPromise(value)
  );
}

const isPromise = (value) => typeof value === "object" && typeof value?.then === "function";

/** Reports whether a source is a file of a browser, or the like in memory. */
export const isFile = (source) => isAnyOf(source, ["Blob", "File"]);

/**
 * Compares the name of a value's class: another frame, and a library such as undici, have classes
 * of the same name.
 */
const isAnyOf = (value, names) =>
  typeof value === "object" &&
  value !== null &&
  names.includes(Object.prototype.toString.call(value).slice("[object ".length, -1));

/** Finds the address of a source, or `undefined`. */
export const addressOf = (source) =>
  typeof source === "string" ? source : (source?.href ?? (source?.url || undefined));

/**
 * Reads all bytes of a source.
 *
 * @param options.ErrorClass The error class. A failure has the address of the source, if there is
 * one.
 * @param options.progress Receives `{ received, size }` in bytes. `size` is absent if it is not
 * known.
 */
export async function read(source, { ErrorClass, label, signal, progress }) {
  signal?.throwIfAborted();
  if (isBytes(source)) return viewOf(source);
  try {
    return (
      (await readFile(source, signal)) ??
      (await collect(await bodyOf(source, { ErrorClass, label, signal }), progress))
    );
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ErrorClass) throw error;
    const url = addressOf(source);
    throw new ErrorClass(
      `cannot read ${label}${fromUrl(url)}: ${whyUnreadable(error)}`,
      "unavailable",
      {
        cause: error,
        url,
      },
    );
  }
}

/** Says why a source cannot be read. Messages of system errors in Node repeat the path. */
function whyUnreadable(error) {
  if (error?.code === "ENOENT") return "no such file; check the path";
  if (error?.code === "EISDIR") return "it is a folder, not a file";
  // Node's `fetch` says only that it failed.
  const { code } = error?.cause ?? {};
  return code === undefined ? (error?.message ?? error) : `${error.message} (${code})`;
}

const fromUrl = (url) => (url ? ` from ${url}` : "");

/**
 * Reads the bytes of a file that a path or a `file:` URL names in Node. Returns `undefined` for
 * any other source.
 */
async function readFile(source, signal) {
  const file = fileOf(source);
  if (file === undefined) return undefined;
  const { readFile } = builtin("fs/promises");
  return new Uint8Array(await readFile(file, { signal }));
}

/** Finds the path or the `file:` URL of a source, or `undefined`. */
function fileOf(source) {
  const address = isAnyOf(source, ["URL"]) ? source.href : source;
  if (typeof address !== "string") return undefined;
  if (/^file:/i.test(address)) return new URL(address);
  return isNode() && typeof source === "string" && !/^[a-z][a-z\d+.-]+:/i.test(source)
    ? source
    : undefined;
}

export const isNode = () =>
  typeof globalThis.process?.versions?.node === "string" &&
  typeof globalThis.document === "undefined";

/** Makes a stream of bytes, and their number if it is known. */
async function bodyOf(source, { ErrorClass, label, signal }) {
  if (isAnyOf(source, ["FileSystemFileHandle"]))
    return bodyOf(await source.getFile(), { ErrorClass, label, signal });
  if (isFile(source)) return { stream: source.stream(), size: source.size };
  if (isAnyOf(source, ["ReadableStream"])) return { stream: source };
  const response = await fetchResponse(source, { ErrorClass, label, signal });
  const isPlain = !response.headers.get("content-encoding");
  return {
    stream: response.body,
    size: isPlain ? Number(response.headers.get("content-length")) || undefined : undefined,
  };
}

/**
 * Fetches a source that is not a response, and returns a response that is successful and unread.
 */
export async function fetchResponse(source, { ErrorClass, label, signal }) {
  const response = isAnyOf(source, ["Response"]) ? source : await fetch(source, { signal });
  const url = response.url || addressOf(source);
  if (!response.ok)
    throw new ErrorClass(
      `cannot read ${label}${fromUrl(url)}: the server responded with status ${response.status}; check the address`,
      "unavailable",
      { url },
    );
  if (response.bodyUsed)
    throw new ErrorClass(
      `cannot read ${label}: the response was already read; pass a new one`,
      "unavailable",
      { url },
    );
  return response;
}

/** Reads all bytes of a stream, and reports the progress. */
async function collect({ stream, size }, progress) {
  if (progress === undefined || stream === null)
    return new Uint8Array(await new Response(stream).arrayBuffer());
  const parts = [];
  let received = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    progress(size === undefined ? { received } : { received, size });
  }
  return concatenated(parts, received);
}

export function concatenated(parts, length) {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Reports whether bytes are an HTML page. Servers and bundlers send one instead of a missing file.
 */
export const isHtml = (bytes) =>
  /^\s*<(!|html|head|body)/i.test(
    String.fromCharCode(...bytes.subarray(0, 64)).replace(/^ï»¿/, ""),
  );

/** The advice if an HTML page was received. */
export const HTML_ADVICE =
  "it is an HTML page, not the file; pass the URLs of the files as `dataset` and `wasm`";

/** Reports whether bytes are a zip. */
export const isZip = (bytes) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/**
 * Finds the address of a file next to the module. A script that is not a module, such as a bundle
 * in CommonJS, has no address; `advice` is what to do then.
 */
export function ownFile(locate, ErrorClass, advice) {
  try {
    return locate();
  } catch (cause) {
    if (cause instanceof ErrorClass) throw cause;
    throw new ErrorClass(
      `this script has no address, because it is not a module; ${advice}`,
      "unavailable",
      { cause },
    );
  }
}

/**
 * Makes a function that makes a value once, from the source of the first call. Each call waits
 * with its own signal. The value is forgotten after a failure, or if every waiting call was
 * aborted, so that the next call tries again.
 */
export function once(make) {
  let current;
  const start = (source) => {
    const entry = {
      value: make(source),
      waiting: 0,
      forget: () => current === entry && (current = undefined),
    };
    entry.value.catch(entry.forget);
    return entry;
  };
  return async (source, signal) => {
    signal?.throwIfAborted();
    const entry = (current ??= start(source));
    entry.waiting += 1;
    return unlessAborted(entry.value, signal, () => {
      entry.waiting -= 1;
      if (entry.waiting === 0) entry.forget();
    });
  };
}

/**
 * Waits for a promise, or rejects with the signal's reason. The promise continues then, and
 * `onAbort` is called.
 */
function unlessAborted(promise, signal, onAbort) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      onAbort();
      reject(signal.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
  });
}

/** Loads a module of Node. It is not imported, so bundlers for browsers do not resolve it. */
export const builtin = (name) => globalThis.process.getBuiltinModule(name);
