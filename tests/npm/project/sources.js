// What `open` does with each kind of value: it reads what names or has a dataset, and refuses
// everything else. Nothing but a call without arguments opens demonstration data, so these calls
// must not.

const READ = "read";
const REFUSED = "TypeError bad_dataset";
const UNKNOWN = "TypeError unknown_option";
class Settings {}
class WithDataset {
  constructor(dataset) {
    this.dataset = dataset;
  }
}

/** A handle as `showOpenFilePicker` gives it. */
const handleOf = (bytes) => ({
  [Symbol.toStringTag]: "FileSystemFileHandle",
  getFile: async () => new Blob([bytes]),
});

const addressOf = (bytes) =>
  `data:application/octet-stream;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;

/**
 * [name, arguments of `open`, outcome]. `other` is the global object of another frame or context.
 */
const casesOf = (bytes, other) => [
  ["undefined", [undefined], REFUSED],
  ["undefined with settings", [undefined, { ids: "string" }], REFUSED],
  ["null", [null], REFUSED],
  ["an empty string", [""], REFUSED],
  ["true", [true], REFUSED],
  ["a number", [0], REFUSED],
  ["a bigint", [12n], REFUSED],
  ["a symbol", [Symbol("packs")], REFUSED],
  ["a function", [() => bytes], REFUSED],
  ["no dataset in options", [{}], REFUSED],
  ["settings alone", [{ ids: "string" }], REFUSED],
  ["an undefined dataset in options", [{ dataset: undefined }], REFUSED],
  ["a dataset of null in options", [{ dataset: null }], REFUSED],
  ["an empty dataset in options", [{ dataset: "" }], REFUSED],
  ["options in options", [{ dataset: { dataset: bytes } }], REFUSED],
  ["an unknown option", [{ data: bytes }], UNKNOWN],
  ["an empty array", [[]], REFUSED],
  ["an array of numbers", [[...bytes.subarray(0, 9)]], REFUSED],
  ["a Map", [new Map()], REFUSED],
  ["a Date", [new Date()], REFUSED],
  ["URLSearchParams", [new URLSearchParams()], REFUSED],
  ["Headers", [new Headers()], REFUSED],
  ["FormData", [new FormData()], REFUSED],
  ["a signal", [new AbortController().signal], REFUSED],
  ["an error", [new Error("no packs")], REFUSED],
  ["an instance without fields", [new Settings()], REFUSED],
  ["an instance with a field", [new WithDataset(bytes)], REFUSED],
  ["an inherited dataset", [Object.create({ dataset: bytes })], REFUSED],
  ["a promise of undefined", [Promise.resolve(undefined)], REFUSED],
  ["a promise of options", [Promise.resolve({ dataset: bytes })], REFUSED],
  ["a promise of undefined in options", [{ dataset: Promise.resolve(undefined) }], REFUSED],
  ["settings of a class", [bytes, new Settings()], "TypeError bad_options"],
  ["a module", [new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))], REFUSED],
  ["bytes", [bytes], READ],
  ["options without a prototype", [Object.assign(Object.create(null), { dataset: bytes })], READ],
  ["options of another context", [Object.assign(new other.Object(), { dataset: bytes })], READ],
  [
    "an ArrayBuffer of another context",
    [copyInto(new other.ArrayBuffer(bytes.length), bytes)],
    READ,
  ],
  ["a view of another context", [other.Uint8Array.from(bytes)], READ],
  ["a Request", [new Request(addressOf(bytes))], READ],
  ["a promise of a Request", [Promise.resolve(new Request(addressOf(bytes)))], READ],
  ["a file handle", [handleOf(bytes)], READ],
  ["a file handle in options", [{ dataset: handleOf(bytes) }], READ],
  ["a promise of a file handle", [Promise.resolve(handleOf(bytes))], READ],
];

function copyInto(buffer, bytes) {
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

/** Each call whose outcome is another one: `[name, outcome]`. */
export async function wrongOpenings(PackLookup, bytes, other) {
  const wrong = [];
  for (const [name, args, expected] of casesOf(bytes, other)) {
    const outcome = await PackLookup.open(...args).then(
      (packs) => (packs.close(), READ),
      ({ name, reason }) => `${name} ${reason}`,
    );
    if (outcome !== expected) wrong.push([name, outcome]);
  }
  return wrong;
}
