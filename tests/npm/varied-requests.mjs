// Random requests to `serve`: valid and wrong, with codes, names and addresses that must not be
// written anywhere. The same seed gives the same requests.
import { PackLookup } from "../../npm/core.js";
import { Random } from "../common/random.mjs";
import { line } from "./serving.mjs";

/**
 * The route of requests that Node rejects by itself. They are `bytes`, because no client sends
 * them.
 */
const REJECTED = "rejected";

/** The methods that Node reads. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "TRACE"];
const PREFIXES = ["", "/med", "/string-ids"];

/** A word that is shorter could be a part of any text. */
const MIN_LENGTH = 5;

export class VariedRequests {
  /** What was sent, in lower case. */
  sent = new Set();
  #random;
  #records;

  constructor(seed) {
    this.#random = new Random(seed);
  }

  /** Reads the codes and names of a dataset. */
  async open(dataset) {
    const packs = await PackLookup.open(dataset);
    this.#records = [...packs];
    packs.close();
  }

  /** Returns `{ route, target, method, headers, body }`, or `{ route, bytes }`. */
  next() {
    const make = this.#random.pick([api, pages, fhir, assistants, unknown, rejected]);
    const request = make(this);
    return this.chance() ? request : { ...request, headers: this.#headers(request) };
  }

  chance() {
    return this.#random.chance(0.5);
  }

  pick(list) {
    return this.#random.pick(list);
  }

  digits(count) {
    return this.#sent(this.#draw("0123456789", count));
  }

  letters(count) {
    return this.#sent(this.#draw("bcdfghjklmnpqrstvwxz", count));
  }

  gtin() {
    return this.#sent(this.#pack().gtin_codes[0]?.gtin ?? this.digits(14));
  }

  id() {
    return this.#sent(String(this.#pack().pack_id));
  }

  /** The longest word of the name of a pack. */
  word() {
    const words = this.#pack().name.match(/[a-z]+/gi) ?? [this.letters(9)];
    return this.#sent(words.toSorted((one, other) => other.length - one.length)[0]);
  }

  /** Headers that name a person, a machine or another request. */
  #headers({ headers }) {
    return {
      "X-Request-Id": this.letters(12),
      "X-Forwarded-For": this.#sent(`203.0.113.${this.#random.from(100, 254)}`),
      "User-Agent": this.letters(10),
      Referer: `https://${this.letters(9)}.example/`,
      ...headers,
    };
  }

  #pack() {
    return this.pick(this.#records);
  }

  #draw(characters, count) {
    let text = "";
    while (text.length < count) text += this.pick(characters);
    return text;
  }

  #sent(text) {
    if (text.length >= MIN_LENGTH) this.sent.add(text.toLowerCase());
    return text;
  }
}

const get = (route, target) => ({ route, target });

function api(requests) {
  const prefix = requests.pick(PREFIXES);
  return requests.pick([
    () => get("/api/gtin/{gtin}", `${prefix}/api/gtin/${requests.gtin()}`),
    () => get("/api/gtin/{gtin}", `${prefix}/api/gtin/${requests.digits(13)}/`),
    () => get("/api/gtin/{gtin}", `/api/g%74in/${requests.letters(9)}`),
    () => get("/api/gtin/{gtin}", `/api/gtin/%ff${requests.digits(8)}`),
    () => get("/api/gtin", `/api/gtin?codes=${requests.gtin()},${requests.digits(14)}`),
    () => get("/api/search", `${prefix}/api/search?q=${requests.word()}`),
    () => get("/api/search", `/api/search?q=${requests.letters(9)}&limit=${requests.letters(5)}`),
    () => get("/api/search", `/api/search?q=${requests.letters(20).repeat(500)}`),
    () => get("/api/suggest", `/api/suggest?q=${requests.word()}`),
    () => get("/api/ampp/{id}", `/api/ampp/${requests.id()}`),
    () => get("/api/vmp/{id}", `/api/vmp/${requests.digits(18)}`),
    () => get("/api/filters", `/api/filters?q=${requests.word()}`),
    () => get("/api/about", `http://${requests.letters(8)}.example/api/about?a=1`),
    () => ({ ...get("/api/about", "/api/about"), method: requests.pick(METHODS) }),
    () => ({
      ...get("/api/check-list", `${prefix}/api/check-list`),
      method: "POST",
      headers: { "Content-Type": "text/csv" },
      body: `code\n${requests.digits(18)}\n${requests.word()}`,
    }),
  ])();
}

function pages(requests) {
  return requests.pick([
    () => get("/", `/?q=${requests.word()}`),
    () => get("/{file}", `/robots.txt?${requests.letters(6)}`),
    () => get("/assets/{file}", `/assets/${requests.letters(12)}.js`),
    () => get("/dataset/{file}", `/dataset/${requests.digits(16)}.bin`),
    () => get("/01/{+link}", `/01/${requests.gtin()}/10/${requests.letters(8)}?17=271231`),
    () => get("/med/gtin/{gtin}", `/med/gtin/${requests.gtin()}`),
    () => get("/med/ampp/ampp/{page}", `/med/ampp/ampp/${requests.letters(9)}-${requests.id()}`),
  ])();
}

function fhir(requests) {
  return requests.pick([
    () => get("/fhir/Medication", `/fhir/Medication?code=${requests.id()}`),
    () => get("/fhir/Medication/{id}", `/fhir/Medication/${requests.digits(18)}`),
    () => ({
      ...get("/fhir/CodeSystem/$lookup", "/fhir/CodeSystem/$lookup"),
      method: "POST",
      headers: { "Content-Type": "application/fhir+json" },
      body: JSON.stringify({ resourceType: "Parameters", id: requests.word() }),
    }),
  ])();
}

function assistants(requests) {
  const message = { jsonrpc: "2.0", id: requests.digits(9), method: requests.word() };
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    Origin: `https://${requests.letters(9)}.example`,
  };
  return { ...get("/mcp", "/mcp"), method: "POST", headers, body: JSON.stringify(message) };
}

function unknown(requests) {
  return requests.pick([
    () => get("unknown", `/${requests.letters(9)}/${requests.digits(9)}`),
    () => get("unknown", `/api/${requests.letters(7)}`),
    () => get("unknown", `/metrics/${requests.letters(9)}`),
    () => get("unknown", `/${requests.letters(20)}${"/".repeat(9_000)}`),
  ])();
}

function rejected(requests) {
  const expects = (value) =>
    `GET / HTTP/1.1\r\nHost: a\r\nExpect: ${value}\r\nConnection: close\r\n\r\n`;
  const bytes = requests.pick([
    () => line(`/api/gtin/${requests.digits(14)}`, requests.letters(6)),
    () => line(`${requests.letters(8)}.example:443`, "CONNECT"),
    () => line(`/${requests.letters(30).repeat(600)}`),
    () => `${requests.letters(9)}\r\n\r\n`,
    () => expects(requests.letters(8)),
  ])();
  return { route: REJECTED, bytes };
}
