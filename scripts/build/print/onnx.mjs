// Reads and writes ONNX models: the fields of onnx.proto that the models of `models.mjs` use.
// Tensors become typed arrays.

const FLOAT = 1;
const INT8 = 3;
const INT32 = 6;
const INT64 = 7;

/** The array of each type of tensor, with the field that has its values if they are not raw. */
const TENSOR_TYPES = {
  [FLOAT]: { array: Float32Array, field: "floatData" },
  [INT8]: { array: Int8Array, field: "int32Data" },
  [INT32]: { array: Int32Array, field: "int32Data" },
  [INT64]: { array: BigInt64Array, field: "int64Data" },
};

const SCHEMA = `
syntax = "proto2";
message Model { optional int64 irVersion = 1; optional Graph graph = 7; repeated Opset opsetImport = 8; }
message Opset { optional string domain = 1; optional int64 version = 2; }
message Graph { repeated Node node = 1; optional string name = 2; repeated Tensor initializer = 5; repeated Value input = 11; repeated Value output = 12; }
message Node { repeated string input = 1; repeated string output = 2; optional string opType = 4; repeated Attribute attribute = 5; }
message Attribute { optional string name = 1; optional float f = 2; optional int64 i = 3; optional bytes s = 4; optional Tensor t = 5; repeated float floats = 7; repeated int64 ints = 8; optional int32 type = 20; }
message Tensor { repeated int64 dims = 1; optional int32 dataType = 2; repeated float floatData = 4 [packed = true]; repeated int32 int32Data = 5 [packed = true]; repeated int64 int64Data = 7 [packed = true]; optional string name = 8; optional bytes rawData = 9; }
message Value { optional string name = 1; optional bytes type = 2; }
`;

/** The reader and the writer of models. `protobuf` is the package protobufjs. */
export function onnxFormat(protobuf) {
  const Model = protobuf.parse(SCHEMA).root.lookupType("Model");
  return {
    read: (bytes) =>
      graphOf(Model.toObject(Model.decode(bytes), { longs: Number, arrays: true }).graph),
    write: (graph, versions) =>
      Model.encode(Model.fromObject({ ...versions, graph: messageOf(graph) })).finish(),
  };
}

/** A graph: its nodes, and the constant tensors by name. */
function graphOf({ node, initializer, input, output }) {
  const tensors = new Map(initializer.map((tensor) => [tensor.name, tensorOf(tensor)]));
  const nodes = node.map(({ input, output, opType, attribute }) => ({
    op: opType,
    inputs: input,
    outputs: output,
    attributes: attributesOf(attribute),
  }));
  for (const { outputs, attributes } of nodes.filter(isConstant))
    tensors.set(outputs[0], attributes.value);
  const inputs = input.filter(({ name }) => !tensors.has(name));
  // The sizes of outputs change with their characters, so they are left to the runtime.
  return {
    nodes: nodes.filter((node) => !isConstant(node)),
    tensors,
    inputs,
    outputs: output.map(({ name }) => ({ name })),
  };
}

const isConstant = ({ op }) => op === "Constant";

const attributesOf = (attributes) =>
  Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeValue(attribute)]));

/** The kinds of attributes: the number of the kind, and the field of its value. */
const ATTRIBUTE_FIELDS = { 1: "f", 2: "i", 3: "s", 4: "t", 6: "floats", 7: "ints" };

function attributeValue({ type, t, ...fields }) {
  return t ? tensorOf(t) : fields[ATTRIBUTE_FIELDS[type]];
}

function tensorOf({ dims, dataType, rawData, ...fields }) {
  const { array, field } = TENSOR_TYPES[dataType];
  if (rawData?.length > 0) return { dims, data: new array(Uint8Array.from(rawData).buffer) };
  const convert = array === BigInt64Array ? BigInt : Number;
  return { dims, data: array.from(fields[field], convert) };
}

function messageOf({ nodes, tensors, inputs, outputs }) {
  const initializer = [...tensors].map(([name, tensor]) => tensorMessage(name, tensor));
  const node = nodes.map(({ op, inputs, outputs, attributes }) => ({
    opType: op,
    input: inputs,
    output: outputs,
    attribute: Object.entries(attributes).map(attributeMessage),
  }));
  return { name: "print", node, initializer, input: inputs, output: outputs };
}

function tensorMessage(name, { dims, data }) {
  const dataType = Number(
    Object.keys(TENSOR_TYPES).find((type) => data instanceof TENSOR_TYPES[type].array),
  );
  return {
    name,
    dims,
    dataType,
    rawData: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  };
}

function attributeMessage([name, value]) {
  if (value instanceof Uint8Array) return { name, type: 3, s: value };
  if (Array.isArray(value)) return { name, type: 7, ints: value };
  return Number.isInteger(value) && !FLOAT_ATTRIBUTES.has(name)
    ? { name, type: 2, i: value }
    : { name, type: 1, f: value };
}

const FLOAT_ATTRIBUTES = new Set(["alpha", "beta", "epsilon", "momentum"]);
