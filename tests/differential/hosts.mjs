// Every host of the core, each asked in its own way. A host is `{ ask(requests), stop() }`; an answer is `{ status, headers, body }`.
import { spawn } from "node:child_process";
import { Agent } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PackLookup } from "../../npm/core.js";
import { readTarget } from "../../npm/serve/target.js";
import { environment, paths, root } from "../../scripts/common/project.mjs";
import { serveFolder } from "../page/server.mjs";

const ORIGIN = "http://localhost";
const module = join(root, "npm");

/** The core itself, in a process that ends after each batch. */
export const native = {
  async ask(requests) {
    const args = ["run", "--quiet", "--locked", "--features", "import", "--example", "respond", "--", paths.testDataset];
    const child = spawn("cargo", args, { cwd: root, env: environment, stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end(requests.map(lineOf).join(""));
    const told = (await text(child.stdout)).trimEnd().split("\n").map((line) => JSON.parse(line));
    return told.map(({ status, headers, body }) => ({ status, headers: lowerCased(headers), body }));
  },
  stop() {},
};

/** Path and query as a URL has them, which is what every host hands to the core. */
function lineOf({ method, target, ifNoneMatch }) {
  return `${JSON.stringify({ method, ...readTarget(target), if_none_match: ifNoneMatch })}\n`;
}

const lowerCased = (headers) => Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

/** A host that is asked over HTTP: `service` has `ask(target, options)` and `stop`. */
export function overHttp(service, atOnce = 8) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const one = async ({ method, target, ifNoneMatch }) => {
    const headers = ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch };
    const { status, headers: told, body } = await service.ask(target, { agent, method, headers });
    return { status, headers: told, body };
  };
  return {
    ask: (requests) => inTurn(requests, atOnce, one),
    async stop() {
      agent.destroy();
      await service.stop();
    },
  };
}

/** The answers in the order of the requests, so many of which are under way at a time. */
async function inTurn(requests, atOnce, one) {
  const answers = [];
  let next = 0;
  const worker = async () => {
    while (next < requests.length) {
      const place = next++;
      answers[place] = await one(requests[place]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return answers;
}

/** The module, as a service worker asks it. Sent to Chromium too, so it uses nothing from outside. */
async function askModule(packs, requests, origin) {
  return Promise.all(requests.map(async ({ method, target, ifNoneMatch }) => {
    const headers = ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch };
    const response = packs.fetch(origin + target, { method, headers });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  }));
}

export async function inNode() {
  const packs = await PackLookup.open({ dataset: readFileSync(paths.testDataset), wasm: readFileSync(join(module, "pack_lookup_bg.wasm")) });
  return { ask: (requests) => askModule(packs, requests, ORIGIN), stop: () => packs.close() };
}

/** `browser` is one of Playwright's. */
export async function inBrowser(browser) {
  const html = (_request, response) => response.setHeader("Content-Type", "text/html").end("<!doctype html><title>module</title>");
  const dataset = (_request, response) => response.end(readFileSync(paths.testDataset));
  const server = await serveFolder(module, { "/": html, "/asked.bin": dataset });
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.evaluate(openInPage, String(askModule));
  return {
    ask: (requests) => page.evaluate(([requests, origin]) => globalThis.asked(requests, origin), [requests, ORIGIN]),
    async stop() {
      await page.close();
      await server.stop();
    },
  };
}

async function openInPage(source) {
  const { PackLookup } = await import("/core.js");
  const packs = await PackLookup.open({ dataset: "/asked.bin" });
  const ask = new Function(`return ${source}`)();
  globalThis.asked = (requests, origin) => ask(packs, requests, origin);
}
