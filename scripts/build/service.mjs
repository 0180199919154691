// All that is deployed.
import { buildPage, buildWorker } from "./served.mjs";
import { setUp } from "../setup/tools.mjs";

/// Sets the machine up and builds the Worker and the page over the dataset that `prepare` makes.
export async function buildService(prepare) {
  await setUp(["wasm-bindgen-cli", "worker-build"]);
  const dataset = prepare();
  await buildWorker(dataset);
  buildPage(dataset);
}
