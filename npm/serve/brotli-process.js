// Compresses the standard input to the standard output with brotli.
import { buffer } from "node:stream/consumers";
import { bestBrotli } from "./brotli.js";

process.stdout.write(bestBrotli(await buffer(process.stdin)));
