import { PackLookup as InWorker } from "pack-lookup/async";
import { scan } from "pack-lookup/gs1";
import { importRelease } from "pack-lookup/import";
import { answers } from "./answers.js";
import { errors } from "./errors.js";

function fromWorker() {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", ({ message }) => resolve({ error: message ?? "the worker did not start" }));
  });
}

/** Returns the digest of the dataset that is imported from a release beside the page. */
async function imported() {
  const release = await fetch("./release.zip");
  const { dataset } = await importRelease(await release.blob());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", dataset));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const failed = (error) => ({ error: String(error) });
document.title = JSON.stringify({
  page: await answers().catch(failed),
  inWorker: await answers(undefined, InWorker).catch(failed),
  barcode: await scan("]d2010952123456789910AB12").catch(failed),
  worker: await fromWorker(),
  imported: await imported().catch(failed),
  errors: await errors().catch(failed),
});
