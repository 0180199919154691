// Every method of an open dataset. The Worker, whose WebAssembly has its dataset built in, uses
// this class without the rest of the module.
import { checkedArguments, responseOf } from "./arguments.js";
import * as check from "./check.js";
import { PackLookupError } from "../errors.js";

/**
 * The methods of an open dataset. `packs` is that of the WebAssembly, and `wasmCall` runs its
 * methods.
 */
export class OpenDataset {
  #packs;
  #call;
  #size;
  #idsAsText;

  constructor(packs, wasmCall, idsAsText) {
    this.#packs = packs;
    this.#call = wasmCall;
    this.#idsAsText = idsAsText;
    // Allows `codes.map(packs.gtin)`.
    for (const name of BOUND_METHODS) this[name] = this[name].bind(this);
  }

  async verify() {
    return this.#run((packs) => packs.verify());
  }

  get size() {
    this.#size ??= this.about.dataset.packs;
    return this.#size;
  }

  gtin(code) {
    return this.#convertIds(this.#run((packs) => packs.gtin(...checkedArguments.gtin(code))));
  }

  gtinJson(code) {
    return this.#run((packs) =>
      packs.gtinJson(...checkedArguments.gtinJson(code), this.#idsAsText),
    );
  }

  lookupMany(codes) {
    const [texts] = checkedArguments.lookupMany(codes);
    return texts.map((code) => {
      const entry = this.#run((packs) => packs.lookUp(code));
      this.#convertIds(entry.pack);
      return entry;
    });
  }

  pack(packId) {
    return this.#convertIds(this.#run((packs) => packs.pack(...checkedArguments.pack(packId))));
  }

  uses(...args) {
    const [code, { on }] = checkedArguments.uses(...args);
    const uses = this.#run((packs) => packs.uses(code, on));
    uses.forEach(({ pack }) => this.#convertIds(pack));
    return uses;
  }

  reuse(code) {
    return this.#run((packs) => packs.reuse(...checkedArguments.reuse(code)));
  }

  search(...args) {
    const [text, options] = checkedArguments.search(...args);
    const { limit, offset, current, sort, filters, groupBy, ...facets } = options;
    const query = [text, limit, offset, current, sort === "relevance"];
    if (groupBy)
      return this.#searchGroups((packs) =>
        packs.searchGroups(...query, pairsOf({ ...facets, ...filters })),
      );
    return this.#parseResults(this.#run((packs) => packs.search(...query, pairsOf(filters))));
  }

  filters(...args) {
    const [text, { current, filters }] = checkedArguments.filters(...args);
    const query = new URLSearchParams({ current, ...(text !== undefined && { q: text }) });
    for (const [property, values] of Object.entries(filters))
      for (const value of values) query.append(property, value);
    return this.#ask({ path: "/api/filters", query: `${query}` });
  }

  concepts(code) {
    const json = this.#run((packs) => packs.concepts(...checkedArguments.concepts(code)));
    if (json === undefined) return undefined;
    const concepts = JSON.parse(json);
    return this.#idsAsText ? concepts : convertConceptIds(concepts);
  }

  packsOf(...args) {
    const [code, { limit, offset, current, ids }] = checkedArguments.packsOf(...args);
    const json = this.#run((packs) => packs.packsOf(code, limit, offset, current));
    return json && this.#parseResults(json, ids === undefined ? this.#idsAsText : ids === "string");
  }

  changes(...args) {
    const [{ since, kind, code, ...page }] = checkedArguments.changes(...args);
    const query = new URLSearchParams(page);
    if (since !== undefined) query.set("since", since);
    for (const [name, values] of Object.entries({ kind, code }))
      if (values.length > 0) query.set(name, values.join());
    const answer = this.#ask({ path: "/string-ids/api/changes", query: `${query}` });
    return this.#idsAsText ? answer : { ...answer, changes: answer.changes.map(withBigIntIds) };
  }

  checkList(...args) {
    const [codes, { since }] = checkedArguments.checkList(...args);
    const answer = this.#ask({
      method: "POST",
      path: "/string-ids/api/check-list",
      body: JSON.stringify({ codes, since }),
    });
    return this.#idsAsText ? answer : withBigIntCodes(answer);
  }

  /** Returns the JSON of a request. An error of the API is thrown. */
  #ask(request) {
    const { status, body } = this.respond(request);
    const answer = JSON.parse(utf8.decode(body));
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

  fetch(input, init) {
    const request = check.request(input, init);
    return responseOf(request, this.respond(request));
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
    return JSON.parse(utf8.decode(this.respond({ path: "/api/about" }).body));
  }

  /** Iterates from a position in name order. The worker uses it to send packs in batches. */
  *[Symbol.iterator](first = 0) {
    const { size } = this;
    for (let index = first; index < size; index += 1)
      yield this.#convertIds(this.#run((packs) => packs.packAt(index)));
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

  #searchGroups(call) {
    const results = this.#run(call);
    if (this.#idsAsText)
      results.groups.forEach((group) => (group.pack_ids = group.pack_ids.map(String)));
    return results;
  }

  #parseResults(json, asText = this.#idsAsText) {
    const results = JSON.parse(utf8.decode(json));
    results.packs.forEach((pack) => convertIds(pack, asText ? String : BigInt));
    return results;
  }

  /** Returns the record with ids of the type that `open` was given. */
  #convertIds(pack) {
    return this.#idsAsText && pack ? convertIds(pack, String) : pack;
  }
}

const utf8 = new TextDecoder();
const DAY = 86_400_000;

const utf8Encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);

/** Returns the headers in the order in which the core reads them. */
function headersOf({ ifNoneMatch = "", origin = "", accept = "", prefer = "", contentType = "" }) {
  const headers = [ifNoneMatch, origin, accept, prefer, contentType];
  return headers.slice(0, headers.findLastIndex(Boolean) + 1);
}

const bytesOf = (body = NO_BYTES) => (typeof body === "string" ? utf8Encoder.encode(body) : body);

/** Converts all ids of a record with `convert`, in place. */
function convertIds(pack, convert) {
  pack.pack_id = convert(pack.pack_id);
  pack.comb_content.forEach((component) => (component.pack_id = convert(component.pack_id)));
  return pack;
}

/**
 * Converts the text ids of concepts to `bigint`, in place. A `JSON.parse` reviver would visit every
 * value and take 50 % longer.
 */
function convertConceptIds(concepts) {
  for (const key in concepts) {
    const value = concepts[key];
    if (key === "id" || key === "previous_id") concepts[key] = BigInt(value);
    else if (typeof value === "object") convertConceptIds(value);
  }
  return concepts;
}

/** The fields of changes and of additions to a list that have ids. */
const IDS = ["code", "other_code", "vmp"];

/** Converts the ids of a change or an addition to `bigint`, in place. */
function withBigIntIds(record) {
  for (const name of IDS) if (record[name] !== undefined) record[name] = BigInt(record[name]);
  return record;
}

/** Converts the ids of a checked list. The codes of the list stay as they were written. */
function withBigIntCodes({ codes, additions, ...answer }) {
  for (const code of codes) {
    if (code.pack_id !== undefined) code.pack_id = BigInt(code.pack_id);
    for (const finding of code.findings)
      if (finding.other_code !== undefined) finding.other_code = BigInt(finding.other_code);
  }
  return { ...answer, codes, additions: additions.map(withBigIntIds) };
}

/** Returns the facet filters as a flat list: facet name, value, facet name, value. */
const pairsOf = (filters) =>
  Object.entries(filters).flatMap(([facet, values]) => values.flatMap((value) => [facet, value]));

const BOUND_METHODS = [...Object.keys(checkedArguments), "fetch", "close"];
