// All hosts of the core, each called in its own way. A host is `{ ask(requests), stop() }`; a
// response is `{ status, headers, body }`.
import { spawn } from "node:child_process";
import { Agent } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PackLookup } from "../../npm/core.js";
import { readTarget } from "../../npm/serve/answers.js";
import { environment, paths, root } from "../../scripts/common/project.mjs";
import { serveFolder } from "../page/server.mjs";

const ORIGIN = "http://localhost";
const module = join(root, "npm");

/** The native core, in a process that ends after each batch. */
export const native = {
  async ask(requests) {
    const args = [
      "run",
      "--quiet",
      "--locked",
      "--features",
      "import",
      "--example",
      "respond",
      "--",
      paths.testDataset,
      paths.testHistory,
    ];
    const child = spawn("cargo", args, {
      cwd: root,
      env: environment,
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.end(requests.map(lineOf).join(""));
    const responses = (await text(child.stdout))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    return responses.map(({ status, headers, body }) => ({
      status,
      headers: lowerCased(headers),
      body,
    }));
  },
  stop() {},
};

/**
 * A request as a line of JSON. Path and query are normalised as in a URL, as every host
 * passes them to the core.
 */
function lineOf({ method, target, ifNoneMatch }) {
  return `${JSON.stringify({ method, ...readTarget(target), if_none_match: ifNoneMatch, origin: ORIGIN })}\n`;
}

const lowerCased = (headers) =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

/** A host that is called over HTTP. `service` has `ask(target, options)` and `stop`. */
export function overHttp(service, atOnce = 8) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const one = async ({ method, target, ifNoneMatch }) => {
    const headers = {
      Host: new URL(ORIGIN).host,
      ...(ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch }),
    };
    const {
      status,
      headers: received,
      body,
    } = await service.ask(target, { agent, method, headers });
    return { status, headers: received, body };
  };
  return {
    ask: (requests) => inParallel(requests, atOnce, one),
    async stop() {
      agent.destroy();
      await service.stop();
    },
  };
}

/** The responses in the order of the requests, with `atOnce` requests in parallel. */
async function inParallel(requests, atOnce, one) {
  const answers = [];
  let next = 0;
  const worker = async () => {
    while (next < requests.length) {
      const index = next++;
      answers[index] = await one(requests[index]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return answers;
}

/**
 * Calls the module as a service worker does. The function is also sent to Chromium, so it uses no
 * outer variable.
 */
async function askModule(packs, requests, origin) {
  return Promise.all(
    requests.map(async ({ method, target, ifNoneMatch }) => {
      const headers = ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch };
      const response = await packs.fetch(origin + target, { method, headers });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    }),
  );
}

export async function inNode() {
  const packs = await PackLookup.open({
    dataset: readFileSync(paths.testDataset),
    history: readFileSync(paths.testHistory),
    wasm: readFileSync(join(module, "pack_lookup_bg.wasm")),
  });
  return { ask: (requests) => askModule(packs, requests, ORIGIN), stop: () => packs.close() };
}

/** A host in a browser. `browser` is an instance of Playwright. */
export async function inBrowser(browser) {
  const html = (_request, response) =>
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>module</title>");
  const file = (path) => (_request, response) => response.end(readFileSync(path));
  const server = await serveFolder(module, {
    "/": html,
    "/dataset.bin": file(paths.testDataset),
    "/history.bin": file(paths.testHistory),
  });
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.evaluate(openInPage, String(askModule));
  return {
    ask: (requests) =>
      page.evaluate(
        ([requests, origin]) => globalThis.askAll(requests, origin),
        [requests, ORIGIN],
      ),
    async stop() {
      await page.close();
      await server.stop();
    },
  };
}

async function openInPage(source) {
  const { PackLookup } = await import("/core.js");
  const packs = await PackLookup.open({ dataset: "/dataset.bin", history: "/history.bin" });
  const ask = new Function(`return ${source}`)();
  globalThis.askAll = (requests, origin) => ask(packs, requests, origin);
}
