// npm run lab -- soak [--scans N] [--swaps N] [--cameras N] [--reloads N] [--built] [--write]
//
// Looks for memory leaks: uses one page in Chromium for long, and counts memory, nodes and listeners. `--built` uses the page in build/www.
// `--write` writes the table into lab/reports/reliability.md. Linux only: it reads /proc.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPage } from "../scripts/build/service.mjs";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { paths, root } from "../scripts/common/project.mjs";
import { main, say } from "../scripts/common/run.mjs";
import { serveFolder } from "../tests/page/server.mjs";
import { digits, markdown, measuredOn, megabytes, writeSection } from "./lib/figures.mjs";
import { familyOf, memory } from "./lib/processes.mjs";

const AMOUNTS = { scans: "2000", swaps: "200", cameras: "50", reloads: "50" };

main(async (args) => {
  const { built, write, ...amounts } = readOptions(args);
  if (!built) buildPage(demoDataset());
  const asked = Object.fromEntries(Object.entries(amounts).map(([kind, amount]) => [kind, Number(amount)]));
  const text = `${table(asked, await measure(asked))}\n\n${measuredOn("soak", args)}`;
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "reliability.md"), "soak", text);
});

function readOptions(args) {
  const flags = { built: { type: "boolean" }, write: { type: "boolean" } };
  const amounts = Object.fromEntries(Object.entries(AMOUNTS).map(([kind, amount]) => [kind, { type: "string", default: amount }]));
  return parseArgs({ args, options: { ...flags, ...amounts } }).values;
}

const TOLD = { heap: megabytes, wasm: megabytes, resident: megabytes, nodes: digits, listeners: digits };
const CALLED = { scans: "packs scanned", swaps: "releases swapped", cameras: "the camera opened, a code read, and closed", reloads: "the page loaded anew" };

function table(amounts, found) {
  const rows = Object.entries(found).map(([kind, moments]) => [
    CALLED[kind], digits(amounts[kind]),
    ...Object.entries(TOLD).map(([key, inWords]) => moments.map((moment) => inWords(moment[key])).join(" → ")),
  ]);
  return markdown(["in one page", "times", "heap", "of WebAssembly", "of the machine's memory", "nodes", "listeners"], rows);
}

/** Returns the memory of the browser with all its processes. */
const resident = () => memory(familyOf(process.pid).filter(({ pid }) => pid !== process.pid));

async function measure(amounts) {
  // These modules read the codes of the built page.
  const { answers, countMemories, filmed, soak } = await import("../tests/page/soak.mjs");
  const { start } = await import("../tests/page/driver.mjs");
  const server = await serveFolder(paths.page, answers);
  const browser = await start({ film: await filmed() });
  try {
    const context = await browser.newContext({ permissions: ["camera"] });
    await countMemories(context);
    const page = await context.newPage();
    await page.goto(server.origin);
    await page.locator(".strip .age").waitFor();
    return await soak(page, amounts, { resident, report: (kind, figures) => say(`${kind}: ${JSON.stringify(figures)}`) });
  } finally {
    await browser.close();
    await server.stop();
  }
}
