// JSON-RPC 2.0 and the methods of the Model Context Protocol that a server with tools needs. It
// imports nothing from Node.

/** The protocol versions, the preferred one first. Only the last one has batches. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];
const VERSION_WITH_BATCHES = "2025-03-26";
/**
 * In these, wrong arguments are an error of the protocol, and later an answer that the model reads.
 */
const VERSIONS_WITH_ARGUMENT_ERRORS = ["2025-06-18", "2025-03-26"];

/** The version of a client over HTTP that names none: the last one without a header for it. */
export const UNNAMED_VERSION = "2025-03-26";

/** Reports whether the server has a version of the protocol. */
export const hasVersion = (version) => VERSIONS.includes(version);

/**
 * In bytes. The longest valid call is a scanned text of 8,000 characters, each an escape sequence
 * of 12 bytes.
 */
export const MAX_MESSAGE_BYTES = 256 * 1024;

/**
 * The maximum number of messages in a batch. Ten of the longest answers of a release are 2.4 MB,
 * made in 0.1 s.
 */
const MAX_BATCHED_CALLS = 10;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** An error with a JSON-RPC code. Its message is for the client. */
class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Parameters that do not have the required shape. */
export class InvalidParams extends RpcError {
  constructor(message) {
    super(INVALID_PARAMS, message);
  }
}

/** Arguments of a tool that do not have its shape. */
export class InvalidArguments extends InvalidParams {}

/**
 * A conversation with one client. `server` has `info`, `instructions`, `tools`, and `call`, which
 * runs a tool.
 */
export class Session {
  #server;
  #version;

  /** `version` is the version of a conversation that began earlier. */
  constructor(server, version = VERSIONS[0]) {
    this.#server = server;
    this.#version = version;
  }

  /**
   * Answers a message. Returns the response, or `undefined` if the message needs none. `bytes` is
   * `undefined` for a message that is too long.
   */
  answer(bytes) {
    if (bytes === undefined)
      return rejection(`a message must have at most ${MAX_MESSAGE_BYTES} bytes`);
    const message = parse(bytes);
    if (message instanceof RpcError) return failure(null, message);
    return Array.isArray(message) ? this.#answerBatch(message) : this.#answerMessage(message);
  }

  #answerBatch(messages) {
    const problem = batchProblem(messages, this.#version);
    if (problem) return rejection(problem);
    const responses = messages.map((message) => this.#answerMessage(message)).filter(Boolean);
    return responses.length > 0 ? responses : undefined;
  }

  #answerMessage(message) {
    if (isResponse(message)) return undefined;
    if (!isRequest(message)) return rejection("the message is not a JSON-RPC 2.0 request");
    const isNotification = message.id === undefined;
    if (isNotification) return undefined;
    try {
      return { jsonrpc: "2.0", id: message.id, result: this.#run(message) };
    } catch (error) {
      if (error instanceof RpcError) return failure(message.id, error);
      this.#server.reportFailure(error);
      return failure(message.id, new RpcError(INTERNAL_ERROR, "the server failed; call again"));
    }
  }

  #run({ method, params = {} }) {
    if (!isObject(params)) throw new InvalidParams("params must be an object");
    const run = this.#methods.get(method);
    if (run === undefined) throw new RpcError(METHOD_NOT_FOUND, "the server has no such method");
    return run(params);
  }

  #methods = new Map([
    ["initialize", (params) => this.#initialize(params)],
    ["ping", () => ({})],
    ["tools/list", (params) => this.#listTools(params)],
    ["tools/call", (params) => this.#callTool(params)],
  ]);

  /** Agrees on the client's version, if the server has it. */
  #initialize({ protocolVersion }) {
    if (typeof protocolVersion !== "string")
      throw new InvalidParams("protocolVersion must be a string");
    this.#version = hasVersion(protocolVersion) ? protocolVersion : VERSIONS[0];
    const { info, instructions } = this.#server;
    return {
      protocolVersion: this.#version,
      capabilities: { tools: {} },
      serverInfo: info,
      instructions,
    };
  }

  /** Lists all tools. There is one page, so no cursor is valid. */
  #listTools({ cursor }) {
    if (cursor !== undefined) throw new InvalidParams("the list of tools has no cursor");
    return { tools: this.#server.tools };
  }

  #callTool({ name, arguments: args = {} }) {
    if (typeof name !== "string") throw new InvalidParams("name must be a string");
    if (!isObject(args)) throw new InvalidParams("arguments must be an object");
    const isForModel = !VERSIONS_WITH_ARGUMENT_ERRORS.includes(this.#version);
    return this.#server.call(name, args, { isForModel });
  }
}

function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return new RpcError(PARSE_ERROR, "the message is not JSON in UTF-8");
  }
}

function batchProblem(messages, version) {
  if (version !== VERSION_WITH_BATCHES)
    return `protocol version ${version} has no batches; send one message at a time`;
  if (messages.length === 0 || messages.length > MAX_BATCHED_CALLS)
    return `a batch must have 1 to ${MAX_BATCHED_CALLS} messages`;
  return undefined;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reports whether a message is a response. The server sends no requests, so it ignores responses.
 */
const isResponse = (message) =>
  isObject(message) &&
  message.method === undefined &&
  (message.result !== undefined || message.error !== undefined);

function isRequest(message) {
  return (
    isObject(message) &&
    message.jsonrpc === "2.0" &&
    typeof message.method === "string" &&
    isId(message.id)
  );
}

const isId = (id) => id === undefined || typeof id === "string" || Number.isSafeInteger(id);

const failure = (id, { code, message }) => ({ jsonrpc: "2.0", id, error: { code, message } });

/** Builds the response to a message that is not a request. */
export const rejection = (message) => failure(null, new RpcError(INVALID_REQUEST, message));
