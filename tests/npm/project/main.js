import { PackLookup } from "pack-lookup";
import { PackLookup as InWorker } from "pack-lookup/async";
import { scan } from "pack-lookup/gs1";
import { importRelease } from "pack-lookup/import";
import { answers } from "./answers.js";
import { errorOf, errors } from "./errors.js";
import { wrongOpenings } from "./sources.js";

function fromWorker() {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", ({ message }) =>
      resolve({ error: message ?? "the worker did not start" }),
    );
  });
}

/**
 * Imports the release next to the page. Returns the digest of the dataset, and how it opens, intact
 * and with a flipped bit.
 */
async function imported() {
  const release = await fetch("./release.zip");
  const { dataset } = await importRelease(await release.blob());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", dataset));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const intact = await errorOf(() => PackLookup.open(dataset));
  dataset[dataset.length - 1] ^= 1;
  return { digest: hex, intact, damaged: await errorOf(() => PackLookup.open(dataset)) };
}

/**
 * Tells which calls of `open` have another outcome than in Node. An empty frame has classes of
 * its own.
 */
async function openedWrongly() {
  const { dataset } = await importRelease(await (await fetch("./release.zip")).blob());
  const frame = document.body.appendChild(document.createElement("iframe"));
  const wrong = await Promise.all(
    [PackLookup, InWorker].map((Module) => wrongOpenings(Module, dataset, frame.contentWindow)),
  );
  frame.remove();
  return wrong.flat();
}

const failed = (error) => ({ error: String(error) });
document.title = JSON.stringify({
  page: await answers().catch(failed),
  inWorker: await answers(undefined, InWorker).catch(failed),
  barcode: await scan("]d2010952123456789910AB12").catch(failed),
  worker: await fromWorker(),
  imported: await imported().catch(failed),
  errors: await errors().catch(failed),
  openedWrongly: await openedWrongly().catch(failed),
});
