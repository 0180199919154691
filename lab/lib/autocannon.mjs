// What asks a server as hard as it can. Only benchmarks have it among their packages.
import { createRequire } from "node:module";

export const autocannon = () => createRequire(new URL("../peers/package.json", import.meta.url))("autocannon");
