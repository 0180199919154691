// Stores large weights in 8 bits, with a factor for each output channel. The runtime multiplies
// them once, when it loads the model.

/** Smaller tensors stay as they are: shifts, and the weights of small layers. */
const SMALLEST = 512;

/** The dimension of the weights that counts the output channels, by operator. */
const CHANNEL_DIMENSION = { Conv: 0, ConvTranspose: 1, MatMul: 1 };

/** Rewrites the large weights of `graph` in place. */
export function quantise(graph) {
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

/** Returns a function from the index of a value to its channel. */
function channelsAlong(dims, axis) {
  const inner = dims.slice(axis + 1).reduce((product, length) => product * length, 1);
  return (index) => Math.floor(index / inner) % dims[axis];
}

/**
 * Returns the factor of each channel: its largest value becomes 127. A channel of zeros has the
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
