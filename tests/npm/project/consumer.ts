// Compiled, never run: each line that is marked as an error must be one.
import {
  type Concepts,
  DatasetError,
  FORMAT,
  type Found,
  type Gap,
  type Group,
  type Grouped,
  GtinError,
  type Pack,
  PackLookup,
  PackLookupError,
  type PackStatus,
  type QueryKind,
  type Reuse,
  ScanError,
  type ScanReason,
  type Suggestion,
  type Use,
  WasmError,
} from "pack-lookup";
import { PackLookup as InWorker } from "pack-lookup/async";
import { PackLookup as WithoutDataset } from "pack-lookup/core";
import {
  DatasetError as DatasetErrorAlone,
  ImportError as ImportErrorAlone,
} from "pack-lookup/errors";
import {
  type CheckedGtin,
  gtin as checkGtin,
  load,
  type Reader,
  scan,
  type Scan,
} from "pack-lookup/gs1";
import {
  applyUpdate,
  ImportError,
  type Imported,
  type ImportProgress,
  importRelease,
  makeUpdate,
  UpdateError,
} from "pack-lookup/import";
import wasm from "pack-lookup/pack_lookup_bg.wasm";
import importer from "pack-lookup/pack_lookup_importer_bg.wasm";
import bundled from "pack-lookup/packs.bin";

const packs: PackLookup = await PackLookup.open();
await WithoutDataset.open({ wasm, dataset: bundled });
await PackLookup.open({
  dataset: new URL("https://example.org/packs.bin"),
  wasm: new Uint8Array(),
});
await PackLookup.open({ dataset: await fetch("/packs.bin") });
await WithoutDataset.open({ dataset: new ArrayBuffer(0), verify: false });
await PackLookup.demo({ verify: true });
await PackLookup.open("./packs.bin", {
  signal: AbortSignal.timeout(1000),
  progress: ({ received, size }) => console.log(received / (size ?? received)),
});
await PackLookup.open(fetch("/packs.bin"));
await PackLookup.open(new Blob([]), { wasm: await WebAssembly.compile(new Uint8Array()) });
// @ts-expect-error a dataset is required
await WithoutDataset.open();
// @ts-expect-error there is no such option
await PackLookup.open({ data: "./packs.bin" });
// @ts-expect-error a dataset is required in options
await PackLookup.open({ ids: "string" });
// @ts-expect-error a variable that may be undefined is no source
await PackLookup.open(undefined as string | undefined);
await PackLookup.open(new Request("https://example.org/packs.bin"));
await PackLookup.open({} as FileSystemFileHandle);
// @ts-expect-error the demonstration data is its own source
await PackLookup.demo({ dataset: "./packs.bin" });
const demoInWorker: InWorker<bigint> = await InWorker.demo({ ids: "bigint" });

const exact: PackLookup<bigint> = await PackLookup.demo({ ids: "bigint" });
const integerId: bigint | undefined = exact.gtin("09521234567895")?.pack_id;
const partId: bigint | undefined = exact.search("a").packs[0]?.comb_content[0]?.pack_id;
const exactToo: PackLookup<string> = await WithoutDataset.open("./packs.bin", { ids: "string" });
// @ts-expect-error ids are text here
const noBigint: bigint = exactToo.uses("09521234567895")[0]!.pack.pack_id;
const chosen = { ids: "string" as "string" | "bigint", verify: false };
// @ts-expect-error a variable does not say which type it chooses
const unsound: PackLookup<string> = await PackLookup.open("./packs.bin", chosen);
const sound: PackLookup<string> | PackLookup<bigint> | PackLookup<string | bigint> =
  await PackLookup.open({ dataset: "./packs.bin", ...chosen });
const eitherId: string | bigint | undefined = sound.gtin("09521234567895")?.pack_id;
const unset: PackLookup<string> = await PackLookup.open({ dataset: "./packs.bin", ids: undefined });

const pack: Pack | undefined = packs.gtin("09521234567895");
const many: (Pack | undefined)[] = ["09521234567895"].map(packs.gtin);
const byId: Pack | undefined = packs.pack(995200000000000195n);
const names: string[] = [...packs].slice(0, packs.size).map(({ name }) => name);
const id: string | undefined = pack?.pack_id;
// @ts-expect-error the record may be missing
pack.name;
// @ts-expect-error an id is no number
const wrong: number = pack!.pack_id;
const price: number | null | undefined = pack?.prices.price;
const ended: string | null | undefined = pack?.gtin_codes[0]?.end_date;

const uses: Use[] = packs.uses("09521234567895", { on: "2019-03-01" });
packs.uses("09521234567895", { on: new Date() });
const grade: Reuse | undefined = packs.reuse("09521234567895");
const concepts: Concepts | undefined =
  packs.concepts(995200000000000195n) ?? packs.concepts("319562000") ?? packs.concepts(319562000);
const strength: number | undefined = concepts?.vmp?.ingredients?.[0]?.strength?.value;
const supplierId: string | undefined = concepts?.amp?.supplier?.id;
const sameMedicine: Found | undefined = packs.packsOf(319562000, {
  limit: 20,
  offset: 20,
  current: true,
});
// @ts-expect-error: the dataset decides the type of ids
packs.packsOf("319562000", { ids: "string" });
const takenFor: QueryKind | undefined = sameMedicine?.kind;
// @ts-expect-error: its packs are in the order of their names
packs.packsOf("319562000", { sort: "name" });
const found: Found = packs.search("amlod 5", {
  limit: 20,
  offset: 20,
  current: true,
  sort: "relevance",
});
const suggestions: Suggestion[] = packs.suggest("amlod", { limit: 5 });
const states: (PackStatus | undefined)[] = [
  packs.status(995200000000000195n),
  packs.status("1"),
  uses[0]?.status,
  ...found.statuses,
];
const since: string | null | undefined = states[0]?.discontinued_date;
const strengths: string[] = found.available.strengths;
const unknownMedicine: string | undefined =
  found.no_match?.reason === "medicine-not-in-release" ? found.no_match.text : undefined;
// @ts-expect-error there is no such reason
const noReason: boolean = found.no_match?.reason === "no-reason";
const taken: string[] | undefined = found.corrections.find(({ from }) => from === "amlod")?.to;
// @ts-expect-error there is no such order
packs.search("amlod 5", { sort: "price" });
const grouped: Grouped = packs.search("amlod 5", {
  groupBy: "product",
  limit: 20,
  strength: "5mg",
  supplier: ["Teva UK Ltd", "Accord-UK Ltd"],
});
const groups: Group[] = grouped.groups;
const inGroup: string[] | undefined = groups[0]?.pack_ids;
const counts: number[] = grouped.facets.strength.map(({ packs }) => packs);
// @ts-expect-error only groups are narrowed
packs.search("amlod 5", { strength: "5mg" });
// @ts-expect-error there are no other groups
packs.search("amlod 5", { groupBy: "supplier" });
const { gtin, batch, expiry, serial, symbology, warnings } = packs.scan("]d20109521234567895");
const scanned = packs.tryScan("09521234567895");
const scannedGtin: string = scanned.scan ? scanned.scan.gtin : scanned.message;
const reasonOfScan: ScanReason | undefined = scanned.reason;
// @ts-expect-error there is no such reason
const noScanReason: boolean = scanned.reason === "tired";
// @ts-expect-error there is no such warning
const noScanWarning: boolean = scanned.scan?.warnings[0]?.reason === "tired";
const response: Response = await packs.fetch(new Request("https://localhost/api/about"));
packs.fetch("/api/about", { method: "head", headers: { "If-None-Match": "*" } });
packs.fetch("/api/check-list", { method: "POST", body: new FormData(), signal: null });
const owed: string = `${packs.about.attribution} ${packs.about.licence.url}`;
const body = new Blob([packs.respond({ path: "/api/about" }).body]);
const status: number = packs.respond({ path: "/api/about" }).status;
const demo: boolean = packs.about.dataset.demo;
const gaps: Gap[] = packs.about.dataset.gaps;
const whole: boolean = await packs.verify();
const readable: boolean = FORMAT === 3;
const damaged: boolean = new DatasetError("", "damaged").reason === "damaged";
// @ts-expect-error there is no such reason
new DatasetError("", "tired");
for (const { code, pack, status, packs: carriers, reason, message } of packs.lookupMany([
  "09521234567895",
])) {
  if (reason) console.log(code, message satisfies string, reason === "wrong_check_digit");
  else console.log(pack.pack_id satisfies string, status.current, carriers > 1);
}
packs.lookupMany(new Set(["09521234567895"]));
// A body must be a `Uint8Array<ArrayBuffer>` where the type has a parameter.
const json: BodyInit | undefined = packs.gtinJson("09521234567895");
const reason: "not_digits" | "bad_length" = new GtinError("", "bad_length").reason;
{
  using short = packs;
  short.close();
}
const base: boolean =
  new DatasetError("", "damaged") instanceof PackLookupError &&
  new WasmError("", "stopped") instanceof PackLookupError;

const importStates: ImportProgress[] = [];
const imported: Imported = await importRelease(new Blob([]), {
  name: "a.zip",
  partial: true,
  progress: (state) => importStates.push(state),
  signal: AbortSignal.timeout(1000),
});
await importRelease(new Uint8Array(), { wasm: importer });
await importRelease(new Uint8Array(), { wasm: new URL("https://example.org/importer.wasm") });
// @ts-expect-error a release is required
await importRelease();
// @ts-expect-error a path is no release
await importRelease("nhsbsa.zip");
await PackLookup.open({ dataset: imported.dataset });
const odd: string[] = imported.report.findings.map(({ count, text }) => `${count} x ${text}`);
const lacked: Gap[] = imported.report.gaps;
const parts: number[] = importStates.map((state) =>
  state.step === "reading" ? state.read / state.size : 1,
);
const refused: boolean = new ImportError("", "not_a_zip").reason === "not_a_zip";
// @ts-expect-error there is no such reason
new ImportError("", "tired");

const week: Uint8Array = await makeUpdate(imported.dataset, new Blob([]), {
  signal: AbortSignal.timeout(1000),
});
const next: Uint8Array = await applyUpdate(imported.dataset, week, {
  progress: ({ step }) => step === "writing",
});
// @ts-expect-error an update is required
await applyUpdate(next);
const another: boolean = new UpdateError("", "other_dataset").reason === "other_dataset";
// @ts-expect-error there is no such reason
new UpdateError("", "tired");

const inWorker: InWorker = await InWorker.open();
const exactInWorker: InWorker<bigint> = await InWorker.open("./packs.bin", {
  ids: "bigint",
  signal: AbortSignal.timeout(1000),
});
const promised: Pack | undefined = await inWorker.gtin("09521234567895");
const promisedMany: (Pack | undefined)[] = await Promise.all(["09521234567895"].map(inWorker.gtin));
const promisedId: bigint | undefined = (await exactInWorker.search("a", { sort: "relevance" }))
  .packs[0]?.pack_id;
const promisedUses: Use<bigint>[] = await exactInWorker.uses("09521234567895", { on: new Date() });
const promisedResponse: Response = await inWorker.fetch("/api/about", { method: "head" });
const known: number | string = inWorker.size + (await inWorker.about).attribution;
for await (const { pack_id } of exactInWorker) pack_id satisfies bigint;
// @ts-expect-error they come one after the other
[...inWorker];
// @ts-expect-error a promise has no packs
inWorker.search("a").packs;
const groupedInWorker: Promise<Grouped> = inWorker.search("a", { groupBy: "product" });
const integerIdsInGroup: bigint[] | undefined = (
  await exactInWorker.search("a", { groupBy: "product" })
).groups[0]?.pack_ids;
// @ts-expect-error there is no such order
inWorker.search("a", { sort: "price" });
// @ts-expect-error there is no such option
await InWorker.open({ data: "./packs.bin" });
// @ts-expect-error it is opened
new InWorker();
{
  using short = inWorker;
  await using other = exactInWorker;
  await short.close();
  other.size;
}
const reader: Reader = await load({ wasm, signal: AbortSignal.timeout(1000) });
const scans: Scan[] = [
  reader.scan("09521234567895", { today: "2026-06-01" }),
  await scan("09521234567895", { today: new Date() }),
];
const checked: CheckedGtin[] = [
  ...["09521234567895"].map(reader.gtin),
  await checkGtin("09521234567895"),
];
// @ts-expect-error it is a promise
scan("09521234567895").gtin;
// @ts-expect-error there is no dataset
await load({ dataset: "./packs.bin" });
const sameClasses: boolean =
  new DatasetErrorAlone("", "damaged") instanceof DatasetError &&
  new ImportErrorAlone("", "damaged") instanceof ImportError;

export {
  another,
  base,
  batch,
  body,
  byId,
  checked,
  damaged,
  DatasetError,
  demo,
  ended,
  expiry,
  found,
  gaps,
  grade,
  gtin,
  id,
  json,
  known,
  lacked,
  many,
  names,
  noBigint,
  odd,
  owed,
  partId,
  parts,
  price,
  promised,
  promisedId,
  promisedMany,
  promisedResponse,
  promisedUses,
  readable,
  reason,
  refused,
  response,
  sameClasses,
  ScanError,
  type ScanReason,
  scans,
  serial,
  since,
  status,
  symbology,
  taken,
  integerId,
  uses,
  warnings,
  whole,
  wrong,
};
