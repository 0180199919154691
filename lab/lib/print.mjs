// Reads a picture with the built print reader, and asks for its packs, as the page does.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { buildPrint } from "../../scripts/build/hosts.mjs";
import { openDataset, prepare } from "./data.mjs";
import { readRecords } from "./records.mjs";

/** The day on which the cartons are read. */
export const TODAY = "2026-11-01";
/** Of the packs that the search lists first, the products that are shown, each with its sizes. */
const [FOUND, SHOWN] = [20, 5];

/** Builds what is needed, and returns the engine of the reader, the search, and the records. */
export async function openPrint(options) {
  const data = await prepare(options);
  if (!options.built) await buildPrint();
  const records = await readRecords(data.records);
  return { engine: await engineOf(), lookup: await openDataset(data.dataset), records };
}

const npm = (file) => new URL(`../../npm/${file}`, import.meta.url);

async function engineOf() {
  const { createEngine, createLineReader } = await import(npm("print/engine.js"));
  const [wasm, detection, recognition] = [
    "pack_lookup_print_bg.wasm.gz",
    "print/detection.onnx.gz",
    "print/recognition.onnx.gz",
  ].map((file) => gunzipSync(readFileSync(npm(file))));
  const module = new WebAssembly.Module(wasm);
  return createEngine({ module, detection, readers: [createLineReader({ module, recognition })] });
}

/**
 * Reads a picture and asks for its packs: `{ read, found, isSure }`. `found` are the packs that are
 * shown, and a question is sure if it has a name, a strength if one decides, and no doubt.
 */
export async function readAndFind(engine, lookup, picture) {
  const [{ readPicture }, { isAskable, packsOf, productsOf }, { questionOf }, { withSmallPrint }] =
    await Promise.all(
      ["read.js", "packs.js", "question.js", "small-print.js"].map(
        (file) => import(npm(`print/${file}`)),
      ),
    );
  let box = await readPicture(engine, picture, { today: TODAY });
  let question = await questionOf(box, lookup);
  if (question.lacksSupplier) {
    box = await withSmallPrint(engine, picture, box);
    question = await questionOf(box, lookup);
  }
  const read = { ...box, question };
  const isSure = isAskable(question) && question.doubts.length === 0;
  const find = (text) => lookup.search(text, { limit: FOUND, sort: "relevance" }).packs;
  const answers = await packsOf(question, find);
  const found = productsOf(answers.flatMap(({ packs }) => packs))
    .slice(0, SHOWN)
    .flatMap(({ packs }) => packs);
  return { read, found, isSure };
}
