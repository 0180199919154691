// Datasets from releases of dm+d, made where the release is. Nothing runs at import: the WebAssembly is loaded by the first
// call, and each call has a worker of its own, which ends with it.
import { ReasonedError } from "./errors.js";
import { importFromNode, isBytes, readFileUrl, viewOf } from "./sources.js";

export class ImportError extends ReasonedError {
  name = "ImportError";
}

export async function importRelease(release, { name = release?.name ?? "release.zip", partial = false, progress, signal, wasm } = {}) {
  signal?.throwIfAborted();
  const [bytes, module] = await Promise.all([ownBytes(release), compileOnce(wasm)]);
  signal?.throwIfAborted();
  const worker = await startWorker();
  try {
    return await answerOf(worker, { module, bytes, name: String(name), partial: Boolean(partial) }, { progress, signal });
  } finally {
    worker.terminate();
  }
}

/** Bytes that nobody else has, so that they can go to the worker without being copied once more. */
async function ownBytes(release) {
  if (release instanceof Blob) return new Uint8Array(await release.arrayBuffer());
  if (isBytes(release)) return new Uint8Array(viewOf(release));
  throw new TypeError("importRelease needs a release: a File, a Blob or bytes");
}

let compiling;

/** A failed load is forgotten, so that the next call tries again. */
function compileOnce(wasm) {
  compiling ??= compile(wasm).catch((error) => {
    compiling = undefined;
    throw error;
  });
  return compiling;
}

async function compile(wasm = new URL("./pack_lookup_importer_bg.wasm", import.meta.url)) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const bytes = isBytes(wasm) ? wasm : await readFileUrl(wasm);
  return WebAssembly.compile(bytes ?? (await download(wasm)));
}

async function download(wasm) {
  const response = wasm instanceof Response ? wasm : await fetch(wasm);
  if (response.ok) return response.arrayBuffer();
  throw new ImportError(`the importer was answered with status ${response.status}`, "unavailable");
}

/** A worker as browsers have it, also in Node. The address stands twice because bundlers know a worker only by this form. */
async function startWorker() {
  if (typeof Worker === "function") return new Worker(new URL("./import-worker.js", import.meta.url), { type: "module" });
  const { Worker: Thread } = await importFromNode("worker_threads");
  const script = new URL(/* @vite-ignore */ /* webpackIgnore: true */ "./import-worker.js", import.meta.url);
  // What Node was told of its own script, `--input-type` or a loader, is nothing for this one.
  const thread = new Thread(script, { execArgv: [] });
  return {
    postMessage: (message, transfer) => thread.postMessage(message, transfer),
    addEventListener: (type, listen) => thread.on(type, (value) => listen(type === "message" ? { data: value } : value)),
    terminate: () => thread.terminate(),
  };
}

function answerOf(worker, task, { progress, signal }) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const stopped = (event) => reject(new ImportError(event.message || "the importer did not start", "stopped"));
    const hear = ({ data }) => {
      if (data.progress) tell(progress, data.progress, reject);
      else if (data.error) reject(errorOf(data.error, task.name));
      else resolve(data);
    };
    signal?.addEventListener("abort", abort, { once: true });
    // It may have happened while the worker started.
    if (signal?.aborted) abort();
    worker.addEventListener("message", hear);
    worker.addEventListener("error", stopped);
    worker.postMessage(task, [task.bytes.buffer]);
  });
}

/** Whatever the listener throws is the outcome: nobody else would hear of it. */
function tell(progress, state, reject) {
  try {
    progress?.(state);
  } catch (error) {
    reject(error);
  }
}

/** What the WebAssembly does not explain is most likely a device without enough memory. */
function errorOf({ name, message, reason }, release) {
  if (name === "ImportError") return new ImportError(message, reason);
  return new ImportError(`${release}: the importer stopped, perhaps for want of memory (${message})`, "stopped");
}
