#!/usr/bin/env node
// The command line in Node: the native program as WebAssembly, with functions of this machine.
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { machine, removeUnfinished } from "./node/machine.js";
import { initSync, run } from "./pack_lookup_terminal.js";
import { handleSignals } from "./node/signals.js";

/** Two of the exit codes in `src/command_line/mod.rs`. */
const DONE = 0;
const FAILED = 2;

/** The commands in JavaScript, which are loaded only when used. */
const commands = {
  async serve(options, signals) {
    const { serve } = await import("./serve/index.js");
    await serve(options, signals);
    // The server has stopped. A handle that a dead process left open must not keep this one alive.
    process.exit(DONE);
  },
  async fetch(options) {
    const { fetchCommand } = await import("./fetch/index.js");
    await fetchCommand(options);
  },
  async mcp(options, { end }) {
    // A session changes nothing, so it can end at any time.
    end.addEventListener("abort", () => process.exit(DONE));
    const { answerAssistant } = await import("./mcp/index.js");
    await answerAssistant(options);
  },
};

/** The commands that run until a signal ends them. */
const SERVERS = ["serve", "mcp"];

/** The bytes that are decompressed at once. With Node's default, this takes a third longer. */
const CHUNK = 4 * 1024 * 1024;

process.exitCode = await main(process.argv.slice(2));

async function main(args) {
  // A signal may arrive while the modules of a server still load.
  const signals = SERVERS.includes(args[0]) ? handleSignals() : undefined;
  try {
    const { code, left: task } = runCommand(args);
    return code ?? (await runInNode(JSON.parse(task), signals));
  } catch (error) {
    removeUnfinished();
    console.error(`pack-lookup: ${messageOf(error)}`);
    return FAILED;
  }
}

function runCommand(args) {
  loadProgram();
  return run(args, machine);
}

function loadProgram() {
  const file = "pack_lookup_terminal_bg.wasm.br";
  try {
    const compressed = readFileSync(new URL(`./${file}`, import.meta.url));
    initSync({ module: brotliDecompressSync(compressed, { chunkSize: CHUNK }) });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const what = error.code === "ENOENT" ? "no such file" : error.message;
    throw new Error(`cannot load ${file}: ${what}; install pack-lookup again`);
  }
}

async function runInNode(task, signals) {
  for (const [command, options] of Object.entries(task)) await commands[command](options, signals);
  return DONE;
}

/**
 * Builds the message of an error. An error that the WebAssembly does not explain is probably a
 * lack of memory.
 */
function messageOf(error) {
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
    return `the program stopped: ${error.message}; it may need more memory`;
  return error?.message ?? String(error);
}
