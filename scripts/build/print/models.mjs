// Makes the models of the print reader, npm/print/*.onnx.gz, from the models of PP-OCRv4. The packages
// are pinned in package-lock.json here, and the bytes of the results below, so every machine makes
// the same models.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { digestOf, root } from "../../common/project.mjs";
import { Failure } from "../../common/run.mjs";
import { preparePrintPackages } from "../../setup/tools.mjs";
import { budgets, requireWithin } from "../budgets.mjs";
import { onnxFormat } from "./onnx.mjs";
import { simplify } from "./simplify.mjs";
import { CHARACTERS } from "../../../npm/print/characters.js";

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
  requireWithin(budgets.printModels, total, "the models have");
}

// Cuts the recognition model to the characters that are printed on UK medicine boxes. It knows
// 6,624.

/**
 * The classes of the model's last layer that stand for `CHARACTERS`. The first class means
 * "no character". The last one is the space, which the model's `list` of characters does not have.
 */
function keptClasses(list) {
  const known = [...list.split("\n").slice(0, -1), " "];
  const kept = [...CHARACTERS].map((character) => known.indexOf(character) + 1);
  if (kept.some((place, index) => place <= (kept[index - 1] ?? 0)))
    throw new Failure("npm/print/characters.js does not have the order of the model");
  return [0, ...kept];
}

/** Cuts the last layer of a recognition model to `classes`. */
function cutClasses(graph, classes) {
  const [product, sum] = ["MatMul", "Add"].map((op) =>
    graph.nodes.filter((node) => node.op === op).at(-1),
  );
  const weights = product.inputs[1];
  const shifts = sum.inputs.find((name) => graph.tensors.has(name));
  graph.tensors.set(weights, cutColumns(graph.tensors.get(weights), classes));
  graph.tensors.set(shifts, cutColumns(graph.tensors.get(shifts), classes));
}

function cutColumns({ dims, data }, columns) {
  const width = dims.at(-1);
  const rows = Array.from({ length: data.length / width }, (_, row) =>
    columns.map((column) => data[row * width + column]),
  );
  return { dims: [...dims.slice(0, -1), columns.length], data: Float32Array.from(rows.flat()) };
}

// Stores large weights in 8 bits, with a factor for each output channel. The runtime multiplies
// them once, when it loads the model.

/** Smaller tensors stay as they are: shifts, and the weights of small layers. */
const SMALLEST = 512;

/** The dimension of the weights that counts the output channels, by operator. */
const CHANNEL_DIMENSION = { Conv: 0, ConvTranspose: 1, MatMul: 1 };

/** Rewrites the large weights of `graph` in place. */
function quantise(graph) {
  const nodes = graph.nodes.filter(
    ({ op, inputs }) =>
      op in CHANNEL_DIMENSION && graph.tensors.get(inputs[1])?.data.length >= SMALLEST,
  );
  graph.nodes = [...nodes.map((node) => quantiseWeights(graph, node)), ...graph.nodes];
}

/** Quantises the weights of a node, and returns the node that restores them. */
function quantiseWeights(graph, node) {
  const name = node.inputs[1];
  const axis = CHANNEL_DIMENSION[node.op];
  const { dims, data } = graph.tensors.get(name);
  const channelOf = channelsAlong(dims, axis);
  const scales = scalesOf(data, channelOf, dims[axis]);
  graph.tensors.delete(name);
  graph.tensors.set(`${name}.int8`, {
    dims,
    data: Int8Array.from(data, (value, index) => Math.round(value / scales[channelOf(index)])),
  });
  graph.tensors.set(`${name}.scale`, { dims: [dims[axis]], data: scales });
  return {
    op: "DequantizeLinear",
    inputs: [`${name}.int8`, `${name}.scale`],
    outputs: [name],
    attributes: { axis },
  };
}

/** A function from the index of a value to its channel. */
function channelsAlong(dims, axis) {
  const inner = dims.slice(axis + 1).reduce((product, length) => product * length, 1);
  return (index) => Math.floor(index / inner) % dims[axis];
}

/**
 * The factor of each channel: its largest value becomes 127. A channel of zeros has the
 * factor 1.
 */
function scalesOf(data, channelOf, channels) {
  const largest = new Float32Array(channels);
  data.forEach(
    (value, index) =>
      (largest[channelOf(index)] = Math.max(largest[channelOf(index)], Math.abs(value))),
  );
  return largest.map((value) => (value === 0 ? 1 : value / 127));
}
