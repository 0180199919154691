// All that is served, for `npm start` and `npm run deploy` alike.
import { buildPage, buildWorker } from "./served.mjs";
import { setUp } from "../setup/tools.mjs";

/// Sets the machine up and builds the Worker and the page over the dataset that `prepare` makes.
export function buildService(prepare) {
  setUp(["wasm-bindgen-cli", "worker-build"]);
  const dataset = prepare();
  buildWorker(dataset);
  buildPage(dataset);
}
