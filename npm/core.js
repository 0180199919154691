// The module without a dataset of its own: for those who bring one and don't want the bundled one in their build.
// Nothing runs at import: the WebAssembly is loaded by the first `open`.
import { ReasonedError } from "./errors.js";
import load, { initSync, Packs } from "./pack_lookup.js";
import { isBytes, readFileUrl, viewOf } from "./sources.js";

/** The format of the datasets that this module reads: the number in their header. */
export const FORMAT = 2;

export class GtinError extends ReasonedError {
  name = "GtinError";
}

export class ScanError extends ReasonedError {
  name = "ScanError";
}

export class DatasetError extends ReasonedError {
  name = "DatasetError";
}

const ERRORS = { GtinError, ScanError, DatasetError };

export class PackLookup {
  #packs;
  #about;

  constructor(packs) {
    this.#packs = packs;
  }

  static async open({ dataset, wasm, verify = true } = {}) {
    if (dataset === undefined) throw new TypeError("PackLookup.open needs a dataset: a URL, a Response or bytes");
    const [bytes] = await Promise.all([readBytes(dataset), loadOnce(wasm)]);
    return new this(raising(() => Packs.open(bytes, verify)));
  }

  async verify() {
    return this.#packs.verify();
  }

  gtin(code) {
    return raising(() => this.#packs.gtin(String(code)));
  }

  gtinJson(code) {
    return raising(() => this.#packs.gtinJson(String(code)));
  }

  uses(code, { on } = {}) {
    return raising(() => this.#packs.uses(String(code), on));
  }

  search(text, { limit = 20, offset = 0, current = false, sort = "name" } = {}) {
    return this.#packs.search(String(text), limit, offset, current, sort === "relevance");
  }

  status(packId) {
    return this.#packs.status(String(packId));
  }

  suggest(text, { limit = 8 } = {}) {
    return this.#packs.suggest(String(text), limit);
  }

  scan(text, { today = localDay(new Date()) } = {}) {
    return raising(() => this.#packs.scan(String(text), today));
  }

  fetch(request) {
    const { method = "GET", url = request, headers } = request;
    const { pathname, search } = new URL(url, "http://localhost");
    const ifNoneMatch = new Headers(headers).get("if-none-match") ?? undefined;
    const { status, headers: answered, body } = this.respond({ method, path: pathname, query: search.slice(1), ifNoneMatch });
    return new Response(method === "HEAD" || BODILESS.has(status) ? null : body, { status, headers: answered });
  }

  respond({ method = "GET", path, query = "", ifNoneMatch }) {
    const answer = this.#packs.respond(method, path, query, ifNoneMatch);
    const { status, headers, body } = answer;
    answer.free();
    return { status, headers, body };
  }

  get about() {
    this.#about ??= JSON.parse(new TextDecoder().decode(this.respond({ path: "/api/about" }).body));
    return this.#about;
  }

  close() {
    this.#packs.free();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }
}

/** The statuses with which `Response` takes no body, not even an empty one. */
const BODILESS = new Set([204, 304]);

/** Runs a call into the WebAssembly, and throws its errors as the classes of this module. */
function raising(call) {
  try {
    return call();
  } catch (error) {
    const Known = ERRORS[error?.name];
    throw Known ? new Known(error.message, error.reason) : error;
  }
}

/** The day on the device's calendar: with it the two digits of a year find their century. */
function localDay(now) {
  const digits = (number, width) => String(number).padStart(width, "0");
  return `${digits(now.getFullYear(), 4)}-${digits(now.getMonth() + 1, 2)}-${digits(now.getDate(), 2)}`;
}

let loading;

/** One instance serves every dataset. A failed load is forgotten, so that the next `open` tries again. */
function loadOnce(wasm) {
  loading ??= loadWasm(wasm).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadWasm(wasm = new URL("./pack_lookup_bg.wasm", import.meta.url)) {
  const bytes = isBytes(wasm) ? wasm : await readFileUrl(wasm);
  // Whoever has the bytes needs no loader that knows of responses, which Node would have to load first.
  if (bytes) return initSync({ module: await WebAssembly.compile(bytes) });
  return load({ module_or_path: wasm });
}

async function readBytes(source) {
  if (isBytes(source)) return viewOf(source);
  const local = await readFileUrl(source);
  return local ?? new Uint8Array(await (await answered(source)).arrayBuffer());
}

async function answered(source) {
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new DatasetError(`the dataset was answered with status ${response.status}`, "unavailable");
  return response;
}
