#!/usr/bin/env node
// The command line in Node: the same as the native one, as WebAssembly over functions of this machine.
import { readFileSync } from "node:fs";
import { forgetUnfinished, machine } from "./cli/machine.js";
import { initSync, run } from "./pack_lookup_terminal.js";
import { hearSignals } from "./serve/signals.js";

/** How a command ends, of the codes that `src/command_line/mod.rs` has. */
const DONE = 0;
const FAILED = 2;

/** What needs a network is JavaScript, and only loaded for that. */
const commands = {
  async serve(options, signals) {
    const { serve } = await import("./serve/index.js");
    await serve(options, signals);
    // It has stopped: what a dead process of it may have left open holds nobody.
    process.exit(DONE);
  },
  async fetch(options) {
    const { fetchAndTell } = await import("./fetch/index.js");
    await fetchAndTell(options);
  },
};

process.exitCode = await main(process.argv.slice(2));

async function main(args) {
  // A server may be told to end while this is still loading.
  const signals = args[0] === "serve" ? hearSignals() : undefined;
  try {
    const { code, left } = carryOut(args);
    return code ?? (await carryOutHere(JSON.parse(left), signals));
  } catch (error) {
    forgetUnfinished();
    console.error(`pack-lookup: ${sentenceOf(error)}`);
    return FAILED;
  }
}

function carryOut(args) {
  initSync({ module: readFileSync(new URL("./pack_lookup_terminal_bg.wasm", import.meta.url)) });
  return run(args, machine);
}

async function carryOutHere(left, signals) {
  for (const [command, options] of Object.entries(left)) await commands[command](options, signals);
  return DONE;
}

/** What the WebAssembly does not explain is most likely a machine without enough memory. */
function sentenceOf(error) {
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return `it stopped, perhaps for want of memory (${error.message})`;
  return error?.message ?? String(error);
}
