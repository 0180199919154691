// A reader of print for tests, with the interface of `npm/print.js`. It checks that it gets its
// files, and its worker answers by the size of the picture: tests/page/print-page.mjs lists the
// answers.
import { startWorker } from "pack-lookup/worker/start.js";

export class PrintError extends Error {}

export async function openPrintReader(files) {
  for (const name of ["wasm", "detection", "recognition"])
    if ((await textOf(files[name])) !== `the ${name} of the stub`)
      throw new PrintError(`${name} is damaged`);
  const worker = await startWorker(
    () => new Worker(new URL("./print-worker.js", import.meta.url), { type: "module" }),
    String,
  );
  return {
    read(picture, { guide }) {
      return new Promise((resolve, reject) => {
        worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
        worker.addEventListener("error", () => reject(new PrintError("the worker did not start")), {
          once: true,
        });
        worker.postMessage({ picture, guide });
      });
    },
    close: () => worker.terminate(),
  };
}

const textOf = (file) =>
  new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
