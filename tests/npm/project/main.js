import { answers } from "./answers.js";

function fromWorker() {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", ({ message }) => resolve({ error: message ?? "the worker did not start" }));
  });
}

const page = await answers().catch((error) => ({ error: String(error) }));
document.title = JSON.stringify({ page, worker: await fromWorker() });
