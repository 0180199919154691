// A classic script has no `import.meta.url`, so it names the files.
import { answers } from "./answers.js";

const sources = { dataset: "./assets/packs.bin", wasm: "./assets/pack_lookup_bg.wasm" };

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (new URL(event.request.url).pathname === "/answers")
    event.respondWith(answers(sources).then(Response.json));
});
