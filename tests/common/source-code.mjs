import { readFileSync } from "node:fs";

/** Returns a source without its documentation, whose examples import the published module. */
export const codeOf = (file) => readFileSync(file, "utf8").replace(/\/\*\*.*?\*\//gs, "");
