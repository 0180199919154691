// The options of `npm run release` and `npm run rollback`.
import { parseArgs } from "node:util";
import { Failure } from "../common/run.mjs";

const shared = {
  url: { type: "string" },
  "dry-run": { type: "boolean", default: false },
};

const forRelease = {
  ...shared,
  release: { type: "string" },
  "key-file": { type: "string" },
  accept: { type: "string" },
  demo: { type: "boolean", default: false },
};

export function readReleaseOptions(args, env = process.env) {
  const { release, accept, demo, "key-file": keyFile, ...others } = parse(args, forRelease);
  if (accept !== undefined && !accept.trim()) throw new Failure("--accept takes the reason why a suspicious release is taken all the same");
  return { ...common(others, env), release, keyFile, accept: accept?.trim(), demo };
}

export function readRollbackOptions(args, env = process.env) {
  const { reason, ...others } = parse(args, { ...shared, reason: { type: "string" } });
  return { ...common(others, env), reason: reason?.trim() || "no reason was given" };
}

/** Parses the options. A value that starts like an option means that the value was forgotten. */
function parse(args, options) {
  const { values } = parseArgs({ args, options });
  const forgotten = Object.entries(values).find(([, value]) => typeof value === "string" && value.startsWith("-"));
  if (forgotten) throw new Failure(`--${forgotten[0]} takes a value, not ${forgotten[1]}`);
  return values;
}

function common({ url: named, "dry-run": isTrial }, { PACK_LOOKUP_URL: usual }) {
  const url = named ?? usual;
  if (!url && !isTrial) throw new Failure("Where is it served? --url https://…, or the variable PACK_LOOKUP_URL: what is there is compared, and asked at the end");
  return { url: url ? originOf(url) : undefined, isTrial };
}

function originOf(url) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Failure(`--url takes an address, not ${url}`);
  return new URL(url).origin;
}
