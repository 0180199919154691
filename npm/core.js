// The module without bundled data, for users who bring a dataset. Nothing runs at import: the first `open` loads the WebAssembly.
import { checkedArguments, responseOf } from "./api/arguments.js";
import * as check from "./api/check.js";
import { DatasetError, PackLookupError } from "./errors.js";
import { openOptions, readDataset, settingsOf } from "./api/open-options.js";
import { Packs } from "./pack_lookup.js";
import { addressOf, isWebPage, REMEDY } from "./api/byte-source.js";
import { loadedCalls } from "./wasm/instance.js";

export { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";
export { FORMAT } from "./api/open-options.js";

export class PackLookup {
  #packs;
  #call;
  #size;
  #idsAsText;

  constructor(packs, wasmCall, idsAsText) {
    this.#packs = packs;
    this.#call = wasmCall;
    this.#idsAsText = idsAsText;
    // Allows `codes.map(packs.gtin)`.
    for (const name of BOUND) this[name] = this[name].bind(this);
  }

  static async open(source, more) {
    const options = openOptions(source, more);
    if (options.dataset === undefined) throw new TypeError("PackLookup.open needs a dataset: a URL, a path in Node, a Response, a Blob, a stream or bytes");
    const { verify, ids } = settingsOf(options);
    const { signal, wasm } = options;
    const [bytes, wasmCall] = await Promise.all([readDataset(options), loadedCalls(wasm, signal)]);
    signal?.throwIfAborted();
    const packs = await openBytes(wasmCall, bytes, verify, options.dataset);
    return new this(packs, wasmCall, ids === "string");
  }

  async verify() {
    return this.#ask((packs) => packs.verify());
  }

  get size() {
    this.#size ??= this.about.dataset.packs;
    return this.#size;
  }

  gtin(code) {
    return this.#withIds(this.#ask((packs) => packs.gtin(...checkedArguments.gtin(code))));
  }

  gtinJson(code) {
    return this.#ask((packs) => packs.gtinJson(...checkedArguments.gtinJson(code), this.#idsAsText));
  }

  lookupMany(codes) {
    const [known] = checkedArguments.lookupMany(codes);
    return known.map((code) => {
      const entry = this.#ask((packs) => packs.lookUp(code));
      this.#withIds(entry.pack);
      return entry;
    });
  }

  pack(packId) {
    return this.#withIds(this.#ask((packs) => packs.pack(...checkedArguments.pack(packId))));
  }

  uses(...given) {
    const [code, { on }] = checkedArguments.uses(...given);
    const uses = this.#ask((packs) => packs.uses(code, on));
    uses.forEach(({ pack }) => this.#withIds(pack));
    return uses;
  }

  reuse(code) {
    return this.#ask((packs) => packs.reuse(...checkedArguments.reuse(code)));
  }

  search(...given) {
    const [text, { limit, offset, current, sort, groupBy, ...choices }] = checkedArguments.search(...given);
    if (groupBy) return this.#grouped((packs) => packs.searchGroups(text, limit, offset, current, sort === "relevance", pairsOf(choices)));
    return this.#withFoundIds(this.#ask((packs) => packs.search(text, limit, offset, current, sort === "relevance")));
  }

  concepts(code) {
    const json = this.#ask((packs) => packs.concepts(...checkedArguments.concepts(code)));
    if (json === undefined) return undefined;
    const concepts = JSON.parse(json);
    return this.#idsAsText ? concepts : withExactIds(concepts);
  }

  packsOf(...given) {
    const [code, { limit, offset, current, ids }] = checkedArguments.packsOf(...given);
    const json = this.#ask((packs) => packs.packsOf(code, limit, offset, current));
    return json && this.#withFoundIds(json, ids === undefined ? this.#idsAsText : ids === "string");
  }

  status(packId) {
    return this.#ask((packs) => packs.status(...checkedArguments.status(packId)));
  }

  suggest(...given) {
    const [text, { limit }] = checkedArguments.suggest(...given);
    return this.#ask((packs) => packs.suggest(text, limit));
  }

  scan(...given) {
    const [text, { today }] = checkedArguments.scan(...given);
    return this.#ask((packs) => packs.scan(text, today));
  }

  fetch(input, init) {
    const request = check.request(input, init);
    return responseOf(request, this.respond(request));
  }

  respond(request) {
    const [{ method, path, query, ifNoneMatch }] = checkedArguments.respond(request);
    const answer = this.#ask((packs) => packs.respond(method, path, query, ifNoneMatch, Math.floor(Date.now() / DAY)));
    try {
      return { status: answer.status, headers: answer.headers, body: answer.body };
    } finally {
      answer.free();
    }
  }

  get about() {
    return JSON.parse(utf8.decode(this.respond({ path: "/api/about" }).body));
  }

  /** Iterates from a position in name order. The worker uses it to send packs in batches. */
  *[Symbol.iterator](first = 0) {
    const { size } = this;
    for (let place = first; place < size; place += 1) yield this.#withIds(this.#ask((packs) => packs.packAt(place)));
  }

  close() {
    const packs = this.#packs;
    this.#packs = undefined;
    if (packs && !this.#call.hasStopped()) this.#call(() => packs.free());
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }

  #ask(call) {
    if (this.#packs === undefined) throw new PackLookupError("this dataset was closed", "closed");
    return this.#call(() => call(this.#packs));
  }

  #grouped(call) {
    const found = this.#ask(call);
    if (this.#idsAsText) found.groups.forEach((group) => (group.pack_ids = group.pack_ids.map(String)));
    return found;
  }

  #withFoundIds(json, asText = this.#idsAsText) {
    const found = JSON.parse(utf8.decode(json));
    found.packs.forEach((pack) => withIds(pack, asText ? String : BigInt));
    return found;
  }

  /** Returns the record with ids of the type that `open` was given. */
  #withIds(pack) {
    return this.#idsAsText && pack ? withIds(pack, String) : pack;
  }
}

const utf8 = new TextDecoder();
const DAY = 86_400_000;

/** Converts all ids of a record with `exact`, in place. */
function withIds(pack, exact) {
  pack.pack_id = exact(pack.pack_id);
  pack.comb_content.forEach((component) => (component.pack_id = exact(component.pack_id)));
  return pack;
}

/** Converts the text ids of concepts to `bigint`, in place. A `JSON.parse` reviver would visit every value and take 50 % longer. */
function withExactIds(concepts) {
  for (const key in concepts) {
    const value = concepts[key];
    if (key === "id") concepts.id = BigInt(value);
    else if (typeof value === "object") withExactIds(value);
  }
  return concepts;
}

/** Returns the facet filters as a flat list: facet name, value, facet name, value. */
const pairsOf = (choices) => Object.entries(choices).flatMap(([facet, values]) => values.flatMap((value) => [facet, value]));

const BOUND = [...Object.keys(checkedArguments), "fetch", "close"];

async function openBytes(wasmCall, bytes, verify, dataset) {
  try {
    return wasmCall(() => Packs.open(bytes, verify));
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const remedy = isWebPage(bytes) ? `: ${REMEDY}` : "";
    throw new DatasetError(`${error.message}${remedy}`, error.reason, { cause: error, url: addressOf(await dataset) });
  }
}
