// The module without a dataset of its own: for those who bring one and don't want the bundled one in their build.
// Nothing runs at import: the WebAssembly is loaded by the first `open`.
import { asked, responseOf } from "./asked.js";
import * as check from "./check.js";
import { DatasetError, PackLookupError } from "./errors.js";
import { openOptions, readDataset, settingsOf } from "./opening.js";
import { Packs } from "./pack_lookup.js";
import { addressOf, isWebPage, REMEDY } from "./sources.js";
import { calling, loadOnce } from "./wasm.js";

export { DatasetError, GtinError, PackLookupError, ScanError, WasmError } from "./errors.js";
export { FORMAT } from "./opening.js";

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
    const { verify, ids } = settingsOf(options);
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
    return this.#told(this.#ask((packs) => packs.gtin(...asked.gtin(code))));
  }

  gtinJson(code) {
    return this.#ask((packs) => packs.gtinJson(...asked.gtinJson(code), this.#idsAsText));
  }

  lookupMany(codes) {
    const [known] = asked.lookupMany(codes);
    return known.map((code) => {
      const entry = this.#ask((packs) => packs.lookUp(code));
      this.#told(entry.pack);
      return entry;
    });
  }

  pack(packId) {
    return this.#told(this.#ask((packs) => packs.pack(...asked.pack(packId))));
  }

  uses(...given) {
    const [code, { on }] = asked.uses(...given);
    const uses = this.#ask((packs) => packs.uses(code, on));
    uses.forEach(({ pack }) => this.#told(pack));
    return uses;
  }

  search(...given) {
    const [text, { limit, offset, current, sort, groupBy, ...choices }] = asked.search(...given);
    if (groupBy) return this.#grouped((packs) => packs.searchGroups(text, limit, offset, current, sort === "relevance", pairsOf(choices)));
    const found = this.#ask((packs) => packs.search(text, limit, offset, current, sort === "relevance"));
    found.packs.forEach((pack) => this.#told(pack));
    return found;
  }

  status(packId) {
    return this.#ask((packs) => packs.status(...asked.status(packId)));
  }

  suggest(...given) {
    const [text, { limit }] = asked.suggest(...given);
    return this.#ask((packs) => packs.suggest(text, limit));
  }

  scan(...given) {
    const [text, { today }] = asked.scan(...given);
    return this.#ask((packs) => packs.scan(text, today));
  }

  fetch(input, init) {
    const request = check.request(input, init);
    return responseOf(request, this.respond(request));
  }

  respond(request) {
    const [{ method, path, query, ifNoneMatch }] = asked.respond(request);
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

  /** From the first, or from a place in the order of names, for those who ask for some at a time. */
  *[Symbol.iterator](first = 0) {
    const { size } = this;
    for (let place = first; place < size; place += 1) yield this.#told(this.#ask((packs) => packs.packAt(place)));
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

  #grouped(call) {
    const found = this.#ask(call);
    if (this.#idsAsText) found.groups.forEach((group) => (group.pack_ids = group.pack_ids.map(String)));
    return found;
  }

  /** The record with its ids as they were asked for. */
  #told(pack) {
    if (!this.#idsAsText || pack === undefined) return pack;
    pack.pack_id = String(pack.pack_id);
    pack.comb_content.forEach((component) => (component.pack_id = String(component.pack_id)));
    return pack;
  }
}

/** Each chosen value behind the name of its facet. */
const pairsOf = (choices) => Object.entries(choices).flatMap(([facet, values]) => values.flatMap((value) => [facet, value]));

const BOUND = [...Object.keys(asked), "fetch", "close"];

async function openBytes(bytes, verify, dataset) {
  try {
    return calling(() => Packs.open(bytes, verify));
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const remedy = isWebPage(bytes) ? `: ${REMEDY}` : "";
    throw new DatasetError(`${error.message}${remedy}`, error.reason, { cause: error, url: addressOf(await dataset) });
  }
}
