// From the standard input to the standard output, as small as browsers can read it.
import { buffer } from "node:stream/consumers";
import { bestBrotli } from "./best-brotli.js";

process.stdout.write(bestBrotli(await buffer(process.stdin)));
