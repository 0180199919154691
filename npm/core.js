// The module without a dataset of its own: for those who bring one and don't want the bundled one in their build.
// Nothing runs at import: the WebAssembly is loaded by the first `open`.
import * as check from "./check.js";
import { DatasetError, PackLookupError } from "./errors.js";
import { Packs } from "./pack_lookup.js";
import { addressOf, isSource, isWebPage, read, REMEDY } from "./sources.js";
import { calling, loadOnce } from "./wasm.js";

export { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";

/** The format of the datasets that this module reads: the number in their header. */
export const FORMAT = 2;

const OPTIONS = ["dataset", "wasm", "verify", "ids", "progress", "signal"];

export class PackLookup {
  #packs;
  #about;
  #idsAsText;

  constructor(packs, idsAsText) {
    this.#packs = packs;
    this.#idsAsText = idsAsText;
    // So that they may be handed on: `codes.map(packs.gtin)`.
    for (const name of BOUND) this[name] = this[name].bind(this);
  }

  static async open(source, more) {
    const options = openOptions(source, more);
    if (options.dataset === undefined) throw new TypeError("PackLookup.open needs a dataset: a URL, a path in Node, a Response, a Blob, a stream or bytes");
    const verify = check.flag(options.verify ?? true, "verify");
    const ids = check.choice(options.ids ?? "bigint", "ids", ["bigint", "string"]);
    const { signal, wasm } = options;
    const [bytes] = await Promise.all([readDataset(options), loadOnce(wasm, signal)]);
    signal?.throwIfAborted();
    return new this(await openBytes(bytes, verify, options.dataset), ids === "string");
  }

  async verify() {
    return this.#ask((packs) => packs.verify());
  }

  get size() {
    return this.about.dataset.packs;
  }

  gtin(code) {
    return this.#told(this.#ask((packs) => packs.gtin(check.code(code))));
  }

  gtinJson(code) {
    return this.#ask((packs) => packs.gtinJson(check.code(code), this.#idsAsText));
  }

  pack(packId) {
    return this.#told(this.#ask((packs) => packs.pack(check.id(packId))));
  }

  uses(code, options) {
    const { on } = check.options(options, ["on"], "uses");
    const day = on === undefined ? undefined : check.day(on, "on");
    const uses = this.#ask((packs) => packs.uses(check.code(code), day));
    uses.forEach(({ pack }) => this.#told(pack));
    return uses;
  }

  search(text, options) {
    const { limit = 20, offset = 0, current = false, sort = "name" } = check.options(options, ["limit", "offset", "current", "sort"], "search");
    const asked = [check.query(text), check.limit(limit), check.offset(offset), check.flag(current, "current"), check.choice(sort, "sort", ["name", "relevance"]) === "relevance"];
    const found = this.#ask((packs) => packs.search(...asked));
    found.packs.forEach((pack) => this.#told(pack));
    return found;
  }

  status(packId) {
    return this.#ask((packs) => packs.status(check.id(packId)));
  }

  suggest(text, options) {
    const { limit = 8 } = check.options(options, ["limit"], "suggest");
    return this.#ask((packs) => packs.suggest(check.query(text), check.limit(limit)));
  }

  scan(text, options) {
    const { today = new Date() } = check.options(options, ["today"], "scan");
    return this.#ask((packs) => packs.scan(check.scanned(text), check.day(today, "today")));
  }

  fetch(input, init) {
    const request = check.request(input, init);
    const { status, headers, body } = this.respond(request);
    return new Response(request.method === "HEAD" || BODILESS.has(status) ? null : body, { status, headers });
  }

  respond(request) {
    const { method, path, query, ifNoneMatch } = check.asked(request);
    const answer = this.#ask((packs) => packs.respond(method, path, query, ifNoneMatch));
    try {
      return { status: answer.status, headers: answer.headers, body: answer.body };
    } finally {
      answer.free();
    }
  }

  get about() {
    this.#about ??= JSON.parse(new TextDecoder().decode(this.respond({ path: "/api/about" }).body));
    return this.#about;
  }

  *[Symbol.iterator]() {
    const { size } = this;
    for (let place = 0; place < size; place += 1) yield this.#told(this.#ask((packs) => packs.packAt(place)));
  }

  close() {
    const packs = this.#packs;
    this.#packs = undefined;
    if (packs) calling(() => packs.free());
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }

  #ask(call) {
    if (this.#packs === undefined) throw new PackLookupError("this dataset was closed", "closed");
    return calling(() => call(this.#packs));
  }

  /** The record with its ids as they were asked for. */
  #told(pack) {
    if (!this.#idsAsText || pack === undefined) return pack;
    pack.pack_id = String(pack.pack_id);
    pack.comb_content.forEach((component) => (component.pack_id = String(component.pack_id)));
    return pack;
  }
}

const BOUND = ["verify", "gtin", "gtinJson", "pack", "uses", "search", "status", "suggest", "scan", "fetch", "respond", "close"];

/** The statuses with which `Response` takes no body, not even an empty one. */
const BODILESS = new Set([204, 304]);

/** A source alone, a source and options, or options that name the source. */
export function openOptions(source, more) {
  if (!isSource(source)) return check.options(source, OPTIONS, "PackLookup.open");
  return { ...check.options(more, OPTIONS.slice(1), "PackLookup.open"), dataset: source };
}

async function readDataset({ dataset, signal, progress }) {
  const source = await dataset;
  if (!isSource(source)) throw new TypeError("a dataset is a URL, a path in Node, a Response, a Blob, a stream or bytes");
  return read(source, { Failure: DatasetError, what: "the dataset", signal, progress: check.callback(progress, "progress") });
}

async function openBytes(bytes, verify, dataset) {
  try {
    return calling(() => Packs.open(bytes, verify));
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const remedy = isWebPage(bytes) ? `: ${REMEDY}` : "";
    throw new DatasetError(`${error.message}${remedy}`, error.reason, { cause: error, url: addressOf(await dataset) });
  }
}
