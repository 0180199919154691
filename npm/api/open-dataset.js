// Every method of an open dataset. The Worker, whose WebAssembly has its dataset built in, uses
// this class without the rest of the module.
import { checkedArguments } from "./arguments.js";
import { bindMembers, outcomeOf } from "./members.js";
import { fetchWith } from "./fetch.js";
import { PackLookupError } from "../errors.js";

/**
 * The methods of an open dataset: each checks its arguments, calls the WebAssembly, and parses the
 * JSON that it returns. `packs.gtin("9521234567899")` is one call and about 700 bytes of JSON, some
 * microseconds.
 *
 * `packs` is the object of the WebAssembly, which owns the bytes of the dataset until `close`.
 * `wasmCall` runs its methods, and converts their errors. The Worker has its dataset built in, so
 * it makes this object without opening anything.
 */
export class OpenDataset {
  #packs;
  #call;
  #size;
  #hasBigIntIds;

  constructor(packs, wasmCall, hasBigIntIds = false) {
    if (packs === undefined) throw new TypeError("open a dataset with PackLookup.open()");
    this.#packs = packs;
    this.#call = wasmCall;
    this.#hasBigIntIds = hasBigIntIds;
    bindMembers(this, OpenDataset);
  }

  async verify() {
    return this.#run((packs) => packs.verify());
  }

  get size() {
    this.#size ??= this.about.dataset.packs;
    return this.#size;
  }

  gtin(code) {
    return this.#parse(this.#run((packs) => packs.gtin(...checkedArguments.gtin(code))));
  }

  gtinJson(code) {
    return this.#run((packs) => packs.gtinJson(...checkedArguments.gtinJson(code)));
  }

  lookupMany(codes) {
    return this.#parse(
      this.#run((packs) => packs.lookUpMany(...checkedArguments.lookupMany(codes))),
    );
  }

  pack(packId) {
    return this.#parse(this.#run((packs) => packs.pack(...checkedArguments.pack(packId))));
  }

  uses(...args) {
    const [code, { on }] = checkedArguments.uses(...args);
    return this.#parse(this.#run((packs) => packs.uses(code, on)));
  }

  reuse(code) {
    return this.#run((packs) => packs.reuse(...checkedArguments.reuse(code)));
  }

  search(...args) {
    const [text, options] = checkedArguments.search(...args);
    const { limit, offset, current, sort, filters, groupBy, ...facets } = options;
    const query = [text, limit, offset, current, sort === "relevance"];
    if (groupBy) {
      const pairs = pairsOf({ ...facets, ...filters });
      return this.#withIds(this.#run((packs) => packs.searchGroups(...query, pairs)));
    }
    return this.#parse(this.#run((packs) => packs.search(...query, pairsOf(filters))));
  }

  filters(...args) {
    const [text, { current, filters }] = checkedArguments.filters(...args);
    const query = new URLSearchParams({ current, ...(text !== undefined && { q: text }) });
    for (const [property, values] of Object.entries(filters))
      for (const value of values) query.append(property, value);
    return this.#ask({ path: "/api/filters", query: `${query}` });
  }

  concepts(code) {
    return this.#parse(this.#run((packs) => packs.concepts(...checkedArguments.concepts(code))));
  }

  packsOf(...args) {
    const [code, { limit, offset, current }] = checkedArguments.packsOf(...args);
    return this.#parse(this.#run((packs) => packs.packsOf(code, limit, offset, current)));
  }

  changes(...args) {
    const [{ since, kind, code, ...page }] = checkedArguments.changes(...args);
    const query = new URLSearchParams(page);
    if (since !== undefined) query.set("since", since);
    for (const [name, values] of Object.entries({ kind, code }))
      if (values.length > 0) query.set(name, values.join());
    const answer = this.#ask({ path: "/string-ids/api/changes", query: `${query}` });
    if (this.#hasBigIntIds) withBigIntCodes(answer.changes);
    return answer;
  }

  checkList(...args) {
    const [codes, { since }] = checkedArguments.checkList(...args);
    const answer = this.#ask({
      method: "POST",
      path: "/string-ids/api/check-list",
      body: JSON.stringify({ codes, since }),
    });
    if (this.#hasBigIntIds) withBigIntCodes(answer.additions);
    return this.#withIds(answer);
  }

  /** Reads the JSON of a request. An error of the API is thrown. */
  #ask(request) {
    const { status, body } = this.respond(request);
    const answer = parse(body);
    if (status !== 200) throw new PackLookupError(answer.detail, answer.reason);
    return answer;
  }

  status(packId) {
    return this.#run((packs) => packs.status(...checkedArguments.status(packId)));
  }

  suggest(...args) {
    const [text, { limit }] = checkedArguments.suggest(...args);
    return this.#run((packs) => packs.suggest(text, limit));
  }

  describe(text) {
    return this.#run((packs) => packs.describe(...checkedArguments.describe(text)));
  }

  scan(...args) {
    const [text, { today }] = checkedArguments.scan(...args);
    return this.#run((packs) => packs.scan(text, today));
  }

  tryScan(...args) {
    return outcomeOf(() => this.scan(...args));
  }

  async fetch(input, init) {
    return fetchWith(this.respond, input, init);
  }

  respond(request) {
    const [parts] = checkedArguments.respond(request);
    const { method, path, query } = parts;
    const response = this.#run((packs) =>
      packs.respond(
        method,
        path,
        query,
        headersOf(parts),
        bytesOf(parts.body),
        Math.floor(Date.now() / DAY),
      ),
    );
    try {
      return { status: response.status, headers: response.headers, body: response.body };
    } finally {
      response.free();
    }
  }

  get about() {
    return parse(this.respond({ path: "/api/about" }).body);
  }

  /** Iterates from a position in name order. The worker uses it to send packs in batches. */
  *[Symbol.iterator](first = 0) {
    const { size } = this;
    for (let index = first; index < size; index += 1)
      yield this.#parse(this.#run((packs) => packs.packAt(index)));
  }

  close() {
    const packs = this.#packs;
    this.#packs = undefined;
    if (packs && !this.#call.hasStopped()) this.#call(() => packs.free());
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }

  #run(call) {
    if (this.#packs === undefined)
      throw new PackLookupError("the dataset is closed; open it again", "closed");
    return this.#call(() => call(this.#packs));
  }

  /** Parses JSON with ids as `open` was asked. */
  #parse(json) {
    return json && this.#withIds(parse(json));
  }

  #withIds(value) {
    return this.#hasBigIntIds ? withBigIntIds(value) : value;
  }
}

const utf8 = new TextDecoder();
const DAY = 86_400_000;

const parse = (json) => JSON.parse(utf8.decode(json));

const utf8Encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);

/** Finds the headers in the order in which the core reads them. */
function headersOf({ ifNoneMatch = "", origin = "", accept = "", prefer = "", contentType = "" }) {
  const headers = [ifNoneMatch, origin, accept, prefer, contentType];
  return headers.slice(0, headers.findLastIndex(Boolean) + 1);
}

const bytesOf = (body = NO_BYTES) => (typeof body === "string" ? utf8Encoder.encode(body) : body);

/** Writes the facet filters as a flat list: facet name, value, facet name, value. */
const pairsOf = (filters) =>
  Object.entries(filters).flatMap(([facet, values]) => values.flatMap((value) => [facet, value]));

// The ids of records as `bigint`. The WebAssembly returns them as texts.

const IDS = new Set(["pack_id", "pack_ids", "id", "previous_id", "other_code", "vmp"]);

/**
 * Converts all ids of a value to `bigint`, in place, and returns it. A `JSON.parse` reviver would
 * visit every value and take 50 % longer.
 */
function withBigIntIds(value) {
  for (const key in value) {
    const field = value[key];
    if (IDS.has(key)) value[key] = toBigInt(field);
    else if (typeof field === "object") withBigIntIds(field);
  }
  return value;
}

/** Converts an id or a list of ids. The virtual product of a pack is an object with an id. */
function toBigInt(ids) {
  if (typeof ids === "string") return BigInt(ids);
  return Array.isArray(ids) ? ids.map(BigInt) : withBigIntIds(ids);
}

/** Converts also the codes that changed. The codes of a list stay as they were written. */
function withBigIntCodes(records) {
  for (const record of records) record.code = BigInt(record.code);
  return withBigIntIds(records);
}
