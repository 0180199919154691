// All that is served, for `npm start` and `npm run deploy` alike.
import { buildPage, buildWorker } from "./build.mjs";
import { prepareDataset } from "./dataset.mjs";
import { setUp } from "./setup.mjs";

/// Sets the machine up and builds the Worker and the page over a release, or over what else there is.
export function buildService(release) {
  setUp(["wasm-bindgen-cli", "wasm-pack", "worker-build"]);
  const dataset = prepareDataset(release);
  buildWorker(dataset);
  buildPage(dataset);
}
