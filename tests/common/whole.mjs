// Options of tests that run only in the whole run: `npm test -- --whole`, or CI=true.
// scripts/test.mjs sets the variable.
import { WHOLE } from "../../scripts/suites.mjs";

export const isWhole = process.env[WHOLE] === "true";

/** The options of a test that the short run skips, with a message. */
export const inWhole = isWhole ? {} : { skip: "only in the whole run: npm test -- --whole" };

/** The color schemes, with the options of their tests: the short run has the light one only. */
export const colorSchemes = [
  ["light", {}],
  ["dark", inWhole],
];
