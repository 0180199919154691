// Rewrites a graph so that it computes the same with fewer passes over the pixels: constant factors
// and shifts become part of the weights of convolutions, and activations that are spelt out become
// one node.

/** Rewrites `graph` in place until nothing changes. */
export function simplify(graph) {
  upgrade(graph);
  while (RULES.some((rule) => applyOnce(graph, rule)));
  removeUnused(graph);
}

/** Each rule rewrites the graph at a node and returns whether it did. */
const RULES = [
  dropFactorOfOne,
  makeHardSwish,
  foldNormalisationAfter,
  foldFactorAfter,
  foldShiftAfter,
  moveFactorBeforeConvolution,
  foldFactorBefore,
  foldShiftBefore,
];

const applyOnce = (graph, rule) => graph.nodes.some((node) => rule(graph, node));

// The structure of a graph.

const producerOf = (graph, name) => graph.nodes.find(({ outputs }) => outputs.includes(name));

/** The only node that uses `name`, or `undefined`. */
function soleUser(graph, name) {
  const users = graph.nodes.filter(({ inputs }) => inputs.includes(name));
  const isOutput = graph.outputs.some((output) => output.name === name);
  return users.length === 1 && !isOutput ? users[0] : undefined;
}

/** Removes `node`, which returns its input `name` unchanged from now on. */
function bypass(graph, node, name) {
  graph.nodes.splice(graph.nodes.indexOf(node), 1);
  for (const { inputs } of graph.nodes) replaceAll(inputs, node.outputs[0], name);
}

function replaceAll(names, before, after) {
  names.forEach((name, index) => {
    if (name === before) names[index] = after;
  });
}

function removeUnused(graph) {
  const used = new Set(graph.nodes.flatMap(({ inputs }) => inputs));
  for (const name of graph.tensors.keys()) if (!used.has(name)) graph.tensors.delete(name);
}

/**
 * Splits the inputs of a sum or product into its constant and the other input: `{ constant, name
 * }`, or `undefined`.
 */
function withConstant(graph, { op, inputs }, wanted) {
  const at = op === wanted ? inputs.findIndex((name) => graph.tensors.has(name)) : -1;
  return at < 0 ? undefined : { constant: graph.tensors.get(inputs[at]), name: inputs[1 - at], at };
}

const isScalar = ({ data }) => data.length === 1;

/** Whether a constant has one value, or one for each of the channels of a picture. */
const isPerChannel = ({ dims, data }, channels) =>
  isScalar({ data }) || (data.length === channels && dims.length === 4 && dims[1] === channels);

const valueAt = ({ data }, channel) => (data.length === 1 ? data[0] : data[channel]);

let added = 0;
/** Adds a constant tensor, and returns its name. */
function addTensor(graph, dims, data) {
  added += 1;
  const name = `constant.${added}`;
  graph.tensors.set(name, { dims, data });
  return name;
}

// Operators of older versions of ONNX: newer ones have these attributes as inputs.

const ATTRIBUTES_NOW_INPUTS = { Squeeze: ["axes"], Slice: ["starts", "ends", "axes"] };

function upgrade(graph) {
  for (const node of graph.nodes) {
    for (const name of ATTRIBUTES_NOW_INPUTS[node.op] ?? []) {
      if (!(name in node.attributes)) continue;
      node.inputs.push(
        addTensor(
          graph,
          [node.attributes[name].length],
          BigInt64Array.from(node.attributes[name], BigInt),
        ),
      );
      delete node.attributes[name];
    }
  }
}

// Activations.

function dropFactorOfOne(graph, node) {
  const product = withConstant(graph, node, "Mul");
  if (!product || !isScalar(product.constant) || product.constant.data[0] !== 1) return false;
  bypass(graph, node, product.name);
  return true;
}

/** Rewrites x · clip(x + 3, 0, 6) ÷ 6. */
function makeHardSwish(graph, node) {
  const product =
    node.op === "Div" && isConstantOf(graph, node.inputs[1], 6)
      ? producerOf(graph, node.inputs[0])
      : undefined;
  if (product?.op !== "Mul") return false;
  const clip = product.inputs
    .map((name) => producerOf(graph, name))
    .find((producer) => producer?.op === "Clip");
  const sum = clip && isClipTo6(graph, clip) ? producerOf(graph, clip.inputs[0]) : undefined;
  const x = product.inputs.find((name) => name !== clip?.outputs[0]);
  if (
    sum?.op !== "Add" ||
    !sum.inputs.includes(x) ||
    !sum.inputs.some((name) => isConstantOf(graph, name, 3))
  )
    return false;
  Object.assign(node, { op: "HardSwish", inputs: [x], attributes: {} });
  graph.nodes = graph.nodes.filter((other) => ![product, clip, sum].includes(other));
  return true;
}

const isConstantOf = (graph, name, value) => graph.tensors.get(name)?.data[0] === value;

function isClipTo6(graph, { inputs, attributes }) {
  if (inputs.length === 1) return attributes.min === 0 && attributes.max === 6;
  return isConstantOf(graph, inputs[1], 0) && isConstantOf(graph, inputs[2], 6);
}

// Factors and shifts after a convolution.

const isConvolution = (node) => node?.op === "Conv" || node?.op === "ConvTranspose";

/** The dimension of the weights that counts the output channels. */
const outputDimension = ({ op }) => (op === "Conv" ? 0 : 1);

const weightsOf = (graph, { inputs }) => graph.tensors.get(inputs[1]);

const outputChannels = (graph, convolution) =>
  weightsOf(graph, convolution).dims[outputDimension(convolution)];

/**
 * The shifts of a convolution, one per output channel. They are added if there are none.
 */
function biasOf(graph, convolution) {
  if (convolution.inputs.length < 3) {
    const channels = outputChannels(graph, convolution);
    convolution.inputs.push(addTensor(graph, [channels], new Float32Array(channels)));
  }
  return graph.tensors.get(convolution.inputs[2]).data;
}

/** Multiplies each output channel of a convolution by `factorOf(channel)`. */
function scaleOutput(graph, convolution, factorOf) {
  const weights = weightsOf(graph, convolution);
  const [outer, inner] =
    outputDimension(convolution) === 0
      ? [1, size(weights.dims.slice(1))]
      : [weights.dims[0], size(weights.dims.slice(2))];
  const channels = outputChannels(graph, convolution);
  for (let index = 0; index < outer * channels * inner; index += 1)
    weights.data[index] *= factorOf(Math.floor(index / inner) % channels);
  const bias = biasOf(graph, convolution);
  bias.forEach((value, channel) => (bias[channel] = value * factorOf(channel)));
}

const size = (dims) => dims.reduce((product, length) => product * length, 1);

function shiftOutput(graph, convolution, shiftOf) {
  const bias = biasOf(graph, convolution);
  bias.forEach((value, channel) => (bias[channel] = value + shiftOf(channel)));
}

/** The convolution whose result `name` only one node uses, or `undefined`. */
function convolutionBefore(graph, name) {
  const convolution = producerOf(graph, name);
  return isConvolution(convolution) && soleUser(graph, name) ? convolution : undefined;
}

function foldNormalisationAfter(graph, node) {
  const convolution =
    node.op === "BatchNormalization" ? convolutionBefore(graph, node.inputs[0]) : undefined;
  if (!convolution) return false;
  const [scale, shift, mean, variance] = node.inputs
    .slice(1)
    .map((name) => graph.tensors.get(name).data);
  const factor = (channel) =>
    scale[channel] / Math.sqrt(variance[channel] + node.attributes.epsilon);
  scaleOutput(graph, convolution, factor);
  shiftOutput(graph, convolution, (channel) => shift[channel] - mean[channel] * factor(channel));
  bypass(graph, node, node.inputs[0]);
  return true;
}

function foldFactorAfter(graph, node) {
  return foldAfter(graph, node, "Mul", scaleOutput);
}

function foldShiftAfter(graph, node) {
  return foldAfter(graph, node, "Add", shiftOutput);
}

function foldAfter(graph, node, op, change) {
  const found = withConstant(graph, node, op);
  const convolution = found && convolutionBefore(graph, found.name);
  if (!convolution || !isPerChannel(found.constant, outputChannels(graph, convolution)))
    return false;
  change(graph, convolution, (channel) => valueAt(found.constant, channel));
  bypass(graph, node, found.name);
  return true;
}

// Factors and shifts before a convolution.

const convolutionAfter = (graph, node) => {
  const user = soleUser(graph, node.outputs[0]);
  return user?.op === "Conv" ? user : undefined;
};

/**
 * Rewrites a·x + b before a convolution as a·(x + b ÷ a), because padding allows only factors to
 * become part of the weights.
 */
function moveFactorBeforeConvolution(graph, node) {
  const sum = withConstant(graph, node, "Add");
  const product = sum && producerOf(graph, sum.name);
  const factor = product && withConstant(graph, product, "Mul");
  if (
    !factor ||
    !isScalar(factor.constant) ||
    !isScalar(sum.constant) ||
    !convolutionAfter(graph, node) ||
    !soleUser(graph, sum.name)
  )
    return false;
  const shift = addTensor(
    graph,
    [1],
    Float32Array.of(sum.constant.data[0] / factor.constant.data[0]),
  );
  const scale = product.inputs[factor.at];
  Object.assign(product, { op: "Add", inputs: [factor.name, shift] });
  Object.assign(node, { op: "Mul", inputs: [sum.name, scale] });
  return true;
}

function foldFactorBefore(graph, node) {
  const product = withConstant(graph, node, "Mul");
  const convolution =
    product && isScalar(product.constant) ? convolutionAfter(graph, node) : undefined;
  if (!convolution) return false;
  const { data } = weightsOf(graph, convolution);
  data.forEach((value, index) => (data[index] = value * product.constant.data[0]));
  bypass(graph, node, product.name);
  return true;
}

function foldShiftBefore(graph, node) {
  const sum = withConstant(graph, node, "Add");
  const convolution = sum && isScalar(sum.constant) ? convolutionAfter(graph, node) : undefined;
  if (!convolution || convolution.attributes.pads.some((pad) => pad > 0)) return false;
  const { data } = weightsOf(graph, convolution);
  const length = data.length / outputChannels(graph, convolution);
  shiftOutput(
    graph,
    convolution,
    (channel) =>
      sum.constant.data[0] * sumOf(data.subarray(channel * length, (channel + 1) * length)),
  );
  bypass(graph, node, sum.name);
  return true;
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);
