// `pack-lookup mcp`: the tools of assistants over the standard input and output (Model Context
// Protocol). The standard output has only messages of the protocol. No question is logged.
import { printable } from "../node/messages.js";
import { PackLookup, WasmError } from "../core.js";
import { findSource } from "../node/dataset-source.js";
import { MAX_MESSAGE_BYTES, Session } from "./protocol.js";
import { serverOf } from "./tools.js";

/** Answers until the input ends. */
export async function answerAssistant({ dataset, history }) {
  const source = await findSource({ dataset });
  const { bytes, about } = await source.read();
  log(
    `${source.file}: ${about.dataset.packs.toLocaleString("en")} packs of the release ${about.dataset.release}`,
  );
  const running = await startServer(bytes, history);
  try {
    await answerLines(running, process.stdin, process.stdout);
  } finally {
    running.close();
  }
}

/** Opens a dataset that was verified, and returns the server of a session. */
async function startServer(bytes, history) {
  const open = () => PackLookup.open({ dataset: bytes, history, verify: false });
  let packs = await open();
  let hasTrapped = false;
  const reportFailure = (error) => {
    hasTrapped ||= error instanceof WasmError;
    log(`a call failed (${error.name})`);
  };
  return {
    server: serverOf(() => packs, reportFailure),
    /** Opens the dataset again after a trap, which makes the instance unusable. */
    async recover() {
      if (hasTrapped) packs = await open();
      hasTrapped = false;
    },
    close: () => packs.close(),
  };
}

async function answerLines({ server, recover }, input, output) {
  const session = new Session(server);
  // A client that closes its end of the pipe ends the session, as the end of the input does.
  output.on("error", () => input.destroy());
  try {
    for await (const line of lines(input, MAX_MESSAGE_BYTES)) {
      await write(output, session.answer(line));
      await recover();
    }
  } catch (error) {
    if (!input.destroyed) throw error;
  }
}

/**
 * Writes a message, and waits until it is written: the messages to a slow client would fill the
 * memory.
 */
async function write(output, message) {
  if (message !== undefined)
    await new Promise((resolve) => output.write(`${JSON.stringify(message)}\n`, resolve));
}

const log = (text) => process.stderr.write(`${printable(text)}\n`);

const LINE_FEED = 0x0a;

/**
 * Yields each line as bytes, and `undefined` for a line of more than `maxBytes`, which is skipped: no
 * input fills the memory. A last line needs no line feed.
 */
export async function* lines(stream, maxBytes) {
  let line = emptyLine();
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      append(line, chunk.subarray(start, end), maxBytes);
      yield bytesOf(line);
      line = emptyLine();
      start = end + 1;
    }
    append(line, chunk.subarray(start), maxBytes);
  }
  if (line.length > 0) yield bytesOf(line);
}

const emptyLine = () => ({ parts: [], length: 0, isTooLong: false });

/** Appends bytes. The bytes of a line that is too long are dropped. */
function append(line, bytes, maxBytes) {
  line.length += bytes.length;
  line.isTooLong ||= line.length > maxBytes;
  if (line.isTooLong) line.parts = [];
  else line.parts.push(bytes);
}

const bytesOf = ({ parts, isTooLong }) => (isTooLong ? undefined : Buffer.concat(parts));
