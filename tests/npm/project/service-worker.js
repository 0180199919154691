// A script that is no module has no address of its own: it names where the files are.
import { answers } from "./answers.js";

const sources = { dataset: "./packs.bin", wasm: "./pack_lookup_bg.wasm" };

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (new URL(event.request.url).pathname === "/answers") event.respondWith(answers(sources).then(Response.json));
});
