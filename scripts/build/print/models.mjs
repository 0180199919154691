// Makes the models of the print reader, npm/print/*.onnx.gz, from those of PP-OCRv4. The packages
// are pinned in package-lock.json here, and the bytes of the results below, so every machine makes
// the same models.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { digestOf, root } from "../../common/project.mjs";
import { Failure } from "../../common/run.mjs";
import { preparePrintPackages } from "../../setup/tools.mjs";
import { budgets } from "../budgets.mjs";
import { cutClasses, keptClasses } from "./characters.mjs";
import { onnxFormat } from "./onnx.mjs";
import { quantise } from "./quantise.mjs";
import { simplify } from "./simplify.mjs";

const MODELS = {
  detection: {
    source: "ch_PP-OCRv4_det_infer.onnx",
    digest: "d93b2dab134c939f7f28128e19d6a36afcf82a93b954ff2c1b6042dfd150ebcd",
  },
  recognition: {
    source: "ch_PP-OCRv4_rec_infer.onnx",
    digest: "7402cdbb640587c29fffe0df6b8c6a14f08d12fd592e16c79d1aa8b7b8b809c1",
  },
};
const CHARACTER_LIST = "ppocr_keys_v1.txt";
/** The version of ONNX and of its operators in the results. */
const VERSIONS = { irVersion: 8, opsetImport: [{ domain: "", version: 17 }] };

/**
 * Writes both models, unless they are there. Fails if their bytes are not the expected ones, or too
 * many.
 */
export async function writePrintModels() {
  if (Object.entries(MODELS).every(isMade)) return;
  const { program: packages, missing } = preparePrintPackages();
  if (missing) throw new Failure(missing);
  const format = onnxFormat(await importFrom(packages, "protobufjs/index.js"));
  const assets = join(packages, "@gutenye", "ocr-models", "assets");
  const classes = keptClasses(readFileSync(join(assets, CHARACTER_LIST), "utf8"));
  const made = Object.entries(MODELS).map(([name, model]) => ({
    name,
    ...model,
    bytes: makeModel(format, readFileSync(join(assets, model.source)), name, classes),
  }));
  made.forEach(requireDigest);
  requireSmall(made);
  for (const { name, bytes } of made) writeFileSync(fileOf(name), gzipSync(bytes, { level: 9 }));
}

const fileOf = (name) => join(root, "npm", "print", `${name}.onnx.gz`);

/** A build that was interrupted leaves no file, or a part of one. */
function isMade([name, { digest }]) {
  try {
    return digestOf(gunzipSync(readFileSync(fileOf(name)))) === digest;
  } catch {
    return false;
  }
}

/** Imports a CommonJS file of the packages. */
const importFrom = async (packages, file) =>
  (await import(pathToFileURL(join(packages, file)).href)).default;

function makeModel(format, source, name, classes) {
  const graph = format.read(source);
  if (name === "recognition") cutClasses(graph, classes);
  simplify(graph);
  quantise(graph);
  return format.write(graph, VERSIONS);
}

function requireDigest({ name, bytes, digest }) {
  const found = digestOf(bytes);
  if (found !== digest)
    throw new Failure(
      `the model ${name} has the SHA-256 ${found} instead of ${digest}: check the change, then correct scripts/build/print/models.mjs`,
    );
}

function requireSmall(made) {
  const sizes = made.map(({ bytes }) => brotliCompressSync(bytes).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  made.forEach(({ name, bytes }, index) =>
    console.log(`the model ${name}: ${bytes.length} bytes, ${sizes[index]} in brotli`),
  );
  if (total > budgets.printModels)
    throw new Failure(
      `the models have ${total} bytes in brotli; the budget is ${budgets.printModels}`,
    );
}
