// Cuts the recognition model to the characters that are printed on UK medicine boxes. It knows
// 6,624.
import { CHARACTERS } from "../../../npm/print/characters.js";
import { Failure } from "../../common/run.mjs";

/**
 * Returns the classes of the model's last layer that stand for `CHARACTERS`. The first class means
 * "no character". The last one is the space, which the model's `list` of characters does not have.
 */
export function keptClasses(list) {
  const known = [...list.split("\n").slice(0, -1), " "];
  const kept = [...CHARACTERS].map((character) => known.indexOf(character) + 1);
  if (kept.some((place, index) => place <= (kept[index - 1] ?? 0)))
    throw new Failure("npm/print/characters.js does not have the order of the model");
  return [0, ...kept];
}

/** Cuts the last layer of a recognition model to `classes`. */
export function cutClasses(graph, classes) {
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
