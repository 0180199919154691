#!/usr/bin/env node
// The command line in Node: the same as the native one, as WebAssembly over functions of this machine.
import { readFileSync } from "node:fs";
import { forgetUnfinished, machine } from "./cli/machine.js";
import { initSync, run } from "./pack_lookup_terminal.js";

/** How a command ends that could not be carried out; `src/command_line/mod.rs` owns the others. */
const FAILED = 2;

process.exitCode = await main(process.argv.slice(2));

async function main(args) {
  try {
    const { code, serve } = carryOut(args);
    return code ?? (await startServer(JSON.parse(serve)));
  } catch (error) {
    forgetUnfinished();
    machine.print(2, new TextEncoder().encode(`pack-lookup: ${sentenceOf(error)}\n`));
    return FAILED;
  }
}

function carryOut(args) {
  initSync({ module: readFileSync(new URL("./pack_lookup_terminal_bg.wasm", import.meta.url)) });
  return run(args, machine);
}

/** What needs a network is JavaScript, and only loaded for that. */
async function startServer(options) {
  const { serve } = await import("./serve/index.js");
  await serve(options);
  return 0;
}

/** What the WebAssembly does not explain is most likely a machine without enough memory. */
function sentenceOf(error) {
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return `it stopped, perhaps for want of memory (${error.message})`;
  return error?.message ?? String(error);
}
