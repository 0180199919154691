// Opens the module in a classic script, which must name the files.
import { answerHere } from "./answer.js";

const outcome = answerHere({ dataset: "./packs.bin", wasm: "./pack_lookup_bg.wasm" }).then(
  (here) => ({ here }),
  (error) => ({ error: String(error) }),
);
outcome.then((result) => (document.title = JSON.stringify(result)));
