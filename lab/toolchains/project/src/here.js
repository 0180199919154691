// For classic scripts, which name the files.
import { answerHere } from "./answer.js";

const outcome = answerHere({ dataset: "./packs.bin", wasm: "./pack_lookup_bg.wasm" }).then((here) => ({ here }), (error) => ({ error: String(error) }));
outcome.then((told) => (document.title = JSON.stringify(told)));
