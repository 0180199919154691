// Valid and invalid arguments of the module, for the synchronous and the asynchronous one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { DatasetError, GtinError } from "../../npm/errors.js";
import { paths } from "../../scripts/common/project.mjs";

export const path = paths.testDataset;
export const bytes = readFileSync(path);
export const GTIN = "9520000000011";

/** A request whose body was read. */
const used = new Request("https://localhost/api/check-list", { method: "POST", body: "a" });
await used.text();

function* endless() {
  while (true) yield GTIN;
}

/** [the call, the error class, its reason] */
export const rejectedCalls = [
  [(packs) => packs.search(), TypeError, "bad_q"],
  [(packs) => packs.search(undefined), TypeError, "bad_q"],
  [(packs) => packs.search("i ".repeat(101)), RangeError, "q_too_long"],
  [(packs) => packs.search("a", { limit: -1 }), RangeError, "bad_limit"],
  [(packs) => packs.search("a", { limit: 101 }), RangeError, "bad_limit"],
  [(packs) => packs.search("a", { limit: 0.5 }), RangeError, "bad_limit"],
  [(packs) => packs.search("a", { limit: "20" }), TypeError, "bad_limit"],
  [(packs) => packs.search("a", { offset: 1e9 }), RangeError, "bad_offset"],
  [(packs) => packs.search("a", { offset: NaN }), RangeError, "bad_offset"],
  [(packs) => packs.search("a", { sort: "price" }), RangeError, "bad_sort"],
  [(packs) => packs.search("a", { sort: 1 }), TypeError, "bad_sort"],
  [(packs) => packs.search("a", { current: "false" }), TypeError, "bad_current"],
  [(packs) => packs.search("a", { lmit: 1 }), TypeError, "unknown_option"],
  [(packs) => packs.search("a", { groupBy: "supplier" }), RangeError, "bad_groupBy"],
  [(packs) => packs.search("a", { groupBy: true }), TypeError, "bad_groupBy"],
  [(packs) => packs.search("a", { form: "tablets" }), TypeError, "unknown_option"],
  [(packs) => packs.search("a", { groupBy: "product", form: 5 }), TypeError, "bad_form"],
  [
    (packs) =>
      packs.search("a", { groupBy: "product", strength: Object.assign(Array(2), { 1: "5mg" }) }),
    TypeError,
    "bad_strength",
  ],
  [
    (packs) => packs.search("a", { groupBy: "product", supplier: Array(51).fill("Teva") }),
    RangeError,
    "bad_supplier",
  ],
  [
    (packs) => packs.search("a", { groupBy: "product", supplier: "i".repeat(1001) }),
    RangeError,
    "supplier_too_long",
  ],
  [(packs) => packs.search("a", { groupBy: "product", limit: 0 }), RangeError, "bad_limit"],
  [(packs) => packs.search("a", 20), TypeError, "bad_options"],
  [(packs) => packs.search("a", null), TypeError, "bad_options"],
  [(packs) => packs.search("a", [20]), TypeError, "bad_options"],
  [(packs) => packs.lookupMany(), TypeError, "bad_codes"],
  [(packs) => packs.lookupMany(GTIN), TypeError, "bad_codes"],
  [(packs) => packs.lookupMany({ length: 1, 0: GTIN }), TypeError, "bad_codes"],
  [(packs) => packs.lookupMany(new Map([[GTIN, 1]])), TypeError, "bad_codes"],
  [(packs) => packs.lookupMany(endless()), RangeError, "too_many_codes"],
  [
    (packs) => packs.lookupMany(Object.assign(Array(3), { 0: GTIN, 2: GTIN })),
    TypeError,
    "bad_code",
  ],
  [(packs) => packs.lookupMany([null]), TypeError, "bad_code"],
  [(packs) => packs.lookupMany(["1".repeat(101)]), RangeError, "code_too_long"],
  [(packs) => packs.lookupMany(Array(10_001).fill(GTIN)), RangeError, "too_many_codes"],
  [(packs) => packs.suggest("a".repeat(201)), RangeError, "q_too_long"],
  [(packs) => packs.suggest("a", { limit: 0 }), RangeError, "bad_limit"],
  [(packs) => packs.describe("a".repeat(201)), RangeError, "q_too_long"],
  [(packs) => packs.reuse(), TypeError, "bad_code"],
  [(packs) => packs.reuse("12"), GtinError, "bad_length"],
  [(packs) => packs.uses(GTIN, { on: { length: "400000000" } }), TypeError, "bad_on"],
  [(packs) => packs.uses(GTIN, { on: new Date(NaN) }), TypeError, "bad_on"],
  [(packs) => packs.uses(GTIN, { on: "1 March 2019" }), RangeError, "bad_on"],
  [(packs) => packs.uses(GTIN, { on: "2015-02-30" }), RangeError, "bad_on"],
  [(packs) => packs.scan(GTIN, { today: {} }), TypeError, "bad_today"],
  [(packs) => packs.scan(GTIN, { today: "2015-13-01" }), RangeError, "bad_today"],
  [(packs) => packs.scan("1".repeat(8001)), RangeError, "scan_too_long"],
  [(packs) => packs.scan(null), TypeError, "bad_scan"],
  [(packs) => packs.tryScan(null), TypeError, "bad_scan"],
  [(packs) => packs.respond({ path: "/api/about", contenttype: "" }), TypeError, "unknown_option"],
  [(packs) => packs.gtin({}), TypeError, "bad_code"],
  [(packs) => packs.gtin(1.5), TypeError, "bad_code"],
  [(packs) => packs.gtin("1".repeat(1e6)), RangeError, "code_too_long"],
  [(packs) => packs.gtin("123"), GtinError, "bad_length"],
  // biome-ignore lint/correctness/noPrecisionLoss: such a number must be rejected
  [(packs) => packs.pack(995200000000000013), TypeError, "bad_id"],
  [(packs) => packs.status({}), TypeError, "bad_id"],
  [(packs) => packs.concepts({}), TypeError, "bad_code"],
  // biome-ignore lint/correctness/noPrecisionLoss: such a number must be rejected
  [(packs) => packs.concepts(995200000000000013), TypeError, "bad_code"],
  [(packs) => packs.concepts("1".repeat(101)), RangeError, "code_too_long"],
  [(packs) => packs.packsOf(), TypeError, "bad_code"],
  [(packs) => packs.packsOf("319562000", { limit: 0 }), RangeError, "bad_limit"],
  [(packs) => packs.packsOf("319562000", { current: 1 }), TypeError, "bad_current"],
  [(packs) => packs.packsOf("319562000", { ids: "string" }), TypeError, "unknown_option"],
  [(packs) => packs.packsOf("319562000", { sort: "name" }), TypeError, "unknown_option"],
  [(packs) => packs.fetch({ url: "/api/about", method: {} }), TypeError, "bad_method"],
  [(packs) => packs.fetch({}), TypeError, "bad_url"],
  [(packs) => packs.fetch("/".repeat(20_000)), RangeError, "url_too_long"],
  [(packs) => packs.fetch("http://[/api/about"), TypeError, "bad_url"],
  [(packs) => packs.fetch("//"), TypeError, "bad_url"],
  [(packs) => packs.fetch("/api/about", { headers: { "a b": "c" } }), TypeError, "bad_headers"],
  [(packs) => packs.fetch(used), TypeError, "bad_body"],
];

/** The ways to name the same dataset. */
export const sources = {
  "a path": () => path,
  "a relative path": () => join(".", path.slice(process.cwd().length + 1)),
  "a file: URL": () => pathToFileURL(path),
  "a file: URL as text": () => pathToFileURL(path).href,
  bytes: () => bytes,
  "an ArrayBuffer": () => new Uint8Array(bytes).buffer,
  "a SharedArrayBuffer": () =>
    new Uint8Array(new SharedArrayBuffer(bytes.length)).map((_, at) => bytes[at]),
  "a view": () => new DataView(new Uint8Array(bytes).buffer),
  "a Blob": () => new Blob([bytes]),
  "a File": () => new File([bytes], "packs.bin"),
  "a Response": () => new Response(bytes),
  "a stream": () => new Blob([bytes]).stream(),
  "a promise of bytes": () => Promise.resolve(bytes),
  "a promise of a Response": () => Promise.resolve(new Response(bytes)),
  gzip: () => gzipSync(bytes),
  "a Blob of gzip": () => new Blob([gzipSync(bytes)]),
  "a data: URL": () => `data:application/octet-stream;base64,${bytes.toString("base64")}`,
};

/** The start of a zip. */
const ZIP = Buffer.from("504b0304140000000800", "hex");

/**
 * [the arguments of `open`, the error class, its reason, a pattern of its message]. A response can
 * be read once, so each run creates its own.
 */
export const rejectedOpens = () => [
  ["a misspelt option", [{ data: path }], TypeError, "unknown_option", /no option "data"/],
  ["a number", [7], TypeError, "bad_dataset", /not a number/],
  ["null", [null], TypeError, "bad_dataset", /not null/],
  [
    "an object that is not a dataset",
    [{ dataset: {} }],
    TypeError,
    "bad_dataset",
    /the dataset must be/,
  ],
  ["a number as the dataset", [{ dataset: 5 }], TypeError, "bad_dataset", /the dataset must be/],
  [
    "a promise of undefined",
    [Promise.resolve(undefined)],
    TypeError,
    "bad_dataset",
    /the dataset must be/,
  ],
  ["an unknown value of ids", [path, { ids: "number" }], RangeError, "bad_ids", /string or bigint/],
  ["a string as verify", [path, { verify: "no" }], TypeError, "bad_verify", /true or false/],
  [
    "a path without a file",
    ["./nothing.bin"],
    DatasetError,
    "unavailable",
    /^cannot read the dataset from \.\/nothing\.bin: no such file; check the path$/,
  ],
  [
    "a server that does not run",
    ["http://127.0.0.1:9/packs.bin"],
    DatasetError,
    "unavailable",
    /127\.0\.0\.1:9/,
  ],
  [
    "a response with an error status",
    [new Response("", { status: 404 })],
    DatasetError,
    "unavailable",
    /status 404/,
  ],
  ["a zip", [ZIP], DatasetError, "not_a_dataset", /it is a zip.*importRelease/],
  ["gzip of something else", [gzipSync("a text")], DatasetError, "not_a_dataset", /not a dataset/],
  [
    "damaged gzip",
    [gzipSync(bytes).fill(0, 100, 200)],
    DatasetError,
    "damaged",
    /gzip.*download it again/,
  ],
  [
    "truncated gzip",
    [gzipSync(bytes).subarray(0, -9)],
    DatasetError,
    "damaged",
    /gzip.*download it again/,
  ],
  [
    "gzip of far more than a dataset",
    [gzipSync(Buffer.concat([bytes, Buffer.alloc(50_000_000)]))],
    DatasetError,
    "torn",
    /bytes/,
  ],
  [
    "an HTML page",
    [new Blob(["<!doctype html><title>Not found</title>"])],
    DatasetError,
    "not_a_dataset",
    /HTML page.*`dataset` and `wasm`/,
  ],
];

/** Values of every type that a program may pass by mistake. */
export const wrongValues = [
  undefined,
  null,
  true,
  0,
  -1,
  1e300,
  NaN,
  12n,
  "",
  " ",
  "\u0000",
  "\ud800",
  "9".repeat(500),
  "💊".repeat(300),
  Symbol("s"),
  {},
  [],
  [[]],
  () => {},
  new Date(),
  new Date(NaN),
  new Map(),
  new Uint8Array(4),
  /a/,
  { length: "400000000" },
  { toString: 1 },
  {
    toString: () => {
      throw new Error("thrown by the value");
    },
  },
  Object.create(null),
  new Proxy({}, { get: () => undefined }),
  { limit: {} },
  { on: [] },
  { today: 5 },
  { url: null },
  { method: "GET" },
  { headers: 5, url: "/api/about" },
];

/** The methods that take an argument. */
export const methodNames = [
  "gtin",
  "gtinJson",
  "lookupMany",
  "pack",
  "uses",
  "search",
  "concepts",
  "packsOf",
  "status",
  "suggest",
  "describe",
  "scan",
  "fetch",
];
