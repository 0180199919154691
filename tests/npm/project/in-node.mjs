import { PackLookup as InWorker } from "pack-lookup/async";
import { answers } from "./answers.js";

console.log(
  JSON.stringify({ here: await answers(), inWorker: await answers(undefined, InWorker) }),
);
