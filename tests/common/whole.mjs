// What only the whole run has: `npm test -- --whole`, or CI=true. scripts/test.mjs decides, and says so in one variable.
import { WHOLE } from "../../scripts/suites.mjs";

export const isWhole = process.env[WHOLE] === "true";

/** Options of a test that the short run leaves out: it is counted as skipped, and says where it runs. */
export const inWhole = isWhole ? {} : { skip: "only in the whole run: npm test -- --whole" };
